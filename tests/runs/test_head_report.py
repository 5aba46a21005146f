"""Heads of runs audited: every task gives texts, answers and ties; silence is compared with the same texts."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from regard.data.examples import Labelled, Pair
from regard.explain.heads.reads import answered
from regard.findings.heads import HeadReport
from regard.runs.auditing import aligning, heads, sample
from regard.runs.auditing.heads import head_report, is_sure
from regard.runs.auditing.sample import decided_together, linked, marks_of, sample_of
from regard.runs.run import open_run
from regard.text.words import learn_words

from . import small, small_language, small_pairs


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corpora of the tests in place of those that a run would open."""
    found, pairs = small.corpus(), small_pairs.pairs()
    monkeypatch.setattr(sample, "examples_of", lambda run, corpus, split: (found.name, "test", found.test))
    opened = (pairs, "test", pairs.test)
    monkeypatch.setattr(sample, "pairs_of", lambda run, corpus, split: opened)
    monkeypatch.setattr(aligning, "pairs_of", lambda run, corpus, split: opened)
    prose = small_language.documents().parts()["test"]
    monkeypatch.setattr(sample, "documents_of", lambda run, corpus, split: ("probe", "test", prose))


@pytest.fixture(scope="module")
def labels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("labels") / "run"
    return small.trained(folder, "transformer", "vectors.width=8", "model.layers=1", "model.heads=2").folder


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_pairs.trained(tmp_path_factory.mktemp("pairs") / "run", "transformer").folder


def test_heads_of_labels_are_named_and_silenced(labels: Path):
    report = head_report(open_run(labels), texts=12)
    assert (report.texts, report.of, report.answers, report.what) == (12, 24, 12, "label")
    assert [one.name for one in report.heads] == ["encoder.layers.0.attention.0", "encoder.layers.0.attention.1"]
    assert 0 <= report.accuracy <= 1
    for one in report.heads:
        assert set(one.shares) == {"previous", "itself", "next", "first", "marks", "same-word", "tied"}
        assert set(one.effects) == {"zero", "uniform"}
        assert all(share.interval[0] <= share.value <= share.interval[1] for share in one.shares.values())
        assert all(0 < share.control < 1 and 0 < share.of <= 1 for share in one.shares.values())
    assert set(report.silent) == {"zero", "uniform"}
    assert head_report(open_run(labels), texts=12, silence=False).heads[0].effects == {}


def test_the_same_seed_draws_the_same_texts(labels: Path):
    run = open_run(labels)
    first, again, other = (sample_of(run, "", "", 5, seed) for seed in (0, 0, 1))
    whole = [answered(one.reads, one.count) for one in (first, again, other)]
    assert np.array_equal(whole[0], whole[1])
    assert not np.array_equal(whole[0], whole[2])


def sites(report: HeadReport) -> dict[str, str]:
    return {one.site: one.kind for one in report.heads}


def test_heads_of_a_translator_are_told_by_what_they_see(translator: Path):
    report = head_report(open_run(translator), texts=6)
    assert report.what == "translation"
    kinds = sites(report)
    assert kinds["encoder.layers.0.attention"] == "self"
    assert kinds["decoder.layers.0.attention"] == "causal"
    assert kinds["decoder.layers.1.cross"] == "cross"
    cross = next(one for one in report.heads if one.kind == "cross")
    assert set(cross.shares) == {"same-place", "first", "last", "marks", "aligned"}
    before = next(one for one in report.heads if one.kind == "causal")
    assert "next" not in before.shares
    found = report.alignment
    assert found is not None
    assert found.best is not None
    assert found.pairs == 6
    assert len(found.rates) == 2 * (1 + 2 + 4), "mean, layers and heads, as said and one step later"
    assert all(one.interval[0] <= one.value <= one.interval[1] for one in (*found.rates, found.diagonal, found.random))


def test_a_translator_that_recurs_has_one_look_a_word(tmp_path: Path):
    run = open_run(small_pairs.trained(tmp_path / "run", "bahdanau", "training.epochs=1").folder)
    report = head_report(run, texts=6, silence=False)
    assert sites(report) == {"attention": "cross"}
    assert report.alignment is not None
    readouts = [one.readout for one in report.alignment.rates]
    assert readouts == ["attention", "attention, one step later"], "one head is the mean of one"


def test_what_is_sure_agrees_with_its_interval(labels: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(heads, "is_sure", lambda differences, tries: True)
    effects = [one.effects[how] for one in head_report(open_run(labels), texts=12).heads for how in one.effects]
    for one in effects:
        assert one.sure == (one.loss_interval[0] > 0 or one.loss_interval[1] < 0)


@pytest.mark.parametrize(("name", "what"), [("gpt", "next"), ("bert", "masked"), ("bart", "clean")])
def test_heads_of_language_models(starts: Callable[[str], Path], name: str, what: str):
    report = head_report(open_run(starts(name)), texts=4)
    assert report.what == what
    kinds = set(sites(report).values())
    assert kinds == {"gpt": {"causal"}, "bert": {"self"}, "bart": {"self", "causal", "cross"}}[name]
    assert report.loss > 0


def test_words_that_decide_together_are_tied():
    text = "I did not really like it"
    example = Labelled(text, 0, rationale=((2, 9), (17, 21)))
    ties = decided_together(learn_words([text], size=50, least=1), example, 0)
    assert {text.split()[place] for tie in ties.source for place in tie} == {"did", "not", "like"}
    assert len(ties.source) == 6
    assert all(one != two for one, two in ties.source)


def test_words_that_share_a_translation_are_tied():
    pair = Pair(
        "the law will pass",
        "la loi passera",
        alignment=frozenset({(0, 0), (1, 1), (3, 2)}),
        possible=frozenset({(2, 2), (1, 0)}),
    )
    ties = linked(*(learn_words([text], size=50, least=1) for text in (pair.source, pair.target)), pair)
    assert set(ties.source) == {(2, 3), (3, 2), (0, 1), (1, 0)}, "will pass, the law"
    assert set(ties.given) == {(1, 2), (2, 1)}, "« la » takes its form from « loi »; BEGIN stands first"
    assert set(ties.cross) == {(0, 0), (1, 1), (2, 3), (2, 2), (0, 1)}


def test_marks_are_tokens_without_letters():
    tokenizer = learn_words(["a , b . 9 !"], size=50, least=1)
    names = tokenizer.vocabulary()
    assert {names[number] for number in marks_of(tokenizer)} >= {",", ".", "!"}
    assert not {names[number] for number in marks_of(tokenizer)} & {"a", "b", "9"}


def test_of_many_changes_one_must_be_larger_to_be_sure():
    dice = np.random.default_rng(0)
    differences = dice.normal(0.25, 1.0, 100)
    assert is_sure(differences, 1)
    assert not is_sure(differences, 10_000)
    assert not is_sure(np.zeros(100), 1)
