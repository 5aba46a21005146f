"""A file of a user's is examined in a process of its own, with limits."""

import pytest

from regard.doctor.files import examine_file
from regard.errors import Mistake

from .test_doctor import FOLDER


def test_a_file_is_examined(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text((FOLDER / "single_head.py").read_text().replace("s = s / math.sqrt(k.size(-1))", "print('hello')"))
    diagnosis = examine_file(f"{file}:SingleHead")
    assert [finding.check for finding in diagnosis.findings] == ["scale-missing"]
    assert "mine.py:" in diagnosis.findings[0].where
    assert diagnosis.summary()["target"] == f"{file}:SingleHead"


def test_what_hangs_is_stopped(tmp_path):
    file = tmp_path / "slow.py"
    file.write_text("while True:\n    pass\n")
    with pytest.raises(Mistake, match="longer than 1 seconds"):
        examine_file(f"{file}:Model", seconds=1)


def test_what_needs_too_much_memory_is_told(tmp_path):
    file = tmp_path / "large.py"
    file.write_text("held = bytearray(64 * 2**30)\n")
    with pytest.raises(Mistake, match="MemoryError"):
        examine_file(f"{file}:Model", gigabytes=16)


@pytest.mark.parametrize(("target", "said"), [("nothing", "file.py:Name"), ("none.py:Model", "no file")])
def test_a_target_that_is_none(target, said):
    with pytest.raises(Mistake, match=said):
        examine_file(target)
