"""A text as its tokens come, one after the other."""

from collections.abc import Sequence

from regard.text.tokenizer import Tokenizer

_PART = "\ufffd"
"""What a decoder says of bytes that make no character yet."""


class Streamed:
    """What follows a prompt, piece by piece: the pieces joined are the text, whatever tokens they are cut into.

    A character whose bytes are not all there waits for the rest, and so does what may become one of the `stops`, with
    which the text ends; they are no part of it.
    """

    def __init__(self, tokenizer: Tokenizer, prompt: Sequence[int] = (), stops: Sequence[str] = ()) -> None:
        self.tokenizer, self.ids, self.stops = tokenizer, list(prompt), [stop for stop in stops if stop]
        self.before = len(tokenizer.decode(self.ids))
        self.told = 0
        self.stopped = False

    @property
    def text(self) -> str:
        """All that was said, up to a stop."""
        whole = self.tokenizer.decode(self.ids)[self.before :]
        return whole[: min((at for stop in self.stops if (at := whole.find(stop)) >= 0), default=len(whole))]

    def add(self, token: int) -> str:
        """One token more; the characters that are certain with it."""
        self.ids.append(token)
        whole = self.tokenizer.decode(self.ids)[self.before :]
        self.stopped = any(stop in whole for stop in self.stops)
        if self.stopped:
            return self.rest()
        sure = len(whole.rstrip(_PART))
        return self._tell(whole, sure - max((_overlap(whole[:sure], stop) for stop in self.stops), default=0))

    def rest(self) -> str:
        """What was held back, once nothing more is said."""
        text = self.text
        return self._tell(text, len(text))

    def _tell(self, text: str, end: int) -> str:
        start, self.told = self.told, max(self.told, end)
        return text[start : self.told]


def _overlap(text: str, stop: str) -> int:
    """How many characters at the end of a text begin a stop."""
    return next((n for n in range(min(len(text), len(stop) - 1), 0, -1) if text.endswith(stop[:n])), 0)
