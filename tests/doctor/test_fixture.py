"""A course grades with the fixture `doctor`; pytest does not start slower for it."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from torch import nn

from regard.doctor.examine import examine
from regard.doctor.fixture import Verdict
from regard.errors import Mistake

from .test_doctor import FOLDER, loaded

GRADES = """
from single_head import SingleHead

def test_right(doctor):
    doctor(SingleHead()).healthy().checked("scale-missing")

def test_padding(doctor):
    doctor(SingleHead(), language="fr").without("scale-missing", "scale-wrong")
"""


def broken(tmp_path: Path) -> nn.Module:
    file = tmp_path / "single_head.py"
    file.write_text((FOLDER / file.name).read_text().replace("s = s / math.sqrt(k.size(-1))", "pass"))
    return loaded(file).SingleHead()


def test_the_report_of_a_failure_is_what_a_student_reads(tmp_path):
    broken(tmp_path)
    (tmp_path / "test_grades.py").write_text(GRADES)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "regard.doctor.fixture", "-p", "no:cacheprovider", "-q"],
        cwd=tmp_path,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "2 failed" in done.stdout, done.stdout
    assert "scale-missing: The scores are not scaled." in done.stdout
    assert "Les scores ne sont pas mis à l’échelle." in done.stdout
    assert "single_head.py:" in done.stdout


def test_a_verdict_fails_for_what_it_is_asked(tmp_path):
    verdict = Verdict(examine(broken(tmp_path)))
    verdict.healthy(but=("scale-missing",)).without("softmax-twice").checked("scale-missing")
    with pytest.raises(pytest.fail.Exception, match="future"):
        verdict.checked("future-visible")
    with pytest.raises(Mistake, match="did you mean 'scale-missing'"):
        verdict.without("scale-mising")


def test_pytest_finds_it_and_does_not_import_torch_for_it():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["pytest11"] == {"regard": "regard.doctor.fixture"}
    program = "import sys, regard.doctor.fixture; print('torch' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["False", "False"]
