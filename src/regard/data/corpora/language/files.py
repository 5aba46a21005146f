"""A user's own text: a file, or a folder of files, of any size; nothing of it is kept in memory.

A `.txt` file is a document, or holds one a paragraph or one a line; a row of a table is a document.
"""

from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Literal, get_args

from regard.data.corpora.language.parts import parted
from regard.data.corpora.tables.columns import TEXT_NAMES, known, listed, no_column
from regard.data.corpora.tables.formats import READERS, open_table
from regard.data.corpora.tables.lines import lines
from regard.data.corpora.tables.rows import Table
from regard.data.documents import Documents, Piece
from regard.errors import Mistake, unknown

Boundary = Literal["file", "paragraph", "line"]
"""What a document is in a text file: all of it, what stands between blank lines, or a line."""
ENDINGS = (".txt", ".text", ".md")
"""Of text files, beside those of tables; both may have `.gz` after them."""
CUT = 1 << 14
"""Bytes of a line; of longer ones, each part counts as one, so that some of a text without line feeds is held out."""


def from_texts(path: str | Path, *, text: str | None = None, boundary: str = "file") -> Documents:
    """The documents under a path; the last ones are held out. `text` names the column of a table's texts."""
    if boundary not in get_args(Boundary):
        raise unknown("way to tell documents apart", boundary, get_args(Boundary))
    files = text_files(Path(path))
    tables = {file: _column(open_table(file), text) for file in files if _ending(file) in READERS}
    if text and not tables:
        raise Mistake(f"{path} is no table and has no column {text!r}; leave --text out.")

    def read() -> Iterator[Piece]:
        for file in files:
            yield from _rows(file, tables[file]) if file in tables else _written(file, boundary)

    documents = {"file": "a file", "paragraph": "what stands between blank lines", "line": "a line"}[boundary]
    kinds = [f"a document is {documents}." if len(tables) < len(files) else ""]
    kinds += [f"a document is a row of column {name!r}." for name in dict.fromkeys(tables.values())]
    return parted(Path(path).name, read, notes=[kind for kind in kinds if kind], where=str(path))


def is_text(path: Path) -> bool:
    """Whether a path means texts and cannot mean a table: a text file, or a folder."""
    return path.is_dir() or _ending(path) in ENDINGS


def text_files(path: Path) -> list[Path]:
    """The file, or the files of text in a folder and the folders inside it, by name."""
    if path.is_dir():
        found = sorted(file for file in path.rglob("*") if file.is_file() and _readable(file.relative_to(path)))
        if not found:
            raise Mistake(f"{path} holds no file that ends in .txt, .jsonl, .csv or one of these with .gz; add some.")
        return found
    if not path.exists():
        near = [other.name for other in sorted(path.parent.glob(f"{path.stem}*")) if other.is_file()][:3]
        hint = f"beside it there is {', '.join(near)}" if near else "check the spelling and the folder"
        raise Mistake(f"there is no file {path}; {hint}.")
    if not path.is_file():
        raise Mistake(f"{path} is not a plain file (it may be a pipe); save the text to a file and name that.")
    return [path]


def _readable(file: Path) -> bool:
    return not any(part.startswith(".") for part in file.parts) and _ending(file) in (*ENDINGS, *READERS)


def _ending(file: Path) -> str:
    return Path(file.stem if file.suffix.lower() == ".gz" else file.name).suffix.lower()


def _column(table: Table, text: str | None) -> str:
    """The column named, or else the one whose name tells, or else the only one."""
    if text is not None and text not in table.columns:
        raise no_column(table, text)
    found = text or known(table.columns, TEXT_NAMES) or (table.columns[0] if len(table.columns) == 1 else None)
    if found is None:
        raise Mistake(f"which column of {table.file} holds the texts? Name it with --text; columns: {listed(table)}.")
    return found


def _rows(file: Path, column: str) -> Iterator[Piece]:
    """The texts of a table, empty ones left out."""
    for _, (cell,) in open_table(file).rows([column]):
        if cell.strip():
            yield Piece(cell, True)


def _written(file: Path, boundary: str) -> Iterator[Piece]:
    """The lines of a text file, long ones in parts, each with whether its document ends with it; no blank documents."""
    held: list[str] = []
    blank = True
    for line, begins, ends in _lines(file):
        empty = begins and ends and not line.strip()
        if boundary == "line":
            if not empty:
                yield Piece(line.rstrip("\n"), ends)
            continue
        if boundary == "paragraph" and empty:
            if held:
                yield Piece(held.pop().rstrip("\n"), True)
            continue
        if held and not (blank and empty):
            yield from (Piece(earlier, False) for earlier in held)
            held.clear()
        held.append(line)
        blank = blank and empty
    if held and not blank:
        yield from (Piece(earlier, False) for earlier in held[:-1])
        yield Piece(held[-1].rstrip("\n") if boundary == "paragraph" else held[-1], True)


def _lines(file: Path) -> Iterator[tuple[str, bool, bool]]:
    """The lines of a file, long ones in parts; with each whether a line begins with it, and whether one ends."""
    begins = True
    for part, after in pairwise(chain(lines(file, cut=CUT), [""])):
        ends = part.endswith("\n") or not after
        yield part, begins, ends
        begins = ends
