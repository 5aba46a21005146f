"""Several runs beside each other: word by word on a text, text by text on a test set."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from regard.errors import Mistake
from regard.findings.compared import ComparedRuns
from regard.metrics.intervals import paired
from regard.runs.comparing.same import names_of
from regard.runs.comparing.sets import compared_runs
from regard.runs.comparing.tests import mcnemar, of_labels
from regard.runs.comparing.texts import compared_text, shared_words
from regard.runs.recipe import with_corpus
from regard.runs.run import Run, open_run
from regard.runs.starting import started
from regard.runs.training import train
from regard.runs.verdicts import VERDICTS
from runs import small, small_language, small_pairs

TEXT = "I did not like this wonderful film ."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("compared")
    small.trained(folder / "attention")
    small.trained(folder / "other", "attention", "training.seed=1", "training.epochs=6", "training.learning_rate=0.02")
    small.trained(folder / "lstm", "lstm")
    small_pairs.trained(folder / "bahdanau")
    small_pairs.trained(folder / "rnn", "rnn")
    small_language.trained(folder / "gpt")
    small_language.trained(folder / "coarse", "gpt", "text.size=300")
    small_language.trained(folder / "bloom", "bloom")
    small_language.trained(folder / "bert", "bert")
    return folder


@pytest.fixture(scope="module")
def runs(folder: Path) -> dict[str, Run]:
    return {place.name: open_run(place) for place in folder.iterdir()}


def chosen(runs: dict[str, Run], *names: str) -> list[Run]:
    return [runs[name] for name in names]


def named(runs: dict[str, Run], *names: str) -> list[tuple[str, Run]]:
    return [(name, runs[name]) for name in names]


def test_words_that_overlap_are_one():
    fine, coarse = [(0, 2), (2, 5), (6, 9), (9, 10)], [(0, 5), (6, 7), (7, 9), (9, 10), (11, 12)]
    assert shared_words([fine, coarse]) == [(0, 5), (6, 9), (9, 10), (11, 12)]


@pytest.mark.parametrize("names", [("gpt", "coarse"), ("attention", "lstm")])
def test_spaces_are_no_part_of_a_word(runs, names):
    text = "a  dull   film"
    found = compared_text(named(runs, *names), text)
    assert [one.word for one in found.words] == text.split()
    assert [text[one.start : one.end] for one in found.words] == text.split()


def test_every_word_has_its_weight_in_every_run(runs):
    found = compared_text(named(runs, "attention", "other"), TEXT)
    assert [word.word for word in found.words] == TEXT.split()
    for run in range(2):
        assert sum(word.weights[run] for word in found.words) == pytest.approx(1)
    first = found.by_disagreement[0]
    assert first.apart == pytest.approx(max(abs(word.weights[0] - word.weights[1]) for word in found.words))
    (distance,) = found.distances
    apart = sum(abs(word.weights[0] - word.weights[1]) for word in found.words) / 2
    assert distance.distance == pytest.approx(apart)


def test_a_run_without_attention_still_answers(runs):
    found = compared_text(named(runs, "attention", "lstm"), TEXT)
    assert "no attention" in found.answers[1].why
    assert {word.weights[1] for word in found.words} == {None}
    assert {word.apart for word in found.by_disagreement} == {None}, "one run alone is not apart from any"
    assert found.answers[1].label in runs["lstm"].classes
    assert found.distances == []


def test_all_runs_explain_the_same_label(runs):
    asked = compared_text(named(runs, "attention", "other"), TEXT, method="leave-one-out", target="negative")
    other = compared_text(named(runs, "attention", "other"), TEXT, method="leave-one-out", target="positive")
    assert (asked.target, other.target) == ("negative", "positive")
    ours, theirs = ([word.weights for word in one.words] for one in (asked, other))
    np.testing.assert_allclose(ours, -np.array(theirs), atol=1e-9)
    own = compared_text(named(runs, "attention", "other"), TEXT, method="leave-one-out")
    assert own.target == own.answers[0].label


def test_translations_and_language_models_are_aligned_too(runs):
    found = compared_text(named(runs, "bahdanau", "rnn"), "Anna did not sign .")
    assert found.answers[1].why
    assert {word.word for word in found.words} == {"Anna", "did", "not", "sign", "."}
    words = compared_text(named(runs, "gpt", "coarse"), "The film was")
    assert [word.word for word in words.words] == ["The", "film", "was"]
    assert words.answers[0].probability == max(words.answers[0].probabilities.values())


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("attention", "gpt"), "compare runs that do the same"),
        (("gpt", "bert"), "not equally hard"),
        (("attention",), "2 runs at least"),
    ],
)
def test_runs_that_cannot_be_compared_are_told_apart(runs, names, said):
    with pytest.raises(Mistake, match=said):
        compared_text(named(runs, *names), "The film was [MASK] .")
    with pytest.raises(Mistake, match=said):
        compared_runs(chosen(runs, *names))


def test_other_labels_are_named(runs):
    one = runs["attention"]
    other = replace(one, recipe=replace(one.recipe, corpus=replace(one.recipe.corpus, classes=("bad", "good"))))
    with pytest.raises(Mistake, match=r"knows the labels negative, positive and .* bad, good"):
        compared_text([("a", one), ("b", other)], TEXT)


@pytest.mark.parametrize("wrong", ["", " \n"])
def test_an_empty_text_has_nothing_to_compare(runs, wrong):
    with pytest.raises(Mistake, match="empty"):
        compared_text(named(runs, "attention", "other"), wrong)


def test_kept_verdicts_are_not_computed_again(runs, monkeypatch):
    monkeypatch.setattr("regard.runs.comparing.sets.evaluation", None)
    found = compared_runs(chosen(runs, "attention", "other", "lstm"))
    assert (found.metric, found.n, found.recalled) == ("accuracy", 24, True)
    assert [one.run for one in found.runs] == ["attention", "other", "lstm"]
    assert found.runs[1].value == pytest.approx(runs["other"].metrics[-1]["test"]["value"])
    assert found.differences[0].difference == pytest.approx(found.runs[1].value - found.runs[0].value)
    assert "training.seed 0 → 1" in found.differences[0].changes


def test_paired_tests_are_those_of_the_metrics():
    chance = np.random.default_rng(0)
    ours, theirs = chance.random(4_000) < 0.8, chance.random(4_000) < 0.6
    assert of_labels(ours).against(of_labels(theirs)) == paired([ours], [theirs])


def test_few_texts_are_tested_exactly():
    """Five texts that only one run got right are no proof: one in 32 coins falls so, and one the other way round."""
    ours, theirs = np.ones(40, dtype=bool), np.arange(40) >= 5
    difference, interval, p = of_labels(ours).against(of_labels(theirs))
    assert p == pytest.approx(2 / 32)
    assert (difference, interval) == paired([ours], [theirs])[:2]


def test_the_exact_test_is_that_of_all_ways_to_share():
    for only, others in ((0, 0), (3, 3), (1, 7), (9, 2)):
        n = only + others
        ways = [sum(side) for side in product((0, 1), repeat=n)]
        as_far = sum(abs(2 * one - n) >= abs(only - others) for one in ways)
        assert mcnemar(only, others) == pytest.approx(as_far / 2**n)
    ours = np.arange(3_000) < 560
    theirs = np.arange(3_000)[::-1] < 440
    assert mcnemar(560, 440) == pytest.approx(paired([ours], [theirs])[2], rel=0.15)


def test_without_verdicts_runs_are_measured(runs, folder, tmp_path, monkeypatch):
    asked: list[str] = []

    def evaluation(run, corpus, split, progress):
        asked.append(run.folder.name)
        return type("E", (), {"corpus": "c", "split": "test", "measured": type("M", (), {"right": np.ones(3, bool)})})

    monkeypatch.setattr("regard.runs.comparing.sets.evaluation", evaluation)
    bare = replace(runs["other"], folder=tmp_path)
    found = compared_runs([runs["attention"], bare])
    assert asked == ["attention", tmp_path.name]
    assert not found.recalled
    assert not (tmp_path / VERDICTS).exists()


def test_other_corpora_must_be_named(runs):
    one = runs["attention"]
    strange = replace(
        one, folder=one.folder / "..", recipe=replace(one.recipe, corpus=replace(one.recipe.corpus, name="imdb"))
    )
    with pytest.raises(Mistake, match="--corpus"):
        compared_runs([one, strange])


def test_perplexities_compare_under_the_same_tokens(runs):
    found = compared_runs(chosen(runs, "gpt", "bloom"))
    assert found.metric == "perplexity"
    assert found.less
    assert found.runs[0].value == pytest.approx(runs["gpt"].metrics[-1]["test"]["value"])
    assert found.differences[0].interval is not None


def test_other_tokens_are_compared_in_bits(runs):
    found = compared_runs(chosen(runs, "gpt", "coarse"))
    assert found.metric == "bits_per_character"
    for one in found.runs:
        expected = runs[one.run].metrics[-1]["test"]["bits_per_character"]
        assert one.value == pytest.approx(expected)
    low, high = found.differences[0].interval
    assert low <= found.differences[0].difference <= high


def test_two_runs_of_one_name_are_told_apart(runs):
    one, other = runs["attention"], runs["other"]
    twin = replace(other, folder=Path("elsewhere/attention"))
    assert names_of([one, twin]) == [str(one.folder), "elsewhere/attention"]
    with pytest.raises(Mistake, match="named twice"):
        names_of([one, one])


def test_what_was_found_is_plain_data(runs):
    found = compared_runs(chosen(runs, "attention", "other"))
    assert ComparedRuns(**{**found.as_json(), "runs": found.runs, "differences": found.differences}) == found


def test_before_and_after_fine_tuning(runs, tmp_path, monkeypatch):
    monkeypatch.setattr("regard.runs.labels.purpose.read_corpus", lambda made: small.corpus())
    quick = ["training.epochs=1", "training.least_steps=0", "training.batch=16"]
    made = with_corpus(started("classify", "finetuned", runs["bert"].folder, changes=quick), "probe-reviews")
    after = open_run(small.last(train(made, tmp_path / "after")).folder)
    found = compared_text([("bert", runs["bert"]), ("after", after)], "The film was good .")
    assert [word.word for word in found.words] == ["The", "film", "was", "good", "."]
    assert all(0 < word.weights[run] < 1 for word in found.words for run in range(2))
    assert found.answers[1].label in after.classes
    with pytest.raises(Mistake, match="compare runs that do the same"):
        compared_text([("gpt", runs["gpt"]), ("after", after)], "The film was good .")
