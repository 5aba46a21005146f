"""Word vectors as they are kept once read: a matrix that is mapped, not loaded, and the list of its words.

A folder for each file of vectors. It says which file it was made from (path, size, time) and the checksums of what
it holds; if anything differs, it counts as absent.
"""

import hashlib
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import numpy as np

from regard.text.vectors.lines import Matrix

_MATRIX, _WORDS, _MADE = "matrix.npy", "words.txt", "made.json"


class Shelf:
    """The place in the cache for the vectors of one file (of one dimension, where it holds several)."""

    def __init__(self, cache: Path, source: Path, dimension: int | None) -> None:
        source = source.resolve()
        now = source.stat()
        self._origin = {
            "path": str(source),
            "size": now.st_size,
            "mtime": now.st_mtime_ns,
            "dimension": dimension,
        }
        key = hashlib.sha256(f"{source}\n{dimension}".encode(errors="surrogateescape")).hexdigest()[:16]
        self._folder = cache / "vectors" / f"{source.name}-{key}"

    def recall(self) -> tuple[list[str], Matrix] | None:
        """What was kept, if it is whole and the file has not changed since."""
        try:
            made: dict[str, Any] = json.loads((self._folder / _MADE).read_text(encoding="utf-8"))
            words = (self._folder / _WORDS).read_bytes()
            matrix: Matrix = np.lib.format.open_memmap(self._folder / _MATRIX, mode="r")
        except (OSError, ValueError):
            return None
        if made != self._label(words, matrix):
            return None
        return words.decode("utf-8").split("\n"), matrix

    def keep(self, words: list[str], matrix: Matrix) -> None:
        """Keep these vectors in place of any kept before; all of it appears at once."""
        text = "\n".join(words).encode("utf-8")
        label = json.dumps(self._label(text, matrix)).encode("utf-8")
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".", dir=self._folder.parent) as temporary:
            fresh = Path(temporary) / "fresh"
            fresh.mkdir()
            _write(fresh / _WORDS, lambda file: file.write(text))
            _write(fresh / _MATRIX, lambda file: np.save(file, matrix, allow_pickle=False))
            _write(fresh / _MADE, lambda file: file.write(label))
            shutil.rmtree(self._folder, ignore_errors=True)
            fresh.replace(self._folder)

    def _label(self, words: bytes, matrix: Matrix) -> dict[str, Any]:
        return self._origin | {
            "words": zlib.crc32(words),
            "matrix": zlib.crc32(np.ascontiguousarray(matrix).data),
            "shape": list(matrix.shape),
            "type": str(matrix.dtype),
        }


def _write(path: Path, fill: Callable[[IO[bytes]], object]) -> None:
    with path.open("wb") as file:
        fill(file)
        file.flush()
        os.fsync(file.fileno())
