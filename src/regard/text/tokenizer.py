"""A text as numbers, and back to its characters."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray
from tokenizers import Encoding
from tokenizers import Tokenizer as HuggingFaceTokenizer

from regard.errors import Mistake
from regard.files import write_text
from regard.text.cleaning import encodable, is_blank
from regard.text.code_points import code_points, table_of
from regard.text.spaces import ids_of_texts
from regard.text.spans import Span, without_gaps
from regard.text.specials import BEGIN, END, ENDS, MASK, PADDING, UNKNOWN, Kind, kind_of

__all__ = ["BEGIN", "END", "ENDS", "MASK", "PADDING", "UNKNOWN", "Encoded", "Kind", "Tokenizer", "assemble"]

_NEWLINE_PIECE = "Ċ"
_CHUNK = 1_000_000


@dataclass(frozen=True, slots=True)
class Encoded:
    """The tokens of one text."""

    ids: list[int]
    spans: list[Span]
    """For each token, its characters in the text as it was given: `text[a:b]` is what stood there."""


class Tokenizer:
    """Words, pieces of words or characters, numbered. Its rules lie in tokenizer.json, as `tokenizers` has it.

    The library alone gives the same ids, but for a text without any token: here it has exactly one, the unknown
    word, or for pieces the line break. No text can spell a special token: `[UNK]` in a text is a bracket, a word
    and a bracket.
    """

    def __init__(self, inner: HuggingFaceTokenizer) -> None:
        self.kind: Kind
        self.kind, reserved = kind_of(inner)
        self._inner = inner
        self._filler = cast(int, inner.token_to_id(_NEWLINE_PIECE if self.kind == "pieces" else UNKNOWN))
        ends = (reserved, reserved + 1)
        self._ends = ends if tuple(inner.id_to_token(i) for i in ends) == ENDS else None
        self._mask = reserved + 2 if self._ends and inner.id_to_token(reserved + 2) == MASK else None

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
            return cls.from_json(text)
        except Exception as error:
            raise Mistake(f"{path} is damaged, or nothing that the library tokenizers reads ({error}).") from error

    def save(self, path: Path) -> None:
        """Write tokenizer.json, whole or not at all."""
        write_text(path, self.to_json())

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The tokenizer that `to_json` wrote."""
        return cls(HuggingFaceTokenizer.from_str(text))

    def to_json(self) -> str:
        """Its rules, as tokenizer.json has them."""
        return self._inner.to_str(pretty=True)

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
        """The id of a word or character that is not in the vocabulary; pieces never need one."""
        return None if self.kind == "pieces" else self._filler

    @property
    def begin_id(self) -> int:
        """The id that stands before a sentence to be said."""
        return self._reserved()[0]

    @property
    def end_id(self) -> int:
        """The id that ends a sentence."""
        return self._reserved()[1]

    @property
    def mask_id(self) -> int:
        """The id of a blank to be filled in."""
        if self._mask is None:
            raise Mistake("this tokenizer was learned without an id for a blank; take another one.")
        return self._mask

    @property
    def special_ids(self) -> tuple[int, ...]:
        """The ids that no text has of itself: padding, and beginning, end and blank where there are any."""
        return tuple(i for i in (self.padding_id, *(self._ends or ()), self._mask) if i is not None)

    def _reserved(self) -> tuple[int, int]:
        if self._ends is None:
            raise Mistake(
                "this tokenizer was learned without ids for the beginning and the end of a text; take another one."
            )
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

    def prompt(self, text: str) -> list[int]:
        """The ids of a text that something is to follow: BEGIN before it, and nothing behind it."""
        return [self.begin_id, *self.following(text)]

    def following(self, text: str) -> list[int]:
        """The ids of a text that follows another: nothing is put around it."""
        return self.encode(text).ids

    def bare(self) -> "Tokenizer":
        """The same tokenizer, which puts nothing around a text."""
        return self

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids: pieces and characters joined as they were, words with a space between them.

        Padding, beginning and end are left out; what is unknown stays `[UNK]`.
        """
        unsaid = {self.padding_id, *(self._ends or ())}
        kept = [int(number) for number in ids if int(number) not in unsaid]
        if self.kind == "pieces":
            return self._inner.decode(kept, skip_special_tokens=False)
        between = " " if self.kind == "words" else ""
        return between.join(cast(str, self._inner.id_to_token(number)) for number in kept)

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
            if self.kind == "characters":
                arrays = self._ids_of_characters(chunk)
                lengths.extend(len(row) for row in arrays)
                rows += arrays
            else:
                words = self.kind == "words"
                found = ids_of_texts(chunk, self._inner, known) if words else self._ids_of_pieces(chunk)
                ids = [row or [self._filler] for row in found]
                lengths.extend(len(row) for row in ids)
                rows.append(np.fromiter(chain.from_iterable(ids), dtype=np.int32))
            if progress is not None:
                progress(len(lengths) - 1)
        flat = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int32)
        return flat, np.cumsum(lengths, dtype=np.int64)

    def _ids_of_pieces(self, texts: list[str]) -> list[list[int]]:
        found = self._inner.encode_batch_fast([encodable(text) for text in texts])
        return [self._ids(text, tokens) for text, tokens in zip(texts, found, strict=True)]

    @cached_property
    def _code_points(self) -> NDArray[np.int32]:
        return table_of(self._inner.get_vocab(), self._filler)

    def _ids_of_characters(self, texts: list[str]) -> list[NDArray[np.int32]]:
        nothing = np.array([self._filler], dtype=np.int32)
        return [self._code_points[code_points(text)] if text else nothing for text in texts]

    def _ids(self, text: str, found: Encoding) -> list[int]:
        blank = self.kind == "pieces" and is_blank(text)
        return [self._filler] if blank else found.ids or [self._filler]


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
