"""Tokens as the page shows them."""

from collections.abc import Sequence

from regard.text.tokenizer import Tokenizer

HALF = "\ufffd"
"""What a decoder says of bytes that make no character by themselves."""


class Names:
    """What the tokens of a tokenizer are called: by their text, spaces among it, or else as the vocabulary has them."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer, self.vocabulary = tokenizer, tokenizer.vocabulary()

    def __call__(self, token: int) -> str:
        """The name of one token."""
        text = "" if token in self.tokenizer.special_ids else self.tokenizer.decode([token])
        if text and HALF not in text:
            return text
        return self.vocabulary[token] if token < len(self.vocabulary) else ""

    def all(self, tokens: Sequence[int]) -> list[str]:
        """The names of several."""
        return [self(token) for token in tokens]
