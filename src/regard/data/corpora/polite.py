"""Instructions with a more and a less polite answer: 1,100 of them, written by a language model.

Sebastian Raschka: Build a Large Language Model (From Scratch), 2024, chapter 7; answers by Llama 3.1 70B.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path

from regard.data.answers import Instructions, Preferences
from regard.data.corpora.answers import Row, as_instructions, as_preferences, prompt_of
from regard.data.corpora.fetching import Download
from regard.data.corpora.line_files import present
from regard.errors import Mistake

_FILE = "instruction-data-with-preference.json"
_RAW = "https://raw.githubusercontent.com/rasbt/LLMs-from-scratch/main/ch07/04_preference-tuning-with-dpo"
FILES = (Download(f"{_RAW}/{_FILE}", 386_968, "305315abf14f65fa42c01a0877572f832606571c2a7d49f152ac1d758b16756e"),)


def locate(base: Path) -> Path | None:
    """The file under `base`; None when there is none."""
    return next((file for name in ("preferences", "") if (file := present(base / name, _FILE))), None)


def preferences(file: Path, *, seed: int = 0) -> Preferences:
    """Which answer is preferred: the more polite one. Either may be the answer of reference."""
    return as_preferences("preferences", _rows(file, ("chosen", "rejected")), file, seed)


def instructions(file: Path, *, seed: int = 0) -> Instructions:
    """The instructions with the answer of reference."""
    return as_instructions("preferences", _rows(file, ("output",)), file, seed)


def _rows(file: Path, answers: tuple[str, ...]) -> Iterator[Row]:
    try:
        content = gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()
        rows = json.loads(content)
        for number, row in enumerate(rows, 1):
            yield Row(number, prompt_of(row["instruction"], row["input"]), tuple(row[name] for name in answers))
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, AttributeError) as error:
        raise Mistake(f"{file} is damaged ({error}); `regard data fetch preferences` brings a whole copy.") from error
