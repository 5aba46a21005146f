"""Runs that start from others: every family is taught labels, texts go on, and what cannot be started from is named."""

import hashlib
from dataclasses import replace

import pytest
import torch

from regard.errors import Mistake
from regard.files import sha256
from regard.models import LANGUAGE
from regard.runs import sealed
from regard.runs.exchange import import_folder
from regard.runs.labels.evaluation import evaluation
from regard.runs.labels.prediction import looked_at, predictions
from regard.runs.labels.purpose import prepared as prepared_labels
from regard.runs.labs.single import alone
from regard.runs.language.build import prepare_documents
from regard.runs.language.generations import Saying, generations
from regard.runs.language.purpose import newborn
from regard.runs.purposes import purpose_of
from regard.runs.recipe import recipe
from regard.runs.run import open_run
from regard.runs.sealed import seal
from regard.runs.starting import started, tokenizers_of
from regard.runs.training import resume, train
from regard.training.checkpoint import load_state

from . import published, small_language
from .small import corpus, fingerprint, last, trained
from .small_pairs import trained as trained_pairs

QUICK = ("training.epochs=2", "training.least_steps=0", "training.batch=16")
TEXT = "I did not like the film ."


@pytest.fixture(autouse=True)
def _few_texts(monkeypatch):
    monkeypatch.setattr("regard.runs.labels.purpose.read_corpus", lambda made: corpus())


@pytest.mark.parametrize("name", LANGUAGE)
def test_every_family_is_taught_labels(name, starts, tmp_path):
    made = started("classify", "", starts(name), changes=[*QUICK, "training.epochs=1"])
    done = last(train(made, tmp_path / "run"))
    run = open_run(done.folder)
    assert run.tokenizer.to_json() == open_run(starts(name)).tokenizer.to_json()
    (one,) = predictions(run, [TEXT])
    said = looked_at(run, TEXT)
    assert (one["label"], said.label) == (said.label, one["label"])
    assert said.maps[0].columns[0] == "[BEGIN]"
    assert said.maps[0].columns[-1] == "[END]"
    assert "".join(said.maps[0].columns[1:-1]).replace("␣", "") == TEXT.replace(" ", "")
    assert alone(done, "regard").rows[0].looks == "words"
    before, after = open_run(starts(name)).model.state_dict(), run.model.state_dict()
    assert any(not torch.equal(weight, after[f"body.{key}"]) for key, weight in before.items()), "all of it learns"


@pytest.mark.parametrize("pooling", ["first", "last", "mean"])
@pytest.mark.parametrize("name", ["gpt", "bert", "bart"])
def test_a_model_begins_with_the_weights_and_every_pooling_sees_the_text(name, pooling, starts):
    made = started("classify", "", starts(name), changes=[*QUICK, f"model.pooling={pooling}"])
    data = prepared_labels(made, lambda doing, share: None)
    made = purpose_of(made).resolved(made, data)
    model, _ = purpose_of(made).newborn(made, data, lambda doing, share: None)
    for key, weight in open_run(starts(name)).model.state_dict().items():
        assert torch.equal(weight, model.state_dict()[f"body.{key}"])
    batch = data.train.batch([0, 1])
    x = model.eval().text(batch.words[batch.tokens], batch.rows)
    alone_ = data.train.batch([1])
    assert torch.allclose(x[1:], model.text(alone_.words[alone_.tokens], alone_.rows), atol=1e-5), "company is nothing"


def test_a_stopped_run_goes_on_to_the_same_weights(starts, tmp_path):
    made = started("classify", "", starts("bert"), changes=QUICK)
    whole = last(train(made, tmp_path / "whole"))
    events = train(made, tmp_path / "cut")
    for _ in range(5):
        next(events)
    events.close()
    assert load_state(tmp_path / "cut" / "state") is not None
    last(resume(tmp_path / "cut", made=made))
    assert fingerprint(tmp_path / "cut") == fingerprint(whole.folder)


