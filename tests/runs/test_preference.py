"""Runs that learn preferences: trained, stopped, found again, measured, asked; and what cannot be taught them."""

import copy
import math
from dataclasses import replace

import pytest
import torch

from regard.data.answers import Preference
from regard.data.preferred import answered
from regard.data.probes.preferences import preferences
from regard.errors import Mistake
from regard.runs.answers.asking import reading_of
from regard.runs.labels.prediction import predictions
from regard.runs.labs.single import alone
from regard.runs.language.generations import Saying, generations
from regard.runs.preferences.evaluation import preference_evaluation
from regard.runs.preferences.measure import answers, measure_preferences
from regard.runs.preferences.purpose import in_pairs, possible, task_of
from regard.runs.preferences.purpose import prepared as prepared_preferences
from regard.runs.run import open_run
from regard.runs.starting import started
from regard.runs.training import resume, train
from regard.tasks.prefer import DirectPreference, log_probabilities
from regard.views.page import write_report

from .small import fingerprint, last

QUICK = ("training.epochs=2", "training.batch=8", "training.learning_rate=0.01", "text.longest=100")
CORPUS = preferences(train=24, validation=8, test=10)


@pytest.fixture(autouse=True)
def _few_pairs(monkeypatch):
    for where in ("preferences.purpose", "preferences.evaluation"):
        monkeypatch.setattr(f"regard.runs.{where}.open_preferences", lambda name: CORPUS)


def recipe(starts, name="dpo", of="gpt", *changes):
    return started("prefer", name, starts(of), changes=[*QUICK, *changes])


@pytest.mark.parametrize("of", ["gpt", "bloom", "llama"])
def test_every_model_of_the_next_word_is_taught_preferences(of, starts, tmp_path):
    done = last(train(recipe(starts, "dpo", of), tmp_path / "run"))
    summary = done.test.summary()
    assert (summary["n"], summary["metric"]) == (10, "accuracy")
    assert {"margin", "loss", "kl", "win_rate", "ties", "beats_rejected", "right"} <= set(summary)
    assert last(resume(done.folder)).test.summary() == summary, "from its verdicts"
    run = open_run(done.folder)
    assert preference_evaluation(run).measured.summary() == summary
    assert generations(run, ["The film"], Saying(longest=4))[0]["prompt"] == "The film"
    result = alone(done, "regard")
    assert result.rows[0].measures["kl"] == summary["kl"]
    told = {
        "en": ("Preference accuracy", "Win rate", "KL/token", "prefers the chosen answer in", "comes to prefer"),
        "fr": (
            "Exactitude des préférences",
            "Taux de victoires",
            "KL/jeton",
            "préfère la réponse choisie dans",
            "en vient",
        ),
    }
    for lang, phrases in told.items():
        page = write_report(result, tmp_path / lang, lang).read_text(encoding="utf-8")
        assert [phrase for phrase in phrases if phrase not in page] == []


@pytest.mark.parametrize("of", ["gpt", "bert", "roberta", "albert", "bart"])
def test_a_reward_is_read_off_every_kind_of_model(of, starts, tmp_path):
    done = last(train(recipe(starts, "reward", of), tmp_path / "run"))
    summary = done.test.summary()
    assert "kl" not in summary
    assert preference_evaluation(open_run(done.folder)).measured.summary() == summary
    with pytest.raises(Mistake, match="has learned preferences; use `regard evaluate"):
        generations(open_run(done.folder), ["The film"])


@pytest.mark.parametrize("name", ["dpo", "reward"])
def test_a_stopped_training_goes_on_to_the_same_weights(name, starts, tmp_path):
    made = recipe(starts, name)
    whole = last(train(made, tmp_path / "whole"))
    events = train(made, tmp_path / "cut")
    for _ in range(4):
        next(events)
    events.close()
    done = last(resume(tmp_path / "cut", made=made))
    assert fingerprint(tmp_path / "cut") == fingerprint(whole.folder)
    assert done.test.summary() == whole.test.summary()


