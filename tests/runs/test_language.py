"""Runs of language models: every recipe trains, is found again, measured and asked."""

import math
from dataclasses import replace

import pytest
import torch
import torch.nn.functional as F

from regard.data.documents import Prose, prose
from regard.errors import Mistake
from regard.explain.maps.language import looked
from regard.models import LANGUAGE
from regard.runs.labels.prediction import predictions
from regard.runs.labs.single import alone
from regard.runs.language import purpose
from regard.runs.language.build import possible_language, prepare_documents
from regard.runs.language.evaluation import language_evaluation
from regard.runs.language.generations import Saying, generations, reading
from regard.runs.language.measure import measure_words, recalled_words
from regard.runs.recipe import from_tree, names, read_toml, recipe, to_toml
from regard.runs.run import Run, open_run
from regard.runs.training import resume, train

from .small import fingerprint, last
from .small_language import documents, prepared, small, trained

KINDS = {
    "gpt": "next",
    "bloom": "next",
    "llama": "next",
    "bert": "masked",
    "roberta": "masked",
    "albert": "masked",
    "reader": "masked",
}
KINDS["bart"] = "clean"


@pytest.fixture(scope="module")
def runs(tmp_path_factory) -> dict[str, Run]:
    """One run of each kind of task."""
    folder = tmp_path_factory.mktemp("language")
    return {name: open_run(trained(folder / name, name).folder) for name in ("gpt", "bert", "bart")}


def test_there_is_a_recipe_for_every_model():
    assert sorted(names("language")) == sorted(LANGUAGE)


@pytest.mark.parametrize("name", LANGUAGE)
def test_a_recipe_is_whole_and_its_model_can_be_built(name, tmp_path):
    made = recipe(name, task="language")
    possible_language(made)
    assert (made.model["kind"], made.row) == (name, "T8")
    (tmp_path / "recipe.toml").write_text(to_toml(made), encoding="utf-8")
    assert from_tree(read_toml(tmp_path / "recipe.toml")) == made


@pytest.mark.parametrize(
    ("corpus", "name"), [("tinyshakespeare", "gpt"), *(("wikitext2", n) for n in ("gpt", "bloom", "llama"))]
)
def test_recipes_of_a_corpus_can_be_built(corpus, name):
    made = recipe(name, task="language", corpus=corpus)
    possible_language(made)
    assert made != recipe(name, task="language")


@pytest.mark.parametrize("name", LANGUAGE)
def test_every_model_is_trained_measured_and_found_again(name, tmp_path):
    done = trained(tmp_path / "run", name)
    summary = done.test.summary()
    assert (summary["metric"], summary["words"]) == ("perplexity", KINDS[name])
    low, high = summary["interval"]
    assert 1 < low <= summary["value"] <= high < 500
    assert ("pair_accuracy" in summary) == (name in ("bert", "albert"))
    assert ("bits_per_character" in summary) == (KINDS[name] == "next")
    assert recalled_words(done.test.verdicts()).summary() == summary
    found = last(resume(done.folder, data=prepared(small(name))))
    assert found.test.summary() == summary
    result = alone(done, "regard")
    assert (result.rows[0].metric, result.rows[0].value) == ("perplexity", summary["value"])


@pytest.mark.parametrize("name", ["gpt", "bert", "bart"])
def test_a_stopped_training_goes_on_to_the_same_weights(name, tmp_path):
    whole = trained(tmp_path / "whole", name)
    made = small(name)
    events = train(made, tmp_path / "cut", data=prepared(made))
    for _ in range(5):
        next(events)
    events.close()
    last(resume(tmp_path / "cut", data=prepared(made)))
    assert fingerprint(tmp_path / "cut") == fingerprint(whole.folder)


def test_perplexity_is_that_of_every_word_in_its_document(runs):
    run = runs["gpt"]
    made = replace(run.recipe, text=replace(run.recipe.text, longest=256))
    data = prepared(made)
    found = measure_words(made, run.model, run.tokenizer, data.test, characters=data.characters["test"])
    total, count = 0.0, 0
    with torch.no_grad():
        for text in documents().test:
            ids = torch.tensor([[run.tokenizer.begin_id, *run.tokenizer.encode(text).ids, run.tokenizer.end_id]])
            total += float(F.cross_entropy(run.model(ids[:, :-1])[0], ids[0, 1:], reduction="sum"))
            count += ids.shape[1] - 1
    assert found.n == count
    assert math.isclose(found.value, math.exp(total / count), rel_tol=1e-5)
    characters = sum(len(text) for text in documents().test)
    assert math.isclose(found.measures["bits_per_character"], total / math.log(2) / characters, rel_tol=1e-5)


def test_a_corpus_without_a_test_part_is_tested_on_the_other():
    data = prepare_documents(small(), replace(documents(), test=Prose()))
    assert data.test.ids.tolist() == data.validation.ids.tolist()
    assert data.corpus.sizes()["test"] == documents().sizes()["validation"]


def test_one_document_is_too_few_for_next_sentences_before_anything_is_learned():
    whole = replace(documents(), train=prose(["It rained. " * 500]))
    seen: list[str] = []
    with pytest.raises(Mistake, match=r"need a second document .* --set corpus.boundary=paragraph "):
        prepare_documents(small("bert"), whole, lambda doing, share: seen.append(doing))
    assert seen == []
    assert prepare_documents(small("albert"), whole).sentences["train"].counts.tolist() == [500]


def test_what_is_said_with_a_cache_is_what_is_said_without(runs):
    run = runs["gpt"]
    (one,) = generations(run, ["The film"], Saying(temperature=0, longest=12))
    ids = reading(run, "The film").ids
    before = len(ids)
    with torch.no_grad():
        for _ in range(12):
            ids.append(int(run.model(torch.tensor([ids]))[0, -1].argmax()))
            if ids[-1] == run.tokenizer.end_id:
                break
    said = [token for token in ids[before:] if token != run.tokenizer.end_id]
    assert "The film" + one["text"] == run.tokenizer.decode([*ids[:before], *said])