def test_a_language_model_goes_on_with_other_texts(starts, tmp_path):
    made = started("language", "", starts("gpt"), changes=["training.epochs=1", "training.learning_rate=0.001"])
    own = open_run(starts("gpt"))
    assert (made.model, made.task, made.text) == (own.recipe.model, own.recipe.task, own.recipe.text)
    known = tokenizers_of(made, starts("gpt")).source
    data = prepare_documents(made, small_language.documents(), tokenizer=known)
    model, _ = newborn(made, data, lambda doing, share: None)
    assert all(torch.equal(weight, model.state_dict()[key]) for key, weight in own.model.state_dict().items())
    done = last(train(made, tmp_path / "run", data=data))
    run = open_run(done.folder)
    assert run.recipe.start.weights == hashlib.sha256((starts("gpt") / "model.safetensors").read_bytes()).hexdigest()
    assert run.tokenizer.vocabulary() == own.tokenizer.vocabulary()
    assert generations(run, ["The film"], Saying(longest=3))


@pytest.mark.parametrize("kind", ["gpt2", "llama", "bert", "bart"])
def test_published_models_are_taught_labels(kind, tmp_path):
    published.made(kind, tmp_path / "hub")
    start = import_folder(tmp_path / "hub", tmp_path / "start")
    made = started(
        "classify", "", start.folder, changes=["training.epochs=1", "training.least_steps=0", "training.batch=32"]
    )
    run = open_run(last(train(made, tmp_path / "run")).folder)
    assert predictions(run, [TEXT])[0]["label"] in run.classes
    assert looked_at(run, TEXT).maps
    assert run.recipe.text.longest == {"gpt2": 40, "llama": 40, "bert": 40, "bart": 39}[kind]


def test_what_cannot_be_started_from_is_named(starts, tmp_path):
    with pytest.raises(Mistake, match="there is no run folder"):
        started("classify", "", tmp_path / "nothing")
    with pytest.raises(Mistake, match="was trained with --task translate, but --from needs a language model"):
        started("classify", "", trained_pairs(tmp_path / "pairs").folder)
    with pytest.raises(Mistake, match=r"text.size is 300, and the tokenizer of .* has 400; leave it out"):
        started("classify", "", starts("gpt"), changes=["text.size=300"])
    with pytest.raises(Mistake, match=r"model.kind is bert, and .* is a gpt"):
        started("classify", "", starts("gpt"), changes=["model.kind=bert"])
    with pytest.raises(Mistake, match="goes with the tasks language, classify, instruct, prefer, not with translate"):
        started("translate", "", starts("gpt"))
    with pytest.raises(Mistake, match="is a gpt, and goes on as one; leave out --model bert"):
        started("language", "bert", starts("gpt"))
    with pytest.raises(Mistake, match=r"the weights of .* do not fit the model of this recipe: size mismatch"):
        next(train(started("classify", "", starts("gpt"), changes=["model.width=16"]), tmp_path / "wide"))


