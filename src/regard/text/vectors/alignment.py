"""Words with their vectors, and the vectors of a vocabulary."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.text.tokenizer import PADDING, UNKNOWN
from regard.text.vectors.lines import Matrix

_SPECIAL = (PADDING, UNKNOWN)


@dataclass(frozen=True, kw_only=True)
class VocabularyVectors:
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

    def align(self, vocabulary: Sequence[str], seed: int) -> VocabularyVectors:
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
        return VocabularyVectors(matrix=matrix, coverage=float(found.sum()) / max(1, words))

    def coverage(self, vocabulary: Sequence[str], counts: Sequence[int] | NDArray[np.integer[Any]]) -> float:
        """Share of running words that have a vector, where `counts[i]` is how often word i occurs; padding aside."""
        often = np.asarray(counts, dtype=np.int64)[1:]
        return float(often[self._rows_of(vocabulary)[1:] >= 0].sum() / max(1, often.sum()))

    def _rows_of(self, vocabulary: Sequence[str]) -> NDArray[np.int64]:
        """For each word its row in the file, or -1."""
        rows = np.array([self.rows.get(word, -1) for word in vocabulary], dtype=np.int64)
        rows[[number == 0 or word in _SPECIAL for number, word in enumerate(vocabulary)]] = -1
        return rows
