"""How texts are cut into tokens: frequent words stay whole, rare ones fall into pieces (row T12)."""

from collections.abc import Sequence
from itertools import islice

from regard.data.documents import Documents
from regard.findings.transformers import Cut, Tokens
from regard.runs.run import Run
from regard.text.spans import words_of
from regard.text.tokenizer import Tokenizer

RARE = "An unforgettable, heartwarming, bittersweet masterpiece."
"""Words that few texts have."""
BLANK = "␣"
"""What stands for a token that is a blank alone."""
TEXTS = 300
"""Test texts over which tokens are counted."""


def tokens_of(run: Run, corpus: Documents, sentences: Sequence[str]) -> Tokens:
    """How a run's tokenizer cuts sentences, and how many tokens it makes of a word of the test texts."""
    texts, tokenizer = list(islice(corpus.test, TEXTS)), run.tokenizer
    words = sum(len(text.split()) for text in texts)
    count = sum(len(tokenizer.encode(text).ids) for text in texts)
    return Tokens(
        kind=run.recipe.text.tokens,
        size=tokenizer.size,
        per_word=count / max(words, 1),
        cuts=[cut(tokenizer, text) for text in (*sentences, RARE)],
    )


def cut(tokenizer: Tokenizer, text: str) -> Cut:
    """A text in words, and these in pieces."""
    spans = tokenizer.encode(text).spans
    groups = words_of(text, spans)
    return Cut(text=text, words=[[text[slice(*spans[i])].strip() or BLANK for i in group] for group in groups])
