"""A finished run that all tests here may read, and copy to change."""

import shutil
from pathlib import Path

import pytest

from .small import trained


@pytest.fixture(scope="session")
def finished_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return trained(tmp_path_factory.mktemp("runs") / "finished").folder


@pytest.fixture
def copied_run(finished_run: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished_run, tmp_path / "copied"))
