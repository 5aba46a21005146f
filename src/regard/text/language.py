"""The tokenizers of language models: words, pieces or characters, with ids for beginning, end and blank."""

from collections.abc import Iterable

from regard.text.characters import learn_characters
from regard.text.pieces import learn_pieces
from regard.text.tokenizer import MASK, Encoded, Kind, Tokenizer
from regard.text.words import learn_lined


def learn_language(
    texts: Iterable[str], *, kind: Kind = "pieces", size: int, lower: bool = False, least: int = 1
) -> Tokenizer:
    """A tokenizer of at most `size` ids, learned from texts that are read once, one after the other.

    All kinds can be joined to a text again. Words are what stands between white space, and a line feed is a word;
    `least` is how often a word or a character must occur, and `lower` makes capitals of pieces small.
    """
    if kind == "pieces":
        return learn_pieces(texts, size=size, ends=True, mask=True, lower=lower)
    if kind == "characters":
        return learn_characters(texts, size=size, least=least, ends=True, mask=True)
    return learn_lined(texts, size=size, least=least)


def blanked(tokenizer: Tokenizer, text: str) -> Encoded:
    """A text in which every `[MASK]` stands for one token to fill in: ids, and the characters behind each.

    A piece has its space in front, so the space before a blank belongs to what fills it.
    """
    read = Encoded([], [])
    parts = text.split(MASK)
    start = 0
    for number, part in enumerate(parts):
        last = number == len(parts) - 1
        said = part.removesuffix(" ") if tokenizer.kind == "pieces" and not last else part
        if said.strip() or (tokenizer.kind == "characters" and said):
            found = tokenizer.encode(said)
            read.ids.extend(found.ids)
            read.spans.extend((start + a, start + b) for a, b in found.spans)
        start += len(part)
        if not last:
            read.ids.append(tokenizer.mask_id)
            read.spans.append((start, start + len(MASK)))
        start += len(MASK)
    return read