def test_the_pairs_are_learned_and_the_reference_is_the_start(starts, tmp_path):
    made = recipe(starts, "dpo", "gpt", "training.epochs=8", "task.imitation=0")
    done = last(train(made, tmp_path / "run"))
    assert done.epochs[-1].train_loss < done.epochs[0].train_loss < 0.75
    data = prepared_preferences(made, lambda doing, share: None)
    reference = task_of(made, data).reference
    for name, weight in open_run(starts("gpt")).model.state_dict().items():
        assert torch.equal(weight, reference.state_dict()[name])
    assert not any(weight.requires_grad for weight in reference.parameters())


def test_kl_is_that_of_the_words_that_the_model_says(starts, tmp_path):
    made = recipe(starts)
    done = last(train(made, tmp_path / "run"))
    run, data = open_run(done.folder), prepared_preferences(made, lambda doing, share: None)
    reference = task_of(made, data).reference
    prompts = [prompt[-60:] for prompt in data.test.prompts]
    said = answers(run.model, prompts)
    rows = answered(prompts, said)
    with torch.no_grad():
        apart = (log_probabilities(run.model, rows) - log_probabilities(reference, rows)).sum()
    assert math.isclose(done.test.own["kl"], float(apart) / sum(map(len, said)), rel_tol=1e-4, abs_tol=1e-6)


def test_a_win_is_an_answer_worth_more_than_the_reference_s(starts, monkeypatch):
    """Of five prompts ours is better twice, worse once, as good twice; three times it is better than the rejected."""
    run = open_run(starts("gpt"))
    worth = {"model": [5, 4, 1, 2, 3], "reference": [4, 3, 2, 2, 3]}
    pairs = [Preference("The film", " is good.", "x" * rejected) for rejected in (4, 4, 0, 2, 1)]
    data = in_pairs(reading_of(recipe(starts), run.tokenizers), pairs)
    task = DirectPreference(validation=data, reference=copy.deepcopy(run.model).requires_grad_(False))

    def said(model, prompts, seed=0):
        spoken = worth["reference" if model is task.reference else "model"]
        return [run.tokenizer.encode("x" * count).ids for count in spoken]

    monkeypatch.setattr("regard.runs.preferences.measure.answers", said)
    own = measure_preferences(task, run.model, data, pairs, run.tokenizer, len).own
    assert (own["win_rate"], own["ties"]) == (2 / 3, 2 / 5)
    assert (own["beats_rejected"], own["reference_beats_rejected"]) == (3 / 5, 2 / 5)
    assert math.isclose(own["kl"], 0.0, abs_tol=1e-6), "they are one model"


@pytest.mark.parametrize("name", ["dpo", "reward"])
def test_an_answer_without_end_is_cut_where_the_model_ends(name, starts, tmp_path, monkeypatch):
    endless = Preference("The film", " is good.", " is bad." * 100)
    corpus = replace(CORPUS, train=[*CORPUS.train, endless], test=[endless, *CORPUS.test])
    monkeypatch.setattr("regard.runs.preferences.purpose.open_preferences", lambda name: corpus)
    done = last(train(recipe(starts, name, "gpt", "training.epochs=1"), tmp_path / "run"))
    assert done.notes[len(CORPUS.notes) :] == (
        "2 answers are longer than the 100 tokens that the model reads, and are cut there.",
    )


def test_what_cannot_be_taught_preferences_is_named(starts):
    with pytest.raises(Mistake, match="bert does not say answers"):
        possible(recipe(starts, "dpo", "bert"))
    with pytest.raises(Mistake, match="no model that starts from another called 'dop'; did you mean 'dpo'"):
        recipe(starts, "dop")
    with pytest.raises(Mistake, match=r"imitation is -1.0, and must be at least 0"):
        recipe(starts, "dpo", "gpt", "task.imitation=-1.0")
    with pytest.raises(Mistake, match=r"beta is 0.0, and must be above 0"):
        recipe(starts, "dpo", "gpt", "task.beta=0")
    with pytest.raises(Mistake, match=r"task.masked has no effect for --task prefer"):
        possible(recipe(starts, "dpo", "gpt", "task.masked=0.5"))


def test_runs_of_preferences_give_no_labels(starts, tmp_path):
    run = open_run(last(train(recipe(starts, "dpo", "gpt", "training.epochs=1"), tmp_path / "run")).folder)
    with pytest.raises(Mistake, match="has learned preferences"):
        predictions(run, ["x"])
