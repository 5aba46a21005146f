"""Texts between their beginning and their end, as language models read them."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from regard.text.tokenizer import Encoded, Tokenizer


class Surrounded(Tokenizer):
    """A tokenizer with BEGIN before each text and END behind it; their spans are empty."""

    def encode(self, text: str) -> Encoded:
        """The ids of a text and the characters behind each."""
        read = super().encode(text)
        ends = (len(text), len(text))
        return Encoded([self.begin_id, *read.ids, self.end_id], [(0, 0), *read.spans, ends])

    def encode_many(
        self, texts: Sequence[str], progress: Callable[[int], None] | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All ids in a row, and where each text begins."""
        ids, offsets = super().encode_many(texts, progress)
        before, behind = offsets[:-1], offsets[1:]
        around = np.stack([before, behind], axis=1).ravel()
        ends = np.tile(np.array([self.begin_id, self.end_id], dtype=np.int32), len(texts))
        return np.insert(ids, around, ends), offsets + 2 * np.arange(len(offsets))
