"""Pieces of words by byte-pair encoding. Sennrich, Haddow & Birch (2016), over bytes as in GPT-2."""

from collections.abc import Iterable, Iterator

from tokenizers import Tokenizer as HuggingFaceTokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.normalizers import Sequence
from tokenizers.pre_tokenizers import ByteLevel
from tokenizers.trainers import BpeTrainer

from regard.errors import Mistake
from regard.text.cleaning import encodable, is_blank, line_breaks, restore
from regard.text.tokenizer import PADDING, Tokenizer, assemble

_BYTES = 256


def learn_pieces(texts: Iterable[str], *, size: int) -> Tokenizer:
    """Padding, the 256 bytes and the most frequent merges: any text can be written, nothing is unknown.

    Capitals and white space are kept, so that the pieces can be joined to the text again.
    """
    if size <= _BYTES:
        raise Mistake(f"{size} pieces are too few: the {_BYTES} bytes and padding alone are {_BYTES + 1}.")
    inner = HuggingFaceTokenizer(BPE())
    inner.normalizer = Sequence([line_breaks(into="\n"), *restore()])
    inner.pre_tokenizer = ByteLevel(add_prefix_space=False)
    inner.decoder = ByteLevelDecoder()
    trainer = BpeTrainer(
        vocab_size=size - 1, min_frequency=2, initial_alphabet=ByteLevel.alphabet(), show_progress=False
    )
    inner.train_from_iterator(_visible(texts), trainer)
    return assemble(inner, {PADDING: 0} | {piece: number + 1 for piece, number in inner.get_vocab().items()})


def _visible(texts: Iterable[str]) -> Iterator[str]:
    empty = True
    for text in texts:
        empty = empty and is_blank(text)
        yield encodable(text)
    if empty:
        raise Mistake("the texts hold no word; a vocabulary cannot be learned from them.")
