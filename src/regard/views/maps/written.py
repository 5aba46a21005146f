"""Millions of weights as text, quickly: a table of all numbers with six digits, looked up a map at a time."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.explain.explanation import Map
from regard.explain.rows import array_of

DIGITS = 6
LARGE = 100_000
"""Weights of a map from which the table is worth making."""
LONGEST = 128
"""Bytes of a cell up to which lines of a sheet are put together as one array."""

Bytes = NDArray[np.bytes_]


def is_large(one: Map) -> bool:
    """Whether a map has so many weights, all between 0 and 1, that they are looked up in the table."""
    grid = array_of(one.weights)
    return grid.size >= LARGE and bool((grid >= 0).all()) and bool((grid <= 1).all())


@cache
def table() -> Bytes:
    """0.0, 0.000001, 0.000002 … 1.0 as text, without zeros at the end."""
    numbers = np.arange(10**DIGITS + 1)
    letters = np.zeros((len(numbers), DIGITS + 2), dtype=np.uint8)
    letters[:, 0] = ord("0") + numbers // 10**DIGITS
    letters[:, 1] = ord(".")
    for place in range(DIGITS):
        digit = numbers // 10 ** (DIGITS - 1 - place) % 10
        ends = (numbers % 10 ** (DIGITS - place) == 0) & (place > 0)
        letters[:, 2 + place] = np.where(ends, 0, ord("0") + digit)
    return letters.view(f"S{DIGITS + 2}")[:, 0]


def looked_up(grid: NDArray[np.floating[Any]]) -> Bytes:
    """The weights as text of up to six digits."""
    return table()[np.rint(grid * 10**DIGITS).astype(np.int32)]


def json_rows(one: Map) -> Iterator[bytes]:
    """The weights of a large map as JSON: a list of rows."""
    texts = looked_up(array_of(one.weights))
    cells = np.zeros(texts.shape, dtype=[("text", texts.dtype), ("mark", "S2")])
    cells["text"], cells["mark"] = texts, b", "
    cells["mark"][:, -1] = b""
    last = len(cells) - 1
    for number, row in enumerate(cells):
        opening, closing = b"[[" if number == 0 else b"[", b"]]" if number == last else b"], "
        yield opening + row.tobytes().translate(None, b"\0") + closing


def sheet_rows(one: Map, name: bytes, rows: Sequence[bytes], columns: Sequence[bytes]) -> Iterator[bytes]:
    """The lines of a sheet: name, row, column and weight; each given as text that ends in its comma."""
    texts = looked_up(array_of(one.weights))
    fronts = [name + row for row in rows]
    if max(map(len, [*fronts, *columns])) > LONGEST:
        for front, weights in zip(fronts, texts.tolist(), strict=True):
            yield b"".join(front + column + w + b"\n" for column, w in zip(columns, weights, strict=True))
        return
    looks, seen = np.array(fronts, dtype=np.bytes_), np.array(columns, dtype=np.bytes_)
    parts = [("front", looks.dtype), ("column", seen.dtype), ("text", texts.dtype), ("end", "S1")]
    lines = np.zeros(len(seen), dtype=parts)
    lines["column"], lines["end"] = seen, b"\n"
    for front, weights in zip(looks, texts, strict=True):
        lines["front"], lines["text"] = front, weights
        yield lines.tobytes().translate(None, b"\0")
