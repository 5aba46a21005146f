"""What a model said of each text it was measured on, kept beside its weights so that it need not be asked again."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from regard.files import write_text

VERDICTS = "verdicts.json"
FORMAT = 1

Said = dict[str, Any]
"""Of one part of a corpus: what only the model could say, from which everything that is measured follows."""


def write_verdicts(folder: Path, texts: str, parts: tuple[Said, Said]) -> None:
    """Keep what was said of the validation and of the test part; `texts` is their checksum."""
    kept = {"format": FORMAT, "texts": texts, "validation": parts[0], "test": parts[1]}
    write_text(folder / VERDICTS, json.dumps(kept, separators=(",", ":")) + "\n")


def read_verdicts(folder: Path, texts: str) -> tuple[Said, Said] | None:
    """What was said of both parts; None where it was not kept, or was said of other texts."""
    kept = kept_verdicts(folder)
    return None if kept is None or kept[0] != texts else kept[1:]


def kept_verdicts(folder: Path) -> tuple[str, Said, Said] | None:
    """The checksum of the texts, and what was said of both parts; None where it was not kept."""
    if not (folder / VERDICTS).exists():
        return None
    kept = json.loads((folder / VERDICTS).read_text(encoding="utf-8"))
    return (kept["texts"], kept["validation"], kept["test"]) if kept["format"] == FORMAT else None


def checksum(facts: Iterable[object]) -> str:
    """A checksum of all that was measured on, fact by fact."""
    digest = hashlib.sha256()
    for fact in facts:
        digest.update(f"{fact!r}\n".encode())
    return digest.hexdigest()
