"""Where words begin, from tokens alone."""

import numpy as np
import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from regard.text.language import learn_language
from regard.text.published import PublishedTokenizer
from regard.text.word_starts import WordStarts

TEXT = "Unbelievable , the café's 1990s don't  !"


def begun(kind: str) -> list[str]:
    tokenizer = learn_language(iter(["the b"]), kind=kind, size=264 if kind == "pieces" else 60)
    ids = np.array(tokenizer.encode(TEXT).ids)
    starts = np.flatnonzero(WordStarts(tokenizer)(ids))
    return [tokenizer.decode(part.tolist()) for part in np.split(ids, starts[1:])]


def test_pieces_of_a_word_belong_together():
    assert begun("pieces") == [
        *("Unbelievable", " ", ",", " the", " café", "'", "s", " 1990s", " don", "'", "t", " ", " ", "!"),
    ]


def test_every_word_is_a_word():
    tokenizer = learn_language(iter([TEXT]), kind="words", size=60)
    assert WordStarts(tokenizer)(np.array(tokenizer.encode(TEXT).ids)).all()


def word_pieces() -> Tokenizer:
    """BERT's: a piece that goes on with a word is marked."""
    inner = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    inner.pre_tokenizer, inner.decoder = pre_tokenizers.BertPreTokenizer(), decoders.WordPiece()
    inner.train_from_iterator(
        [TEXT], trainers.WordPieceTrainer(vocab_size=40, show_progress=False, special_tokens=["[UNK]"])
    )
    return inner


def marked_spaces() -> Tokenizer:
    """ALBERT's: a piece that begins a word is marked."""
    inner = Tokenizer(models.BPE())
    inner.pre_tokenizer, inner.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    inner.train_from_iterator([TEXT], trainers.BpeTrainer(vocab_size=34, show_progress=False, special_tokens=["<unk>"]))
    return inner


@pytest.mark.parametrize("made", [word_pieces, marked_spaces])
def test_published_pieces_belong_together_however_they_are_marked(made):
    tokenizer = PublishedTokenizer(made())
    ids = np.array(tokenizer.encode("Unbelievable , the café 1990s").ids)
    starts = np.flatnonzero(WordStarts(tokenizer)(ids))
    assert len(ids) > len(starts) + 3, "words have several pieces"
    words = [tokenizer.decode(part.tolist()).strip() for part in np.split(ids, starts[1:])]
    assert [word for word in words if word] == ["Unbelievable", ",", "the", "café", "1990s"]
