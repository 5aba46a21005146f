"""Many characters made into ids quickly: a look-up in a table of all code points."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from regard.text.cleaning import encodable

_ALL = 0x110000


def table_of(ids: Mapping[str, int], unknown: int) -> NDArray[np.int32]:
    """For every code point its id; entries of more than one character are left out."""
    table = np.full(_ALL, unknown, dtype=np.int32)
    for entry, number in ids.items():
        if len(entry) == 1:
            table[ord(entry)] = number
    return table


def code_points(text: str) -> NDArray[np.uint32]:
    """The characters of a text as numbers."""
    return np.frombuffer(encodable(text).encode("utf-32-le"), dtype="<u4")
