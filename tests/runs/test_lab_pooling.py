"""The lab `pooling` on a small corpus: what it finds, that it repeats, that it trains nothing twice."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from regard.data.probes.reviews import reviews
from regard.errors import Mistake
from regard.results import LabResult
from regard.runs.labels.measure import touching
from regard.runs.labs import LABS
from regard.runs.labs import pooling as lab
from regard.runs.labs.pooling import MODELS, SWEEP, pooling
from regard.runs.labs.request import Request
from regard.runs.recipe import names, recipe
from regard.runs.run import open_run

from .small import QUICK, everything, fingerprint

CHOSEN = ("mean", "attention", "attention-entropy")
SMALL = reviews(0, train=90, validation=30, test=60)


@pytest.fixture(autouse=True)
def small_corpus(monkeypatch):
    monkeypatch.setattr(lab, "read_corpus", lambda made: SMALL)


def climbed(out: Path, **more: Any) -> LabResult:
    settings = {"seeds": 2, "models": CHOSEN, "changes": QUICK, "show": lambda name, event: None} | more
    return pooling(Request(corpus="probe-reviews", out=out, **settings))


@pytest.fixture(scope="module")
def first(tmp_path_factory) -> tuple[LabResult, Path]:
    out = tmp_path_factory.mktemp("lab")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lab, "read_corpus", lambda made: SMALL)
        return climbed(out, command="regard lab pooling"), out


def weights(out: Path) -> dict[str, str]:
    """The checksum of each run's weights."""
    return {str(file.parent.relative_to(out)): fingerprint(file.parent) for file in out.rglob("model.safetensors")}


def without_clock(result: LabResult) -> LabResult:
    return replace(result, rows=[replace(row, seconds=0.0, tokens_per_second=0.0) for row in result.rows])


def test_every_model_of_the_lab_has_a_recipe():
    assert set(MODELS) <= set(names())
    assert "pooling" in LABS


def test_a_row_for_each_model_over_its_seeds(first):
    result, out = first
    assert (result.lab, result.corpus, result.command) == ("pooling", "probe-reviews", "regard lab pooling")
    assert result.sizes == {"train": 90, "validation": 30, "test": 60}
    assert [row.model for row in result.rows] == list(CHOSEN)
    assert [row.row for row in result.rows] == ["P1", "P2", "P5"]
    for row in result.rows:
        runs = [open_run(out / "runs" / row.model / str(seed)) for seed in (0, 1)]
        tests = [run.metrics[-1]["test"] for run in runs]
        assert row.seeds == [0, 1]
        assert row.per_seed == [test["value"] for test in tests]
        assert row.value == pytest.approx(sum(row.per_seed) / 2)
        assert row.interval[0] <= row.value <= row.interval[1]
        assert row.entropy == pytest.approx(sum(test["entropy"] for test in tests) / 2)
        assert row.rationale == pytest.approx(sum(test["rationale"] for test in tests) / 2)
        assert row.slices.keys() == {name for example in SMALL.test for name in example.slices}
        assert [len(epochs) for epochs in row.epochs] == [2, 2]
    mean = result.rows[0]
    assert mean.entropy == pytest.approx(1.0)
    assert mean.rationale == pytest.approx(mean.rationale_uniform)
    assert mean.slices["word-order"] == 0.5, "a model without order cannot tell the two of a pair apart"


def test_all_are_compared_with_the_mean(first):
    result, _ = first
    values = {row.model: row.value for row in result.rows}
    assert [(one.model, one.baseline) for one in result.comparisons] == [(name, "mean") for name in CHOSEN[1:]]
    for one in result.comparisons:
        assert one.difference == pytest.approx(values[one.model] - values["mean"])
        assert one.interval[0] <= one.difference <= one.interval[1]
        assert 0 <= one.p <= 1


def test_the_sweep_has_a_point_for_each_weight_and_reuses_the_ladder(first):
    result, out = first
    assert [point.weight for point in result.sweep] == list(SWEEP)
    known = {row.model: row for row in result.rows}
    by_weight = {point.weight: point for point in result.sweep}
    assert by_weight[0.0].value == known["attention"].per_seed[0]
    assert by_weight[recipe("attention-entropy").task.entropy_weight].value == known["attention-entropy"].per_seed[0]
    assert len(list((out / "runs" / "sweep").iterdir())) == len(SWEEP) - 2