@pytest.mark.parametrize("name", ["gpt", "bart"])
def test_a_seed_decides_and_the_text_is_heard_as_it_comes(runs, name):
    heard: list[str] = []
    how = Saying(temperature=1.5, longest=20, seed=3, repetition=1.2, top_k=50, top_p=0.95)
    one, other = generations(runs[name], ["The film", "I know"], how, heard.append)
    assert "".join(heard) == one["text"] + other["text"]
    assert generations(runs[name], ["I know"], how) == [other], "whatever else is asked"
    assert generations(runs[name], ["I know"], replace(how, seed=4)) != [other]


def test_a_text_ends_before_a_stop(runs):
    how = Saying(temperature=1.5, longest=30, seed=3)
    whole = generations(runs["gpt"], ["The film"], how)[0]["text"]
    stop = whole[6:9]
    (cut,) = generations(runs["gpt"], ["The film"], replace(how, stops=(stop,)))
    assert cut["text"] == whole[: whole.index(stop)]


def test_a_beam_keeps_the_best(runs):
    (one,) = generations(runs["gpt"], ["The film"], Saying(beam=4, n_best=3, longest=6))
    scores = [kept["score"] for kept in one["hypotheses"]]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    with pytest.raises(Mistake, match="a beam has no repetition penalty"):
        generations(runs["gpt"], ["The film"], Saying(beam=4, repetition=1.2))


def test_blanks_are_filled_in(runs):
    run = runs["bert"]
    (one,) = generations(run, ["The [MASK] was [MASK] ."], Saying(n_best=4))
    assert [len(words) for words in one["blanks"]] == [4, 4]
    ids = torch.tensor([reading(run, "The [MASK] was [MASK] .").ids])
    logits = run.model(ids).words[0].detach()
    logits[:, list(run.tokenizer.special_ids)] = -torch.inf
    shares = (logits - logits.logsumexp(-1, keepdim=True)).exp()
    blanks = (ids[0] == run.tokenizer.mask_id).nonzero()[:, 0].tolist()
    for words, place in zip(one["blanks"], blanks, strict=True):
        assert math.isclose(words[0]["probability"], float(shares[place].max()), rel_tol=1e-5)
        assert words[0]["word"] == run.tokenizer.decode([int(shares[place].argmax())]).strip()
    assert "[MASK]" not in one["text"]
    assert len(one["hypotheses"]) == 4
    with pytest.raises(Mistake, match=r"has no \[MASK\] to fill in"):
        generations(run, ["The film"])


def test_what_was_measured_on_is_known_by_its_texts_and_not_by_their_size(runs):
    made = small()
    own = prepared(made)
    swapped = [text.replace("e", "a", 1) for text in own.corpus.test]
    other = replace(own, corpus=replace(own.corpus, test=prose(swapped)))
    assert [len(text) for text in swapped] == [len(text) for text in own.corpus.test]
    assert purpose.measured_on(own) == purpose.measured_on(prepared(made)) != purpose.measured_on(other)


def test_it_is_measured_on_other_texts(runs, tmp_path):
    other = tmp_path / "other.txt"
    other.write_text("The film was good .\nI did not like it .\nIt is long .\n", encoding="utf-8")
    found = language_evaluation(runs["gpt"], str(other))
    assert (found.corpus, found.split) == ("other.txt", "all")
    assert found.measured.n == len(runs["gpt"].tokenizer.encode(other.read_text(encoding="utf-8")).ids) + 3


@pytest.mark.parametrize("name", ["gpt", "bert", "bart"])
def test_it_can_be_looked_at(runs, name):
    run, text = runs[name], "The film was [MASK] ." if name != "gpt" else "The film was"
    said = looked(run.model, run.tokenizer, text, reading(run, text))
    assert said.maps[-1].columns[0] == "[BEGIN]"
    assert "film" in said.maps[-1].columns


@pytest.mark.parametrize(
    ("name", "change", "complaint"),
    [
        ("gpt", "task.rdrop=1.0", "task.rdrop has no effect for --task language"),
        ("gpt", "text.longest=300", "text.longest is 300, and the model has 256 places"),
        ("bert", "model.purpose=classes", "model.purpose is 'classes', which no text teaches"),
        ("bert", "task.rows=blocks", "task.rows = 'blocks' goes with models of the next word"),
        ("gpt", "model.end=3", "no setting in model called 'end'"),
        ("bart", "model.heads=3", "3 heads"),
        ("gpt", "model.kind=gtp", "no kind of model called 'gtp'; did you mean 'gpt'"),
    ],
)
def test_what_cannot_be_trained_is_named(name, change, complaint):
    with pytest.raises(Mistake, match=complaint):
        possible_language(recipe(name, task="language", changes=[change]))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ("task.masked=0", "masked is 0.0, and must be above 0"),
        ("task.masked=1.5", "masked is 1.5, and must be between 0 and 1"),
        ("task.replaced=0.5", "hidden and replaced are 1.3 together"),
        ("task.stretch=0", "stretch is 0.0, and must be above 0"),
        ("corpus.boundary=page", "corpus.boundary"),
    ],
)
def test_shares_that_cannot_be_are_named(change, complaint):
    with pytest.raises(Mistake, match=complaint):
        recipe("bert", task="language", changes=[change])


def test_other_tasks_are_told_apart(runs):
    with pytest.raises(Mistake, match="is a language model; use `regard generate"):
        predictions(runs["gpt"], ["x"])
