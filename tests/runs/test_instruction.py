"""Runs that learn answers: trained, stopped, found again, measured, asked, and started from for preferences."""

import json
from dataclasses import replace

import pytest

from regard.data.answers import Instruction, instructions_of
from regard.data.probes.preferences import preferences
from regard.errors import Mistake
from regard.runs.answers.asking import reading_of
from regard.runs.answers.evaluation import instruction_evaluation
from regard.runs.answers.measure import likeliest, measure_answers
from regard.runs.answers.purpose import in_rows, possible, prepare_instructions
from regard.runs.labels.prediction import predictions
from regard.runs.labs.single import alone
from regard.runs.language.generations import Saying, generations
from regard.runs.progress import silent
from regard.runs.run import open_run
from regard.runs.starting import started
from regard.runs.training import resume, train
from regard.views.page import write_report

from .small import fingerprint, last

QUICK = ("training.epochs=2", "training.batch=8", "training.learning_rate=0.01", "text.longest=100")
CORPUS = preferences(train=24, validation=8, test=10)


@pytest.fixture(autouse=True)
def _few_pairs(monkeypatch):
    def few(name, both=False):
        return instructions_of(CORPUS, both=both)

    monkeypatch.setattr("regard.runs.answers.purpose.open_instructions", few)
    monkeypatch.setattr("regard.runs.preferences.purpose.open_preferences", lambda name: CORPUS)


def recipe(starts, of="gpt", *changes):
    return started("instruct", "", starts(of), changes=[*QUICK, *changes])


@pytest.mark.parametrize("of", ["gpt", "bloom", "llama"])
def test_every_model_of_the_next_word_learns_to_answer(of, starts, tmp_path):
    done = last(train(recipe(starts, of), tmp_path / "run"))
    summary = done.test.summary()
    assert (summary["metric"], summary["words"]) == ("perplexity", "answers")
    assert {"loss", "word_accuracy", "exact", "right"} <= set(summary)
    assert last(resume(done.folder)).test.summary() == summary, "from its verdicts"
    run = open_run(done.folder)
    assert run.recipe.name == "instruct"
    assert instruction_evaluation(run).measured.summary() == summary
    assert generations(run, ["The film"], Saying(longest=4))[0]["prompt"] == "The film"
    result = alone(done, "regard")
    assert result.rows[0].measures["exact"] == summary["exact"]
    told = {
        "en": ("Exact answers", "Right answers", "on the answers to the 10 test prompts", "taught to answer"),
        "fr": ("Réponses exactes", "Réponses justes", "sur les réponses aux 10 invites de test", "apprend à répondre"),
    }
    for lang, phrases in told.items():
        page = write_report(result, tmp_path / lang, lang).read_text(encoding="utf-8")
        assert [phrase for phrase in phrases if phrase not in page] == []


def test_a_stopped_training_goes_on_to_the_same_weights(starts, tmp_path):
    made = recipe(starts)
    whole = last(train(made, tmp_path / "whole"))
    events = train(made, tmp_path / "cut")
    for _ in range(4):
        next(events)
    events.close()
    done = last(resume(tmp_path / "cut", made=made))
    assert fingerprint(tmp_path / "cut") == fingerprint(whole.folder)
    assert done.test.summary() == whole.test.summary()


def test_an_answer_that_was_learned_by_heart_is_exact_and_right(starts, tmp_path, monkeypatch):
    rows = [Instruction(row.prompt, " What a lovely film!") for row in CORPUS.train]
    known = instructions_of(CORPUS)
    learned = type(known)(name=known.name, train=rows, validation=rows[:3], test=rows[:4])
    monkeypatch.setattr("regard.runs.answers.purpose.open_instructions", lambda name, both=False: learned)
    changes = ("training.epochs=30", "training.batch=6", "training.learning_rate=0.03", "model.dropout=0.0")
    done = last(train(recipe(starts, "gpt", *changes, "model.word_dropout=0.0"), tmp_path / "run"))
    assert (done.test.own["exact"], done.test.own["right"]) == (1.0, 1.0)
    run = open_run(done.folder)
    (said,) = generations(run, [rows[0].prompt], Saying(temperature=0))
    assert said["text"] == " What a lovely film!"
    assert (
        likeliest(run.model, [run.tokenizer.prompt(rows[0].prompt)], 2, 100)[0]
        == run.tokenizer.following(rows[0].answer)[:2]
    )


def test_both_answers_of_preferences_may_be_learned(starts, tmp_path):
    made = recipe(starts, "gpt", "task.answers=both", "training.epochs=1")
    done = last(train(made, tmp_path / "run"))
    assert done.sizes == {"train": 48, "validation": 16, "test": 20}


def test_preferences_start_from_answers(starts, tmp_path):
    first = last(train(recipe(starts, "gpt", "training.epochs=1"), tmp_path / "first"))
    changes = ["training.epochs=1", "training.batch=8", "text.longest=100"]
    made = started("prefer", "dpo", first.folder, changes=changes)
    second = last(train(made, tmp_path / "second"))
    assert started("instruct", "", second.folder).start.run == str(second.folder)
    with pytest.raises(Mistake, match="was trained with --task instruct and cannot continue on plain texts"):
        started("language", "", first.folder)
    with pytest.raises(Mistake, match="answers prompts; use `regard generate"):
        predictions(open_run(first.folder), ["x"])


def test_what_cannot_learn_to_answer_is_named(starts):
    for name in ("bert", "bart"):
        with pytest.raises(Mistake, match=f"{name} does not say answers"):
            possible(recipe(starts, name))
    with pytest.raises(Mistake, match=r"task.beta has no effect for --task instruct"):
        possible(recipe(starts, "gpt", "task.beta=0.5"))


def test_an_answer_without_end_is_cut_where_the_model_ends(starts, tmp_path):
    endless = Instruction("The film", " is good." * 100)
    corpus = instructions_of(CORPUS)
    corpus = replace(corpus, train=[*corpus.train, endless], test=[endless, *corpus.test])
    made, known = recipe(starts, "gpt", "training.epochs=1"), open_run(starts("gpt")).tokenizers
    data = prepare_instructions(made, corpus, known, silent)
    assert (len(data.test.answers[0]), data.test.answers[1][-1]) == (99, known.source.end_id)
    assert data.corpus.notes[len(CORPUS.notes) :] == (
        "2 answers are longer than the 100 tokens that the model reads, and are cut there.",
    )
    assert last(train(made, tmp_path / "run", data=data)).test.value > 1


def test_a_part_without_rows_is_named(starts, tmp_path):
    run = open_run(last(train(recipe(starts, "gpt", "training.epochs=1"), tmp_path / "run")).folder)
    with pytest.raises(Mistake, match="has no part 'tset'"):
        instruction_evaluation(run, split="tset")
    assert instruction_evaluation(run, split="validation").split == "validation"


def test_measuring_needs_no_rule(starts):
    run = open_run(starts("gpt"))
    texts = in_rows(reading_of(recipe(starts), run.tokenizers), [Instruction("The film", " is good.")])
    assert set(measure_answers(run.model, texts, run.tokenizer, None).own) == {"exact"}
    assert json.dumps(measure_answers(run.model, texts, run.tokenizer, None).verdicts())
