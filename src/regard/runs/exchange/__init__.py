"""Other tools' formats: runs from the folders of published models, and runs as other tools load them."""

from collections.abc import Callable
from pathlib import Path

from regard.runs.exchange.ctranslate2 import write_ctranslate2
from regard.runs.exchange.folder import appearing
from regard.runs.exchange.huggingface import (
    import_folder,
    imported_before,
    read_folder,
    run_from,
    write_huggingface,
)
from regard.runs.exchange.onnx import write_onnx
from regard.runs.run import Run

WAYS: dict[str, Callable[[Run, Path], None]] = {
    "huggingface": write_huggingface,
    "onnx": write_onnx,
    "ctranslate2": write_ctranslate2,
}
"""For each tool, what writes a run into an empty folder as it loads it."""


def export_run(run: Run, out: Path, to: str = "huggingface") -> list[str]:
    """The run as a folder that another tool loads, whole or not at all; the names of its files."""
    with appearing(out) as draft:
        WAYS[to](run, draft)
    return sorted(file.name for file in out.iterdir())


__all__ = ["WAYS", "export_run", "import_folder", "imported_before", "read_folder", "run_from"]
