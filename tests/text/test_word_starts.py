"""Where words begin, from tokens alone."""

import numpy as np

from regard.text.language import learn_language
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
