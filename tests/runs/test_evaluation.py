"""A run measured on its own corpus, on another, and on tables of any kind."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from regard.errors import Mistake
from regard.runs.labels import evaluation as evaluations
from regard.runs.labels.build import prepare, read_corpus
from regard.runs.labels.evaluation import evaluation
from regard.runs.labels.prediction import predictions
from regard.runs.recipe import recipe, with_corpus
from regard.runs.run import Run, open_run
from regard.runs.training import train

from .small import QUICK, corpus, last

LABELS = ("bad", "good")


def table(file: Path, rows: list[tuple], header: tuple[str, ...] = ("review", "stars")) -> Path:
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])
    return file


def rows(*, label: int | None = None, start: int = 0) -> list[tuple[str, str]]:
    chosen = [example for example in corpus().train if label in (None, example.label)]
    return [(example.text, LABELS[example.label]) for example in chosen[start:]]


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> tuple[Run, Path]:
    """A run that learned from a table with columns of its own, and the folder of both."""
    folder = tmp_path_factory.mktemp("own")
    file = table(folder / "reviews.csv", rows())
    made = with_corpus(recipe("mean", changes=QUICK), str(file), "review", "stars")
    return open_run(last(train(made, folder / "run", data=prepare(made, read_corpus(made)))).folder), folder


def test_its_own_corpus_is_measured_on_the_test_part(own):
    run, _ = own
    found = evaluation(run)
    assert (found.corpus, found.split) == ("reviews.csv", "test")
    assert found.measured.summary() == run.metrics[-1]["test"]
    assert evaluation(run, split="validation").measured.summary() == run.metrics[-1]["validation"]
    assert evaluation(run, split="train").measured.n == len(rows()) - 2 * found.measured.n


def test_its_own_table_is_known_by_any_path(own, monkeypatch):
    run, folder = own
    monkeypatch.chdir(folder / "run")
    for name in ("../reviews.csv", str(folder / "run" / ".." / "reviews.csv")):
        assert evaluation(run, name).split == "test"


def test_another_table_is_measured_whole(own, tmp_path):
    run, _ = own
    found = evaluation(run, str(table(tmp_path / "new.csv", rows(start=7))))
    assert (found.corpus, found.split, found.measured.n) == ("new.csv", "all", len(rows()) - 7)
    said = predictions(run, [text for text, _ in rows(start=7)])
    hits = [one["label"] == label for one, (_, label) in zip(said, rows(start=7), strict=True)]
    assert found.measured.right.tolist() == hits


def test_a_table_of_one_class_or_one_row_can_be_measured(own, tmp_path):
    run, _ = own
    for number, label in enumerate(LABELS):
        found = evaluation(run, str(table(tmp_path / f"{label}.csv", rows(label=number))))
        assert found.measured.n == len(rows(label=number))
    assert evaluation(run, str(table(tmp_path / "one.csv", [("fine", "good")]))).measured.n == 1


def test_columns_are_those_of_the_run_or_named_or_guessed(own, tmp_path):
    run, _ = own
    swapped = [(label, text, label) for text, label in rows()]
    wide = table(tmp_path / "wide.csv", swapped, ("mood", "review", "stars"))
    assert evaluation(run, str(wide)).measured.n == len(swapped)
    assert evaluation(run, str(wide), label="mood").measured.n == len(swapped)
    other = table(tmp_path / "other.csv", rows(), ("text", "label"))
    assert evaluation(run, str(other)).measured.n == len(rows())
    with pytest.raises(Mistake, match=r"has no column 'lable'; did you mean 'label'"):
        evaluation(run, str(other), label="lable")


def test_a_column_of_parts_is_respected(own, tmp_path):
    run, _ = own
    parted = [(text, label, ("train", "dev", "test", "test")[i % 4]) for i, (text, label) in enumerate(rows())]
    file = str(table(tmp_path / "parted.csv", parted, ("review", "stars", "split")))
    assert {evaluation(run, file, split=split).measured.n for split in ("", "test")} == {30}
    assert [evaluation(run, file, split=split).measured.n for split in ("train", "validation")] == [15, 15]
    trained_only = str(table(tmp_path / "only.csv", parted[::4], ("review", "stars", "split")))
    with pytest.raises(Mistake, match=r"only\.csv has no examples in its part 'test'"):
        evaluation(run, trained_only)


def test_a_part_of_a_table_without_parts_is_refused(own, tmp_path):
    run, _ = own
    with pytest.raises(Mistake, match=r"new\.csv has no column 'split', .* leave out --split test"):
        evaluation(run, str(table(tmp_path / "new.csv", rows())), split="test")


def test_labels_that_the_run_does_not_know_are_named(own, tmp_path, monkeypatch):
    run, _ = own
    monkeypatch.setattr(evaluations, "open_corpus", lambda name, **columns: corpus())
    strange = table(tmp_path / "strange.csv", [*rows(), ("well", "mixed")])
    with pytest.raises(Mistake, match=r"strange\.csv has labels that are not known \(mixed\); known: bad, good"):
        evaluation(run, str(strange))
    with pytest.raises(Mistake, match=r"labels that the run does not know \(negative, positive\); it knows bad, good"):
        evaluation(run, "probe-reviews")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is empty"),
        ("review,stars\n", "has column names but no rows"),
        ("review,stars\n,\n", "the text or the label is empty in 1 of 1 rows"),
        ("fine,good\nbad film,good\n", "looks like data, not like column names"),
    ],
)
def test_a_table_that_cannot_be_measured_is_refused(own, tmp_path, content, said):
    run, _ = own
    (tmp_path / "new.csv").write_text(content, encoding="utf-8")
    with pytest.raises(Mistake, match=said):
        evaluation(run, str(tmp_path / "new.csv"))


def test_a_corpus_with_slices_is_measured_on_each(finished_run, monkeypatch):
    run = open_run(finished_run)
    monkeypatch.setattr(evaluations, "open_corpus", lambda name, **columns: corpus())
    found = evaluation(run)
    assert (found.corpus, found.split, found.measured.n) == ("probe-reviews", "test", 24)
    assert found.measured.summary() == run.metrics[-1]["test"]
    assert found.measured.sizes["plain"] > 1


def test_labels_in_another_order_are_renumbered(finished_run, monkeypatch):
    run, usual = open_run(finished_run), corpus()
    monkeypatch.setattr(evaluations, "open_corpus", lambda name, **columns: usual)
    right = evaluation(run).measured.right
    turned = replace(
        usual,
        name="turned",
        classes=usual.classes[::-1],
        test=[replace(example, label=1 - example.label) for example in usual.test],
    )
    monkeypatch.setattr(evaluations, "open_corpus", lambda name, **columns: turned)
    assert (evaluation(run, "imdb").measured.right == right).all()


def test_a_corpus_that_has_changed_since_is_refused(finished_run, monkeypatch):
    run, usual = open_run(finished_run), corpus()
    monkeypatch.setattr(evaluations, "open_corpus", lambda name, **columns: replace(usual, train=usual.train[1:]))
    with pytest.raises(Mistake, match=r"no longer those that the run .* began with"):
        evaluation(run)


def test_predictions_are_probabilities_of_every_class(own):
    run, _ = own
    texts = ["I liked it", "", "x" * 5000, "I liked it"]
    said = predictions(run, texts)
    assert [one["text"] for one in said] == texts
    assert said[0] == said[3]
    for one in said:
        assert tuple(one["probabilities"]) == LABELS
        assert sum(one["probabilities"].values()) == pytest.approx(1)
        assert one["probability"] == max(one["probabilities"].values()) == one["probabilities"][one["label"]]
