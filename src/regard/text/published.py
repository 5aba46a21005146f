"""Tokenizers that came with a published model."""

import json
from collections.abc import Iterable, Sequence

from tokenizers import Encoding
from tokenizers import Tokenizer as HuggingFaceTokenizer

from regard.text.cleaning import encodable
from regard.text.specials import BEGIN, END, MASK, PADDING, UNKNOWN
from regard.text.tokenizer import Encoded, Tokenizer

NAMES = {
    "padding": (PADDING, "<pad>"),
    "unknown": (UNKNOWN, "<unk>"),
    "begin": (BEGIN, "[CLS]", "<s>", "<|begin_of_text|>", "<bos>"),
    "end": (END, "[SEP]", "</s>", "<|endoftext|>", "<|end_of_text|>", "<eos>"),
    "mask": (MASK, "<mask>"),
}
"""What our models and the published families call their special tokens; the first that exists counts. One that ends a
text and has no counterpart begins it too."""


class PublishedTokenizer(Tokenizer):
    """Any tokenizer.json, with the rules that its model was trained with.

    Unlike with ours, a text may spell special tokens ("The film was [MASK]."), and those that the rules put around
    every text are among its tokens; their spans are empty.
    """

    def __init__(self, inner: HuggingFaceTokenizer) -> None:
        inner.no_truncation()
        inner.no_padding()
        self.kind = "pieces"
        self._inner = inner
        known = {what: self._first(names) for what, names in NAMES.items()}
        self._padding, self._unknown, self._mask = known["padding"], known["unknown"], known["mask"]
        begin, end = known["begin"], known["end"]
        self._ends = None if end is None else (end if begin is None else begin, end)
        self._filler = end or 0

    def _first(self, names: Sequence[str]) -> int | None:
        return next((i for name in names if (i := self._inner.token_to_id(name)) is not None), None)

    @property
    def padding_id(self) -> int:
        """The token that stands for nothing; 0 where there is none."""
        return self._padding or 0

    @property
    def unknown_id(self) -> int | None:
        """The token of what the vocabulary cannot spell, if there is any."""
        return self._unknown

    @property
    def size(self) -> int:
        """One more than the largest id: a vocabulary may have holes."""
        return max(self._inner.get_vocab().values()) + 1

    def vocabulary(self) -> list[str]:
        """The tokens in the order of their ids; a hole has no name."""
        return [self._inner.id_to_token(token) or "" for token in range(self.size)]

    def encode(self, text: str) -> Encoded:
        """The ids of a text and the characters behind each; those of a piece without the space before it."""
        found = self._inner.encode(encodable(text))
        spans = [(stop - len(text[start:stop].lstrip()), stop) for start, stop in found.offsets]
        return Encoded(found.ids, spans)

    def prompt(self, text: str) -> list[int]:
        """The ids of a text that something is to follow: what the rules put before it stays, what is behind it goes."""
        found = self._inner.encode(encodable(text))
        front = next((i for i, added in enumerate(found.special_tokens_mask) if not added), len(found.ids))
        return [*found.ids[:front], *self.following(text)]

    def following(self, text: str) -> list[int]:
        """The ids of a text that follows another: the rules put nothing around it."""
        return self._inner.encode(encodable(text), add_special_tokens=False).ids

    def bare(self) -> "PublishedTokenizer":
        """The same tokenizer without the rules that put tokens around a text."""
        return PublishedTokenizer.from_json(json.dumps({**json.loads(self.to_json()), "post_processor": None}))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of these ids, without special tokens."""
        return self._inner.decode([int(number) for number in ids], skip_special_tokens=True)

    def _ids(self, text: str, found: Encoding) -> list[int]:
        return found.ids
