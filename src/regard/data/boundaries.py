"""Where sentences end, in tokens: found once for a text and a tokenizer, and kept beside the tokens."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.data.documents import Prose, Size
from regard.data.sentence_pairs import Sentences
from regard.data.streams import CHUNK, Progress, numbered
from regard.data.tokenising import Chunk, Numbered
from regard.text.sentences import sentence_lengths, sentences
from regard.text.tokenizer import Tokenizer


@dataclass(frozen=True)
class SentenceLengths:
    """Makes the tokens of each sentence. One that goes on in the next chunk is two, of some thousands in a chunk."""

    form: int = 1
    """Changes when sentences of the same texts would be found otherwise."""

    def kind(self, tokenizer: Tokenizer) -> np.dtype[Any]:
        """A sentence may be as long as a chunk."""
        return np.dtype(np.uint32)

    def __call__(self, tokenizer: Tokenizer, chunk: Chunk) -> Numbered:
        """Those of a chunk, document by document."""
        rows: list[NDArray[np.int64]] = []
        ended: list[bool] = []
        texts: list[str] = []
        for piece in chunk.pieces:
            texts.append(piece.text)
            if piece.last:
                rows.append(_lengths(texts, tokenizer))
                ended.append(True)
                texts = []
        if texts:
            rows.append(_lengths(texts, tokenizer))
            ended.append(False)
        ends = np.cumsum([len(row) for row in rows])
        return Numbered(np.concatenate(rows).astype(np.uint32), ends[ended].astype(np.int64))


def sentences_of(
    prose: Prose,
    tokenizer: Tokenizer,
    *,
    size: Size | None = None,
    folder: Path | None = None,
    processes: int | None = None,
    chunk: int = CHUNK,
    progress: Progress = lambda share: None,
) -> Sentences:
    """How many tokens each sentence of the documents has; made and kept as their tokens are."""
    lengths, offsets = numbered(
        prose,
        tokenizer.bare(),
        SentenceLengths(),
        size=size,
        folder=folder,
        processes=processes,
        chunk=chunk,
        progress=progress,
    )
    return Sentences(lengths.astype(np.int64), np.diff(offsets))


def _lengths(pieces: list[str], tokenizer: Tokenizer) -> NDArray[np.int64]:
    """The tokens of each sentence of a text in pieces, whose tokens are those of its pieces."""
    ends: list[NDArray[np.int64]] = []
    start = 0
    for piece in pieces:
        ends.append(np.array([start + stop for _, stop in tokenizer.encode(piece).spans], dtype=np.int64))
        start += len(piece)
    return sentence_lengths(sentences("".join(pieces)), np.concatenate(ends))
