"""The doctor finds what was broken on purpose, and nothing in what was not."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
import torch
from torch import nn

from regard.doctor.diagnosis import Diagnosis
from regard.doctor.examine import examine

from .defects import DEFECTS

FOLDER = Path(__file__).parent / "modules"
CORRECT = sorted(file.stem for file in FOLDER.glob("*.py"))


def loaded(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def examined(file: Path) -> Diagnosis:
    source = loaded(file)
    torch.manual_seed(0)
    kinds = [kind for kind in vars(source).values() if isinstance(kind, type) and issubclass(kind, nn.Module)]
    return examine(kinds[-1](), source.example() if hasattr(source, "example") else None)


@pytest.mark.parametrize("name", CORRECT)
def test_nothing_is_found_in_what_is_right(name):
    diagnosis = examined(FOLDER / f"{name}.py")
    assert diagnosis.findings == [], str(diagnosis)


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: f"{defect.module}-{defect.check}")
def test_what_was_broken_is_found(defect, tmp_path):
    file = tmp_path / f"{defect.module}.py"
    file.write_text(defect.in_source((FOLDER / file.name).read_text()))
    diagnosis = examined(file)
    assert diagnosis.of(defect.check) is not None, str(diagnosis)


def test_the_suite_is_as_large_as_it_says():
    assert len(CORRECT) >= 10
    assert len(DEFECTS) >= 40


def test_a_consequence_is_not_told_beside_its_cause(tmp_path):
    file = tmp_path / "decoder.py"
    file.write_text((FOLDER / file.name).read_text().replace("masked_fill(~self.mask", "masked_fill(self.mask"))
    diagnosis = examined(file)
    assert [found.check for found in diagnosis.findings] == ["mask-inverted", "future-visible"]
    assert "present-hidden: repair mask-inverted first" in str(diagnosis)
