"""What all tests share."""

import os
import shutil
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import settings

torch.set_num_threads(1)
settings.register_profile("busy", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("busy")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def browser() -> Generator[Any]:
    """The one browser of a process; while it is open an event loop runs, so that `asyncio.run` needs another thread."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium; install it with: apt-get install chromium")
    playwright = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright")
    with playwright.sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The first folder of $REGARD_DATA; without one, the test is skipped."""
    named = [Path(entry) for entry in os.environ.get("REGARD_DATA", "").split(os.pathsep) if entry]
    for folder in named:
        if folder.is_dir():
            return folder
    pytest.skip("$REGARD_DATA names no folder with the real corpora")
