"""What a run said of each text is kept: found again without asking the model, and to the last bit the same."""

import dataclasses
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from regard.decoding import Search
from regard.metrics.resampling import Score
from regard.runs.labels import purpose as labels
from regard.runs.labels.build import prepare
from regard.runs.pairs import purpose as pairs
from regard.runs.pairs.build import prepare_pairs
from regard.runs.run import open_run
from regard.runs.sealed import essential, seal
from regard.runs.training import resume
from regard.runs.verdicts import FORMAT, read_verdicts

from . import small, small_pairs

PURPOSES = {"classify": (labels, small), "translate": (pairs, small_pairs)}
MODELS = [("classify", "attention"), ("classify", "mean"), ("translate", "bahdanau"), ("translate", "rnn")]


def plain(value: object) -> object:
    """Anything that was measured, in a form that can be compared to the last bit."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, Score):
        return value.name, value.value, plain(value.counts), value.formula, value.signature
    if dataclasses.is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in dataclasses.fields(value)}
    if isinstance(value, dict):
        return [(key, plain(one)) for key, one in value.items()]
    return value


def forgotten(folder: Path) -> None:
    """Make a run one of those that kept no verdicts."""
    (folder / "verdicts.json").unlink()
    seal(folder, *essential(folder))


@pytest.mark.parametrize(("task", "name"), MODELS)
def test_what_was_kept_is_what_would_be_measured(tmp_path, monkeypatch, task, name):
    purpose, made = PURPOSES[task]
    done = made.trained(tmp_path / "run", name)
    data = made.prepared(done.recipe)
    with monkeypatch.context() as patch:
        patch.setattr(purpose, "measured", lambda *given: pytest.fail("the model was asked again"))
        found = small.last(resume(done.folder, data=data))
    forgotten(done.folder)
    measured = small.last(resume(done.folder, data=data))
    assert plain(found) == plain(measured) == plain(done)


@pytest.mark.parametrize("part", ["validation", "test"])
@pytest.mark.parametrize("change", [{"text": "A dull film ."}, {"label": 2}, {"rationale": ((0, 3),)}])
def test_verdicts_on_other_texts_are_not_taken(copied_run, part, change):
    made = open_run(copied_run).recipe
    first, *rest = getattr(small.corpus(), part)
    if "label" in change:
        change = {"label": 1 - first.label}
    data = prepare(made, replace(small.corpus(), **{part: [replace(first, **change), *rest]}))
    found = small.last(resume(copied_run, data=data))
    forgotten(copied_run)
    measured = small.last(resume(copied_run, data=data))
    assert plain(found) == plain(measured)
    if "label" in change:
        old = json.loads((copied_run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()[-1])[part]
        assert getattr(found, part).value != old["value"]


def test_verdicts_on_other_pairs_are_not_taken(tmp_path, monkeypatch):
    done = small_pairs.trained(tmp_path / "run")
    own = small_pairs.pairs()
    first, *rest = own.validation
    known = pairs.measured_on(small_pairs.prepared(done.recipe))
    for change in ({"target": "Non ."}, {"alignment": None}, {"alignment": frozenset()}, {"possible": frozenset()}):
        other = prepare_pairs(done.recipe, replace(own, validation=[replace(first, **change), *rest]))
        assert pairs.measured_on(other) != known, change
    assert pairs.measured_on(small_pairs.prepared(done.recipe)) == known
    monkeypatch.setattr(pairs, "Search", lambda: Search(beam=2))
    assert pairs.measured_on(small_pairs.prepared(done.recipe)) != known


def test_what_is_recalled_is_counted_in_the_language_of_the_corpus(tmp_path):
    done = small_pairs.trained(tmp_path / "run")
    data = small_pairs.prepared(done.recipe)
    elsewhere = replace(data, corpus=replace(data.corpus, languages=("en", "de")))
    kept = read_verdicts(done.folder, pairs.measured_on(elsewhere))
    assert kept is not None, "what was said is the same, whatever the language is called"
    recalled = pairs.recalled(elsewhere, *kept)[1]
    measured = pairs.measured(done.recipe, elsewhere, open_run(done.folder).model)[1]
    assert plain(recalled.tokenised) == plain(measured.tokenised) != plain(done.test.tokenised)


def test_verdicts_of_another_format_are_not_taken(copied_run):
    file = copied_run / "verdicts.json"
    kept = json.loads(file.read_text(encoding="utf-8"))
    data = small.prepared(open_run(copied_run).recipe)
    nothing = {**kept["test"], "right": "0" * len(kept["test"]["right"])}
    for number, taken in ((FORMAT, True), (FORMAT + 1, False)):
        file.write_text(json.dumps({**kept, "format": number, "test": nothing}), encoding="utf-8")
        seal(copied_run, *essential(copied_run))
        assert (small.last(resume(copied_run, data=data)).test.value == 0.0) is taken