def located(text: str, words: list[str]) -> list[tuple[int, int]]:
    """Where the words stand in the text, one after the other."""
    spans, end = [], 0
    for word in words:
        start = text.index(word, end)
        end = start + len(word)
        spans.append((start, end))
    return spans


def test_the_same_texts_are_read_by_all(first):
    result, _ = first
    golds = {example.text: example for example in SMALL.test}
    assert len(result.texts) == 6
    for text in result.texts:
        example = golds[text.text]
        assert text.gold == SMALL.classes[example.label]
        assert [reading.model for reading in text.readings] == list(CHOSEN)
        for reading in text.readings:
            assert sum(reading.weights) == pytest.approx(1)
            assert len(reading.words) == len(reading.weights)
            assert text.rationale == touching(located(text.text, reading.words), example.rationale)
            assert text.rationale
            assert 0.5 <= reading.probability <= 1


@pytest.mark.parametrize("changes", [("text.tokens=pieces", "text.size=300"), ("text.longest=9",)])
def test_whole_words_are_shown_as_far_as_they_are_read(tmp_path, changes):
    result = climbed(tmp_path, models=["attention"], seeds=1, changes=[*QUICK, *changes])
    golds = {example.text: example for example in SMALL.test}
    for text in result.texts:
        (reading,) = text.readings
        spans = located(text.text, reading.words)
        assert text.rationale == touching(spans, golds[text.text].rationale)
        if "text.tokens=pieces" in changes:
            assert "".join(word.strip() for word in reading.words) == "".join(text.text.split())
            assert not any(text.text[a - 1 : a].isalpha() and text.text[a].isalpha() for a, _ in spans if a)
        else:
            assert len(reading.words) <= 9


def test_a_second_time_nothing_is_trained(first):
    result, out = first
    before = {file: (file.stat().st_mtime_ns, file.stat().st_ino) for file in out.rglob("*.safetensors")}
    events = []
    again = climbed(out, command="regard lab pooling", show=lambda name, event: events.append(event))
    assert events == []
    assert again == result
    assert {file: (file.stat().st_mtime_ns, file.stat().st_ino) for file in out.rglob("*.safetensors")} == before


def test_two_processes_give_what_one_gives(first, tmp_path):
    result, out = first
    told = []
    both = climbed(tmp_path, workers=2, command=result.command, show=lambda name, event: told.append(name))
    assert weights(tmp_path / "runs") == weights(out / "runs")
    assert without_clock(both) == without_clock(result)
    assert {f"{name}, seed {seed}" for name in CHOSEN for seed in (0, 1)} <= set(told)


def test_without_the_mean_the_first_model_is_the_baseline(tmp_path):
    result = climbed(tmp_path, models=["text-query", "attention"], seeds=1)
    assert [(one.model, one.baseline) for one in result.comparisons] == [("attention", "text-query")]
    assert result.sweep == []


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"models": ["mean", "atention"]}, "no model of the lab pooling called 'atention'; did you mean 'attention'"),
        ({"changes": ["training.epoch=3"]}, "no setting in training called 'epoch'"),
        ({"models": ["gru", "mean"], "changes": ["model.states=3"]}, "no setting in model called 'states'"),
        ({"changes": ["vectors.source=glove", "vectors.width=7"]}, "GloVe 6B has no vectors of 7 numbers"),
    ],
)
def test_what_is_refused_leaves_nothing(tmp_path, more, said):
    with pytest.raises(Mistake, match=said):
        climbed(tmp_path / "lab", **more)
    assert [file for file in everything(tmp_path) if Path(file).is_file()] == []


def test_a_lab_does_not_go_on_with_runs_of_other_settings(first):
    _, out = first
    before = everything(out)
    with pytest.raises(Mistake, match=r"mean/0 holds a run of another recipe"):
        climbed(out, changes=[*QUICK, "training.epochs=3"])
    assert everything(out) == before
