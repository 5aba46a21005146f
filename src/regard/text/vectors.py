"""Word vectors that somebody else trained. GloVe: Pennington, Socher & Manning (2014)."""

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.errors import Mistake
from regard.places import cache_folder, data_folders
from regard.text.tokenizer import PADDING, UNKNOWN
from regard.text.vector_cache import Shelf
from regard.text.vector_files import read_vectors
from regard.text.vector_lines import Matrix

_SPECIAL = (PADDING, UNKNOWN)
_PACKINGS = ("", ".xz", ".gz")
_FOLDER = "glove"

GLOVE = (50, 100, 200, 300)
"""The dimensions in which GloVe 6B was published."""


@dataclass(frozen=True, kw_only=True)
class Aligned:
    """A vector for each word of a vocabulary, in its order."""

    matrix: Matrix
    """[words, dimension]; the first row, padding, is zero."""
    coverage: float
    """Share of the vocabulary's words, padding and unknown aside, that have a vector."""


@dataclass(frozen=True)
class Vectors:
    """Words and their vectors, most frequent first in GloVe's files."""

    words: list[str]
    matrix: Matrix
    """[words, dimension], mapped from the disk, read-only."""

    @cached_property
    def rows(self) -> dict[str, int]:
        """The row of each word; of a word that occurs twice, the first."""
        return {word: row for row, word in reversed(list(enumerate(self.words)))}

    def align(self, vocabulary: Sequence[str], seed: int) -> Aligned:
        """The vectors of a vocabulary; a word without one gets random numbers as large as the others' are.

        The first word is padding. Neither it nor the unknown word ever gets a vector from the file.
        """
        rows = self._rows_of(vocabulary)
        found = rows >= 0
        known = self.matrix[rows[found]]
        scale = np.sqrt(np.mean(np.square(known if known.size else self.matrix, dtype=np.float64)))
        drawn = np.random.default_rng(seed).standard_normal((len(rows), self.matrix.shape[1]), dtype=np.float32)
        matrix = drawn * np.float32(scale)
        matrix[found] = known
        matrix[:1] = 0
        words = len(set(vocabulary).difference(_SPECIAL))
        return Aligned(matrix=matrix, coverage=float(found.sum()) / max(1, words))

    def coverage(self, vocabulary: Sequence[str], counts: Sequence[int] | NDArray[np.integer[Any]]) -> float:
        """Share of running words that have a vector, where `counts[i]` is how often word i occurs; padding aside."""
        often = np.asarray(counts, dtype=np.int64)[1:]
        return float(often[self._rows_of(vocabulary)[1:] >= 0].sum() / max(1, often.sum()))

    def _rows_of(self, vocabulary: Sequence[str]) -> NDArray[np.int64]:
        """For each word its row in the file, or -1."""
        rows = np.array([self.rows.get(word, -1) for word in vocabulary], dtype=np.int64)
        rows[[number == 0 or word in _SPECIAL for number, word in enumerate(vocabulary)]] = -1
        return rows


def load_vectors(
    path: Path,
    *,
    dimension: int | None = None,
    cache: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Vectors:
    """The vectors of a file, read once and mapped from the cache folder ever after.

    `dimension` chooses among the files of a zip. `progress` is told the share that has been read.
    A cache that cannot be written is done without.
    """
    if not path.is_file():
        raise Mistake(f"{path} is not there; name a file of word vectors, or type `regard data fetch glove`.")
    shelf = Shelf(cache or cache_folder(), path, dimension)
    if kept := shelf.recall():
        return Vectors(*kept)
    words, matrix = read_vectors(path, dimension, progress)
    with contextlib.suppress(OSError):
        shelf.keep(words, matrix)
    return Vectors(*(shelf.recall() or (words, matrix)))


def find_vectors(dimension: int) -> Path:
    """The GloVe 6B file of this dimension in the data folders; a complete one before a subset."""
    if dimension not in GLOVE:
        raise Mistake(f"GloVe 6B has no vectors of {dimension} numbers; choose {', '.join(map(str, GLOVE))}.")
    for name in _glove_names(dimension):
        for base in data_folders():
            if (file := base / _FOLDER / name).is_file():
                return file
    looked = " or ".join(str(base / _FOLDER) for base in data_folders())
    raise Mistake(f"no GloVe vectors of {dimension} numbers in {looked}; type `regard data fetch glove`.")


def glove_folder(base: Path) -> Path | None:
    """The folder under a data folder in which `find_vectors` finds something; None where there is none."""
    folder = base / _FOLDER
    names = [name for dimension in GLOVE for name in _glove_names(dimension)]
    return folder if any((folder / name).is_file() for name in names) else None


def _glove_names(dimension: int) -> list[str]:
    """What a file of these vectors may be called, the best first."""
    complete, subset = f"glove.6B.{dimension}d.txt", f"glove.6B.{dimension}d.subset.txt"
    return [
        *(complete + packing for packing in _PACKINGS),
        "glove.6B.zip",
        *(subset + packing for packing in _PACKINGS),
    ]
