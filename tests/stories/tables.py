"""Tables of reviews, and what lies in a folder."""

import csv
import hashlib
from pathlib import Path

from regard.data.probes.reviews import reviews

HEADER = ("review", "stars")
COLUMNS = ("--text", "review", "--label", "stars")
SMALL = ("--set", "vectors.width=8", "--set", "training.least_steps=0", "--set", "training.batch=32")


def write_reviews(file: Path, count: int = 240) -> Path:
    """A table of generated reviews with one to two stars."""
    made = reviews(3, train=count, validation=2, test=2).train
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([HEADER, *((example.text, example.label + 1) for example in made)])
    return file


def contents(folder: Path) -> dict[str, str]:
    """Every path below a folder with the checksum of its file."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else "folder"
        for file in sorted(folder.rglob("*"))
    }


def weights(run: Path) -> str:
    return hashlib.sha256((run / "model.safetensors").read_bytes()).hexdigest()
