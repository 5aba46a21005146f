"""metrics.jsonl: one line of JSON per measurement, flushed at once."""

import json
import os
from pathlib import Path
from typing import Any


def note(file: Path, **figures: Any) -> None:
    """Add a line."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(figures) + "\n")
        stream.flush()
        os.fsync(stream.fileno())


def read(file: Path) -> list[dict[str, Any]]:
    """All whole lines; a last line that was torn by a crash is left out."""
    if not file.exists():
        return []
    lines = file.read_text(encoding="utf-8", errors="replace").split("\n")
    return [json.loads(line) for line in lines[:-1]]
