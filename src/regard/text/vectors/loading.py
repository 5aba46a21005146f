"""Opening a file of word vectors, by way of the cache."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from regard.errors import Mistake
from regard.places import cache_folder
from regard.text.vectors.alignment import Vectors
from regard.text.vectors.cache import Shelf
from regard.text.vectors.files import read_vectors


def load_vectors(
    path: Path,
    *,
    dimension: int | None = None,
    cache: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Vectors:
    """The vectors of a file, read once and mapped from the cache folder ever after.

    `dimension` chooses among the files of a zip. `progress` is told the share that has been read.
    A cache that cannot be written is done without.
    """
    if not path.is_file():
        raise Mistake(f"{path} is not there; name a file of word vectors, or type `regard data fetch glove`.")
    shelf = Shelf(cache or cache_folder(), path, dimension)
    if kept := shelf.recall():
        return Vectors(*kept)
    words, matrix = read_vectors(path, dimension, progress)
    with contextlib.suppress(OSError):
        shelf.keep(words, matrix)
    return Vectors(*(shelf.recall() or (words, matrix)))
