"""The tokens that no text spells, and the kinds of tokenizers, which are told apart by them."""

from typing import Literal

from tokenizers import Tokenizer as HuggingFaceTokenizer

Kind = Literal["words", "pieces", "characters"]

PADDING = "[PAD]"
UNKNOWN = "[UNK]"
BEGIN = "[BEGIN]"
END = "[END]"
ENDS = (BEGIN, END)
"""Where a text that is said begins and ends; only the tokenizers of translation and of language models have them."""
MASK = "[MASK]"
"""A blank to be filled in; only the tokenizers of language models have it."""

_KINDS: tuple[tuple[str, Kind, list[str]], ...] = (
    ("WordLevel", "words", [PADDING, UNKNOWN]),
    ("BPE", "characters", [PADDING, UNKNOWN]),
    ("BPE", "pieces", [PADDING]),
)
"""The model, the kind that it means and the special tokens that come first; the first that fits counts."""


def kind_of(inner: HuggingFaceTokenizer) -> tuple[Kind, int]:
    """What a tokenizer cuts a text into, and how many special tokens every one of its kind has."""
    for model, kind, specials in _KINDS:
        if model == type(inner.model).__name__ and specials == [inner.id_to_token(i) for i in range(len(specials))]:
            return kind, len(specials)
    raise ValueError("neither words nor pieces nor characters with their special tokens first")
