"""Pieces of words by byte-pair encoding. Sennrich, Haddow & Birch (2016), over bytes as in GPT-2."""

from collections.abc import Iterable, Iterator

from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.normalizers import Lowercase, Sequence
from tokenizers.pre_tokenizers import ByteLevel
from tokenizers.trainers import BpeTrainer

from regard.errors import Mistake
from regard.text.cleaning import encodable, is_blank, line_breaks, restore
from regard.text.tokenizer import ENDS, MASK, PADDING, Tokenizer, assemble

_BYTES = 256


def learn_pieces(
    texts: Iterable[str], *, size: int, ends: bool = False, mask: bool = False, lower: bool = False
) -> Tokenizer:
    """Padding, the 256 bytes and the most frequent merges: any text can be written, nothing is unknown.

    White space is kept, and so are capitals unless all letters are to be small (`lower`), so that the pieces can be
    joined to the text again. `ends` reserves ids for the beginning and the end of a text, after padding, and `mask` one
    for a blank, after these. The texts are read once, one after the other: what stays in memory is how often each word
    occurs.
    """
    specials = [PADDING, *(ENDS if ends else ()), *((MASK,) if mask else ())]
    least = _BYTES + len(specials)
    if size < least:
        names = ["padding", *(("beginning", "end") if ends else ()), *(("blank",) if mask else ())]
        others = " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)
        raise Mistake(
            f"{size} pieces are too few: the {_BYTES} bytes and {others} alone are {least}; set text.size to {least} "
            "or more."
        )
    inner = HuggingFaceTokenizer(BPE())
    inner.normalizer = Sequence([line_breaks(into="\n"), *restore(), *([Lowercase()] if lower else [])])
    inner.pre_tokenizer = ByteLevel(add_prefix_space=False)
    inner.decoder = ByteLevelDecoder()
    trainer = BpeTrainer(
        vocab_size=size - len(specials), min_frequency=2, initial_alphabet=ByteLevel.alphabet(), show_progress=False
    )
    inner.train_from_iterator(_visible(texts), trainer)
    reserved = {token: number for number, token in enumerate(specials)}
    return assemble(inner, reserved | {piece: number + len(specials) for piece, number in inner.get_vocab().items()})


def _visible(texts: Iterable[str]) -> Iterator[str]:
    empty = True
    for text in texts:
        empty = empty and is_blank(text)
        yield encodable(text)
    if empty:
        raise Mistake("the texts hold no word; a vocabulary cannot be learned from them.")
