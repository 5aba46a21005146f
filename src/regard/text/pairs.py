"""The tokenizers of sentence pairs: one for both languages, or one for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Self

from regard.text.characters import learn_characters
from regard.text.pieces import learn_pieces
from regard.text.tokenizer import Kind, Tokenizer
from regard.text.words import learn_spaced

BOTH = "tokenizer.json"
"""The file of the source's tokenizer, and of the target's where they are one."""
TARGET = "tokenizer.target.json"


@dataclass(frozen=True)
class Tokenizers:
    """How the two sides of a pair become numbers; both sides have ids for beginning and end."""

    source: Tokenizer
    target: Tokenizer

    @property
    def joint(self) -> bool:
        """Whether both sides share their ids, and so may share their vectors."""
        return self.source is self.target

    @classmethod
    def load(cls, folder: Path) -> Self:
        """What `save` wrote."""
        source = Tokenizer.load(folder / BOTH)
        return cls(source, Tokenizer.load(folder / TARGET) if (folder / TARGET).exists() else source)

    def save(self, folder: Path) -> None:
        """Write one file, or two where the sides differ."""
        self.source.save(folder / BOTH)
        if self.joint:
            (folder / TARGET).unlink(missing_ok=True)
        else:
            self.target.save(folder / TARGET)


def learn_pairs(
    sources: Sequence[str], targets: Sequence[str], *, kind: Kind = "pieces", size: int, joint: bool, least: int = 1
) -> Tokenizers:
    """Tokenizers of `size` ids each, learned from both sides together (`joint`) or from each alone.

    Joint pieces spell what both languages share the same way (Sennrich, Haddow & Birch 2016, section 3.2). `least` is
    how often a word must occur.
    """
    if joint:
        both = _learned(list(chain(sources, targets)), kind, size, least)
        return Tokenizers(both, both)
    return Tokenizers(_learned(sources, kind, size, least), _learned(targets, kind, size, least))


def _learned(texts: Sequence[str], kind: Kind, size: int, least: int) -> Tokenizer:
    if kind == "pieces":
        return learn_pieces(texts, size=size, ends=True)
    if kind == "characters":
        return learn_characters(texts, size=size, least=least, ends=True)
    return learn_spaced(texts, size=size, least=least)
