"""Where sentences end, in tokens: found once for a text and a tokenizer, and kept beside the tokens."""

import hashlib
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from regard.data.documents import Prose, Size
from regard.data.sentence_pairs import Sentences
from regard.errors import Mistake
from regard.files import write_bytes
from regard.places import cache_folder
from regard.text.sentences import sentence_lengths, sentences
from regard.text.tokenizer import Tokenizer

_FORM = 1
"""Changes when sentences of the same texts would be found otherwise."""
_DIGEST = 32
"""Bytes of the checksum that a file begins with."""

Progress = Callable[[float], None]


def sentences_of(
    prose: Prose,
    tokenizer: Tokenizer,
    *,
    size: Size | None = None,
    folder: Path | None = None,
    progress: Progress = lambda share: None,
) -> Sentences:
    """How many tokens each sentence of the documents has; `size` is the prose's, where it is known already.

    What was found before in the same text with the same tokenizer lies under `folder`, a cache of the user's without
    one; what is missing or damaged there is made anew.
    """
    size, tokenizer = size or prose.size(), tokenizer.bare()
    key = hashlib.sha256(json.dumps([_FORM, size.fingerprint, tokenizer.to_json()]).encode()).hexdigest()[:32]
    file = (folder or cache_folder() / "tokens") / f"{key}.sentences"
    if (kept := _read(file)) is not None and len(kept.counts) == size.documents:
        return kept
    found = _found(prose, tokenizer, lambda number: progress(number / size.documents))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, found)
    except OSError as error:
        raise Mistake(
            f"{file} cannot be written: {error.strerror or error}; make room, or set REGARD_CACHE to another folder."
        ) from error
    return found


def _found(documents: Iterable[str], tokenizer: Tokenizer, tell: Callable[[int], None]) -> Sentences:
    lengths: list[int] = []
    counts: list[int] = []
    for number, text in enumerate(documents, start=1):
        own = sentence_lengths(sentences(text), tokenizer.encode(text).spans).tolist()
        lengths += own
        counts.append(len(own))
        if not number % 100:
            tell(number)
    return Sentences(np.array(lengths, dtype=np.int64), np.array(counts, dtype=np.int64))


def _write(file: Path, found: Sentences) -> None:
    stream = io.BytesIO()
    np.save(stream, found.lengths)
    np.save(stream, found.counts)
    whole = stream.getvalue()
    write_bytes(file, hashlib.sha256(whole).digest() + whole)


def _read(file: Path) -> Sentences | None:
    if not file.exists():
        return None
    held = file.read_bytes()
    if hashlib.sha256(held[_DIGEST:]).digest() != held[:_DIGEST]:
        return None
    stream = io.BytesIO(held[_DIGEST:])
    return Sentences(np.load(stream), np.load(stream))
