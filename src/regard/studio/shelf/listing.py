"""The runs in one table, with what each was measured at when it ended; and the reports of labs beside them."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from regard.studio.shelf.library import DEPTH, Known, Library
from regard.training import journal

REPORT = "report.html"


def shelf(library: Library) -> dict[str, Any]:
    """All runs and labs."""
    return {
        "runs": [_run(known) for known in library.runs()],
        "labs": [_lab(id, folder) for id, folder in labs(library)],
    }


def labs(library: Library) -> Iterator[tuple[str, Path]]:
    """The folders of labs, each with its id: one that has a report and results, and is no run itself."""
    seen: set[Path] = set()
    for place in library.places:
        for depth in range(DEPTH):
            for file in sorted(place.glob("*/" * depth + "results.json")):
                folder = file.parent.resolve()
                if folder not in seen and (folder / REPORT).is_file() and not (folder / "recipe.toml").exists():
                    seen.add(folder)
                    yield f"lab-{len(seen)}", folder


def _run(known: Known) -> dict[str, Any]:
    """What a table says of a run."""
    end: dict[str, Any] = {}
    with suppress(OSError, ValueError, IndexError, TypeError):
        end = journal.read(known.folder / "metrics.jsonl")[-1]
    test = end.get("test") if isinstance(end.get("test"), dict) else {}
    figures = {name: (test or {}).get(name) for name in ("metric", "value", "interval", "n")}
    return {
        **{name: value for name, value in known.summary().items() if name not in ("classes", "languages")},
        **figures,
        "parameters": end.get("parameters"),
        "seconds": end.get("seconds"),
        "finished": int(known.finished) / 1e9,
        "report": (known.folder / REPORT).is_file(),
    }


def _lab(id: str, folder: Path) -> dict[str, Any]:
    found: Any = {}
    with suppress(OSError, ValueError):
        found = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    found = found if isinstance(found, dict) else {}
    rows = found.get("rows")
    return {
        "id": id,
        "name": folder.name,
        "lab": str(found.get("lab", "")),
        "corpus": str(found.get("corpus", "")),
        "models": len(rows) if isinstance(rows, list) else 0,
    }
