"""A text as numbers, and back to its characters."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Literal, Self, cast

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding
from tokenizers import Tokenizer as HuggingFaceTokenizer

from regard.errors import Mistake
from regard.files import write_text
from regard.text.cleaning import encodable, is_blank
from regard.text.spaces import between_spaces, ids_of
from regard.text.spans import Span, without_gaps

Kind = Literal["words", "pieces"]

PADDING = "[PAD]"
UNKNOWN = "[UNK]"
BEGIN = "[BEGIN]"
END = "[END]"
ENDS = (BEGIN, END)
"""Where a sentence that is said begins and ends; only the tokenizers of translation have them."""

_KINDS: dict[str, tuple[Kind, list[str]]] = {
    "WordLevel": ("words", [PADDING, UNKNOWN]),
    "BPE": ("pieces", [PADDING]),
}
_NEWLINE_PIECE = "Ċ"
_CHUNK = 1_000_000
_REMEMBERED = 1_000_000
"""Different strings between spaces whose ids are kept while many texts are encoded."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """The tokens of one text."""

    ids: list[int]
    spans: list[Span]
    """For each token, its characters in the text as it was given: `text[a:b]` is what stood there."""


class Tokenizer:
    """Words or pieces of words, numbered. All its rules lie in tokenizer.json, as the tokenizers library reads it.

    That library alone gives the same ids, but for a text without any token: here it has exactly one, the unknown
    word, or for pieces the line break. No text can spell a special token: `[UNK]` in a text is a bracket, a word
    and a bracket.
    """

    def __init__(self, inner: HuggingFaceTokenizer) -> None:
        kind, specials = _KINDS.get(type(inner.model).__name__, (None, []))
        if kind is None or [inner.id_to_token(i) for i in range(len(specials))] != specials:
            raise ValueError("neither words nor pieces with their special tokens first")
        self.kind: Kind = kind
        self._inner = inner
        self._filler = cast(int, inner.token_to_id(UNKNOWN if kind == "words" else _NEWLINE_PIECE))
        reserved = (len(specials), len(specials) + 1)
        self._ends = reserved if tuple(inner.id_to_token(i) for i in reserved) == ENDS else None

    @classmethod
    def load(cls, path: Path) -> Self:
        """The tokenizer that `save` wrote."""
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError as error:
            raise Mistake(f"{path} is not there; name the tokenizer.json of a run.") from error
        except UnicodeDecodeError as error:
            raise Mistake(f"{path} is damaged (not UTF-8); take it from a copy of the run.") from error
        except OSError as error:
            raise Mistake(f"{path} cannot be read ({error.strerror}).") from error
        try:
            return cls(HuggingFaceTokenizer.from_str(text))
        except Exception as error:
            raise Mistake(f"{path} is damaged or no tokenizer that regard made ({error}).") from error

    def save(self, path: Path) -> None:
        """Write tokenizer.json, whole or not at all."""
        write_text(path, self._inner.to_str(pretty=True))

    @property
    def size(self) -> int:
        """How many ids there are, special ones included."""
        return self._inner.get_vocab_size()

    @property
    def padding_id(self) -> int:
        """The id that no text contains."""
        return 0

    @property
    def unknown_id(self) -> int | None:
        """The id of a word that is not in the vocabulary; pieces never need one."""
        return self._filler if self.kind == "words" else None

    @property
    def begin_id(self) -> int:
        """The id that stands before a sentence to be said."""
        return self._reserved()[0]

    @property
    def end_id(self) -> int:
        """The id that ends a sentence."""
        return self._reserved()[1]

    def _reserved(self) -> tuple[int, int]:
        if self._ends is None:
            raise ValueError("this tokenizer was learned without ids for the beginning and the end of a sentence")
        return self._ends

    def vocabulary(self) -> list[str]:
        """The tokens in the order of their ids."""
        ids = self._inner.get_vocab()
        return sorted(ids, key=ids.__getitem__)

    def encode(self, text: str) -> Encoded:
        """The ids of a text and the characters behind each."""
        found = self._inner.encode(encodable(text))
        if self._ids(text, found) != found.ids:
            return Encoded([self._filler], [(0, len(text))])
        return Encoded(found.ids, without_gaps(text, found.offsets) if self.kind == "pieces" else found.offsets)

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids: pieces joined as they were, words with a space between them.

        Padding, beginning and end are left out; an unknown word stays `[UNK]`.
        """
        unsaid = {self.padding_id, *(self._ends or ())}
        kept = [int(number) for number in ids if int(number) not in unsaid]
        if self.kind == "pieces":
            return self._inner.decode(kept, skip_special_tokens=False)
        return " ".join(cast(str, self._inner.id_to_token(number)) for number in kept)

    def encode_many(
        self, texts: Sequence[str], progress: Callable[[int], None] | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All ids in a row, and where each text begins: text i is `ids[offsets[i]:offsets[i + 1]]`.

        `progress` is told how many texts are done.
        """
        rows: list[NDArray[np.int32]] = []
        lengths: list[int] = [0]
        known: dict[str, list[int]] = {}
        for chunk in _chunks(texts):
            ids = self._ids_of_words(chunk, known) if self.kind == "words" else self._ids_of_pieces(chunk)
            lengths.extend(len(row) for row in ids)
            rows.append(np.fromiter(chain.from_iterable(ids), dtype=np.int32))
            if progress is not None:
                progress(len(lengths) - 1)
        flat = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int32)
        return flat, np.cumsum(lengths, dtype=np.int64)

    def _ids_of_pieces(self, texts: list[str]) -> list[list[int]]:
        found = self._inner.encode_batch_fast([encodable(text) for text in texts])
        return [self._ids(text, tokens) for text, tokens in zip(texts, found, strict=True)]

    def _ids_of_words(self, texts: list[str], known: dict[str, list[int]]) -> list[list[int]]:
        """What stands between two spaces is cut once, however often it occurs, and remembered in `known`."""
        cut = [between_spaces(text) for text in texts]
        if len(known) > _REMEMBERED:
            known.clear()
        new = list(set(chain.from_iterable(cut)).difference(known))
        known.update(zip(new, ids_of(new, self._inner), strict=True))
        rows = (list(chain.from_iterable(map(known.__getitem__, strings))) for strings in cut)
        return [row or [self._filler] for row in rows]

    def _ids(self, text: str, found: Encoding) -> list[int]:
        return [self._filler] if is_blank(text) else found.ids or [self._filler]


def assemble(trained: HuggingFaceTokenizer, vocabulary: dict[str, int]) -> Tokenizer:
    """A tokenizer with these ids, whose special tokens are entries that the splitting of a text never yields."""
    parts: dict[str, Any] = json.loads(trained.to_str())
    parts["added_tokens"] = []
    parts["model"]["vocab"] = vocabulary
    return Tokenizer(HuggingFaceTokenizer.from_str(json.dumps(parts)))


def _chunks(texts: Sequence[str]) -> Iterator[list[str]]:
    chunk: list[str] = []
    room = _CHUNK
    for text in texts:
        chunk.append(text)
        room -= len(text)
        if room <= 0:
            yield chunk
            chunk, room = [], _CHUNK
    if chunk:
        yield chunk
