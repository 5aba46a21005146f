"""Made-up results, drawn once for all tests that look at them."""

from pathlib import Path

import pytest

from regard.results import LabResult
from regard.views.page import write_report

from .fabricated import lab


@pytest.fixture(scope="session")
def result() -> LabResult:
    return lab()


@pytest.fixture(scope="session")
def report(result: LabResult, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_report(result, tmp_path_factory.mktemp("report"), "en")
