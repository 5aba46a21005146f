"""Where the GloVe vectors lie. Pennington, Socher & Manning (2014)."""

from pathlib import Path

from regard.errors import Mistake
from regard.places import data_folders

GLOVE = (50, 100, 200, 300)
"""The dimensions in which GloVe 6B was published."""

_FOLDER = "glove"
_PACKINGS = ("", ".xz", ".gz")


def find_vectors(dimension: int) -> Path:
    """The GloVe 6B file of this dimension in the data folders; a complete one before a subset."""
    if dimension not in GLOVE:
        raise Mistake(f"GloVe 6B has no vectors of {dimension} numbers; choose {', '.join(map(str, GLOVE))}.")
    for name in _glove_names(dimension):
        for base in data_folders():
            if (file := base / _FOLDER / name).is_file():
                return file
    looked = " or ".join(str(base / _FOLDER) for base in data_folders())
    raise Mistake(f"no GloVe vectors of {dimension} numbers in {looked}; type `regard data fetch glove`.")


def glove_folder(base: Path) -> Path | None:
    """The folder under a data folder in which `find_vectors` finds something; None where there is none."""
    folder = base / _FOLDER
    names = [name for dimension in GLOVE for name in _glove_names(dimension)]
    return folder if any((folder / name).is_file() for name in names) else None


def _glove_names(dimension: int) -> list[str]:
    """What a file of these vectors may be called, the best first."""
    complete, subset = f"glove.6B.{dimension}d.txt", f"glove.6B.{dimension}d.subset.txt"
    return [
        *(complete + packing for packing in _PACKINGS),
        "glove.6B.zip",
        *(subset + packing for packing in _PACKINGS),
    ]
