"""Two text files that say the same thing on the same line."""

from pathlib import Path

from regard.data.corpora.tables.lines import lines
from regard.errors import Mistake


def present(folder: Path, name: str) -> Path | None:
    """The file of this name in a folder, plain or with `.gz`; None if there is neither."""
    return next((file for file in (folder / name, folder / f"{name}.gz") if file.is_file()), None)


def aligned(source: Path, target: Path) -> list[tuple[str, str]]:
    """Line by line, the sentences of two files, blanks at their ends removed; empty ones are kept."""
    first, second = ([line.strip() for line in lines(file)] for file in (source, target))
    if len(first) != len(second):
        raise Mistake(
            f"{source} has {len(first):,} lines but {target} has {len(second):,}; line n of one must be the "
            "translation of line n of the other: remove or add the lines that have no counterpart."
        )
    return list(zip(first, second, strict=True))
