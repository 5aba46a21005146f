"""What all tests share."""

import os
from pathlib import Path

import pytest
import torch
from hypothesis import settings

torch.set_num_threads(1)
settings.register_profile("busy", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("busy")


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The first folder of $REGARD_DATA; without one, the test is skipped."""
    named = [Path(entry) for entry in os.environ.get("REGARD_DATA", "").split(os.pathsep) if entry]
    for folder in named:
        if folder.is_dir():
            return folder
    pytest.skip("$REGARD_DATA names no folder with the real corpora")
