"""Modules written as students write them: nothing is found in them, and every defect that was seeded is."""

import json
from collections import Counter
from pathlib import Path

import pytest
import torch

from regard.doctor.diagnosis import Diagnosis
from regard.doctor.examine import CHECKS, examine

from .test_doctor import loaded

FOLDER = Path(__file__).parent / "students"
DEFECTS = json.loads((FOLDER / "defects.json").read_text(encoding="utf-8"))
MODULES = [
    *dict.fromkeys((each["file"], each["name"]) for each in DEFECTS),
    *(("residual_self", "plain"), ("luong", "luong_dot"), ("luong", "luong_concat"), ("tp10_defaut", "ReseauSimple")),
    *(("strided", "Neighbours"), ("strided", "ShortKeys")),
    *(("two_ways", "TwoWay"), ("two_ways", "NonAutoregressiveDecoder")),
]

MAY_COME_WITH = {
    "padding-gets-weight": {"padding-changes-result", "mean-over-padding", "batch-rows-interact"},
    "padding-changes-result": {"padding-gets-weight", "mean-over-padding", "rows-do-not-sum-to-one"},
    "mean-over-padding": {"padding-changes-result", "padding-gets-weight", "dead-parameter"},
    "mask-inverted": {"padding-changes-result", "padding-gets-weight", "future-visible", "present-hidden"},
    "softmax-wrong-dimension": {
        *("batch-rows-interact", "rows-do-not-sum-to-one", "padding-gets-weight", "padding-changes-result"),
        "future-visible",
    },
    "softmax-twice": {"padding-gets-weight", "padding-changes-result", "future-visible"},
    "rows-do-not-sum-to-one": {"padding-gets-weight", "padding-changes-result", "batch-rows-interact"},
    "batch-rows-interact": {
        *("padding-changes-result", "padding-gets-weight", "softmax-wrong-dimension", "rows-do-not-sum-to-one"),
        *("future-visible", "positions-unused"),
    },
    "query-key-swapped": {"padding-changes-result", "padding-gets-weight"},
    "future-visible": {"mask-inverted"},
    "positions-unused": {"dead-parameter", "batch-rows-interact"},
    "dropout-in-eval": {"nondeterministic"},
}
"""What the same defect truly shows beside its own check; any other finding is a false alarm."""


def diagnosed(file: Path, name: str) -> Diagnosis:
    source = loaded(file)
    torch.manual_seed(0)
    return examine(getattr(source, name)(), source.example() if hasattr(source, "example") else None)


@pytest.mark.parametrize(("file", "name"), MODULES)
def test_nothing_is_found_in_what_is_right(file, name):
    diagnosis = diagnosed(FOLDER / f"{file}.py", name)
    assert diagnosis.findings == [], str(diagnosis)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda each: f"{each['file']}-{each['check']}")
def test_a_seeded_defect_is_found_and_nothing_else(defect, tmp_path):
    text = (FOLDER / f"{defect['file']}.py").read_text(encoding="utf-8")
    for old, new in defect["changes"]:
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / f"{defect['file']}.py"
    file.write_text(text, encoding="utf-8")
    diagnosis = diagnosed(file, defect["name"])
    checks = {found.check for found in diagnosis.findings}
    assert defect["check"] in checks, str(diagnosis)
    assert checks - {defect["check"]} <= MAY_COME_WITH.get(defect["check"], set()), str(diagnosis)


def test_every_check_is_tried_at_least_twice():
    tried = Counter(defect["check"] for defect in DEFECTS)
    assert set(tried) == set(CHECKS)
    assert min(tried.values()) >= 2