def test_a_damaged_or_another_start_is_refused(starts, tmp_path):
    folder = small_language.trained(tmp_path / "start", "gpt", "training.epochs=1").folder
    made = started("classify", "", folder, changes=QUICK)
    events = train(made, tmp_path / "run")
    next(events)
    events.close()
    weights = bytearray((folder / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (folder / "model.safetensors").write_bytes(weights)
    with pytest.raises(Mistake, match="is not what was written"):
        next(resume(tmp_path / "run"))
    seal(folder)
    with pytest.raises(Mistake, match="is no longer the one that this run began from"):
        next(resume(tmp_path / "run"))


def test_a_start_is_read_through_once(tmp_path, monkeypatch):
    folder, read = small_language.trained(tmp_path / "start", "gpt", "training.epochs=1").folder, []
    monkeypatch.setattr(sealed, "sha256", lambda file: read.append(file) or sha256(file))
    last(train(started("classify", "", folder, changes=[*QUICK, "training.epochs=1"]), tmp_path / "run"))
    assert read.count(folder.resolve() / "model.safetensors") == 1


def test_a_classifier_of_its_own_starts_from_nothing(starts):
    made = started("classify", "", starts("gpt"))
    odd = replace(made, model={"kind": "mean"})
    with pytest.raises(Mistake, match=r"start.run has no effect for this model"):
        purpose_of(odd).possible(odd)


def test_random_weights_under_the_same_architecture_and_tokenizer(starts):
    made = started("classify", "", starts("bert"), changes=[*QUICK, "start.random=true"])
    usual = started("classify", "", starts("bert"), changes=QUICK)
    assert replace(made, start=usual.start) == usual
    data = prepared_labels(made, lambda doing, share: None)
    made = purpose_of(made).resolved(made, data)
    model, _ = purpose_of(made).newborn(made, data, lambda doing, share: None)
    before = open_run(starts("bert")).model.state_dict()
    assert {key: weight.shape for key, weight in model.get_submodule("body").state_dict().items()} == {
        key: weight.shape for key, weight in before.items()
    }
    assert not torch.equal(model.state_dict()["body.words.weight"], before["words.weight"])
    assert data.tokenizer.to_json() == open_run(starts("bert")).tokenizer.to_json()


def test_few_labels_are_learned_from_and_the_run_is_measured_as_it_was(starts, tmp_path, monkeypatch):
    made = started("classify", "", starts("bert"), changes=[*QUICK, "training.epochs=1", "corpus.labels=10"])
    done = last(train(made, tmp_path / "run"))
    assert done.sizes == {"train": 10, "validation": 10, "test": 24}
    monkeypatch.setattr("regard.runs.labels.evaluation.open_corpus", lambda name, text, label: corpus())
    assert evaluation(open_run(done.folder)).measured.summary() == done.test.summary()
    assert evaluation(open_run(done.folder), split="train").measured.n == 10


def test_all_labels_are_learned_from_where_none_is_held_back(tmp_path, monkeypatch):
    monkeypatch.setattr("regard.runs.labels.evaluation.open_corpus", lambda name, text, label: corpus())
    done = trained(tmp_path / "run", "mean", "corpus.held=false", "training.keep=last")
    assert done.sizes == {"train": 80, "validation": 20, "test": 24}
    assert evaluation(open_run(done.folder), split="train").measured.n == 80
    assert evaluation(open_run(done.folder)).measured.summary() == done.test.summary()


def test_few_labels_are_no_more_where_none_is_held_back(tmp_path):
    done = trained(tmp_path / "run", "mean", "corpus.held=false", "training.keep=last", "corpus.labels=10")
    assert done.sizes["train"] == 10


@pytest.mark.parametrize("name", ["rdrop", "student"])
def test_a_corpus_may_have_settings_of_its_own_for_models_that_start_from_others(name, starts):
    plain, own = (started("classify", name, starts("bert"), corpus=corpus) for corpus in ("", "imdb"))
    assert (plain.corpus.held, plain.training.keep) == (True, "best")
    assert (own.corpus.held, own.training.keep) == (False, "last")
    assert replace(own, corpus=plain.corpus, training=replace(own.training, keep="best", by_length=True)) == plain
    assert started("classify", name, starts("bert"), corpus="imdb", changes=["corpus.held=true"]).corpus.held


@pytest.mark.parametrize("leaf", ["corpus.labels=10", "start.random=true"])
def test_labels_and_random_weights_mean_nothing_elsewhere(leaf, starts):
    odd = [
        recipe("gpt", task="language", changes=[leaf]),
        recipe("rnn", task="translate", changes=[leaf]),
        started("prefer", "dpo", starts("gpt"), changes=[leaf]),
        started("instruct", "", starts("gpt"), changes=[leaf]),
        *([recipe("mean", changes=[leaf])] if leaf.startswith("start") else []),
    ]
    for made in odd:
        with pytest.raises(Mistake, match=rf"{leaf.partition('=')[0]} has no effect for (this model|--task)"):
            purpose_of(made).possible(made)
