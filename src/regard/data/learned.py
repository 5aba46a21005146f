"""Tokenizers learned from texts of any size: once, and kept beside the tokens."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import tokenizers

from regard.data.caching import cache_name, cached
from regard.data.documents import Prose, Size
from regard.places import cache_folder
from regard.text.language import learn_language
from regard.text.tokenizer import Kind, Tokenizer
from regard.workers import overheard

_FORM = 1
"""Changes when the same texts would give another tokenizer."""
_STOPS = {signal.SIGINT, signal.SIGTERM}

Progress = Callable[[float], None]


def learned(
    prose: Prose,
    size: Size,
    *,
    kind: Kind,
    most: int,
    lower: bool = False,
    least: int = 1,
    folder: Path | None = None,
    progress: Progress = lambda share: None,
) -> Tokenizer:
    """The tokenizer of at most so many ids that is learned from documents, whose size is given.

    What was learned before from the same text in the same way is found again under `folder`, a cache of the user's
    without one; what is missing or damaged there is learned anew. `progress` is told the share that was read.
    """

    def learn() -> bytes:
        with overheard() as signals:
            texts = _told(prose, size, progress, signals)
            return learn_language(texts, kind=kind, size=most, lower=lower, least=least).to_json().encode()

    name = cache_name(_FORM, tokenizers.__version__, size.fingerprint, kind, most, lower, least)
    file = (folder or cache_folder() / "tokens") / f"{name}.tokenizer"
    return Tokenizer.from_json(cached(file, learn).decode())


def _told(prose: Prose, size: Size, progress: Progress, signals: Callable[[], set[int]]) -> Iterator[str]:
    """The texts. They are asked for in other threads, while the main one waits and can hear of no Ctrl-C."""
    done = 0
    progress(0.0)
    for text in prose.texts():
        if _STOPS & signals():
            raise KeyboardInterrupt
        yield text
        done += len(text)
        progress(done / size.characters)
