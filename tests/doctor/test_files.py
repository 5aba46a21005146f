"""A file of a user's is examined in a process of its own, with limits; what cannot be is told in a sentence."""

import pytest

from regard.doctor.files import examine_file
from regard.errors import Mistake

from .test_doctor import FOLDER

MODULE = """
import torch
from torch import nn

class Mine(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(8, 8)

    def forward(self, x):
        return torch.softmax(self.l(x) @ x.transpose(1, 2) / 8**0.5, -1) @ x
"""


def test_a_file_that_prints_and_forks_is_examined(tmp_path):
    broken = (FOLDER / "single_head.py").read_text().replace("s = s / math.sqrt(k.size(-1))", "print('hello')")
    file = tmp_path / "mine.py"
    file.write_text(broken + "\nimport os, time\nprint('{}')\nif os.fork() == 0:\n    time.sleep(300)\n")
    diagnosis = examine_file(f"{file}:SingleHead", seconds=60)
    assert [finding.check for finding in diagnosis.findings] == ["scale-missing"]
    assert "mine.py:" in diagnosis.findings[0].where
    assert diagnosis.summary()["target"] == f"{file}:SingleHead"
    assert "ne sont pas divisés par √" in diagnosis.summary("fr")["findings"][0]["evidence"]


def test_what_hangs_is_stopped(tmp_path):
    file = tmp_path / "slow.py"
    file.write_text("while True:\n    print('y')\n")
    with pytest.raises(Mistake, match="longer than 1 seconds"):
        examine_file(f"{file}:Model", seconds=1)


@pytest.mark.parametrize(
    ("more", "name", "said"),
    [
        ("held = bytearray(64 * 2**30)", "Mine", "mine.py:13: it needs more than 8 GB"),
        ("import os; os._exit(0)", "Mine", "ended with code 0"),
    ],
)
def test_a_file_that_ends_its_process_is_told(tmp_path, more, name, said):
    file = tmp_path / "mine.py"
    file.write_text(f"{MODULE}\n{more}\n")
    with pytest.raises(Mistake, match=said):
        examine_file(f"{file}:{name}")


@pytest.mark.parametrize(
    ("target", "said"), [("nothing", "file.py:Name"), ("none.py:Model", "no file"), ("a.b:M", "a.b")]
)
def test_a_target_that_is_none(target, said):
    with pytest.raises(Mistake, match=said):
        examine_file(target)
