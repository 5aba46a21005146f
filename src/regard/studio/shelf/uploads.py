"""Files that are sent to be learned from: kept in the studio's own folder, under names of letters, digits and dots."""

import hashlib
import re
import secrets
import shutil
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from regard.errors import Mistake, unknown
from regard.studio.shelf.jobs import Jobs

KINDS = (".csv", ".tsv", ".jsonl", ".ndjson", ".txt")
MOST = 100
"""Files that are kept."""
LETTERS = 80
FEWEST = 2
"""Rows of the smallest table: from less, nothing can be learned and nothing held back."""
SIDES = {"classify": ("text", "label"), "translate": ("source", "target"), "language": ("text",)}


def safe_name(name: str) -> str:
    """The name of a file without anything that could mean a place; what is no name of a table is refused."""
    if not name or len(name) > 255 or re.search(r"[/\\\x00-\x1f\x7f]", name) or name.startswith("."):
        raise Mistake("the file must have a plain name without slashes, such as reviews.csv; rename it.")
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem, dot, ending = plain.rpartition(".")
    kind = f"{dot}{ending}".lower()
    if kind not in KINDS:
        raise Mistake(f"{name[:60]!r} does not end in {', '.join(KINDS)}; save the table as CSV in UTF-8.")
    kept = re.sub(r"[^A-Za-z0-9_-]+", "-", stem).strip("-")[:LETTERS]
    return f"{kept or 'table'}{kind}"


def keep(jobs: Jobs, name: str, content: bytes) -> dict[str, Any]:
    """Keep a file if it can be read; the same file sent twice is one."""
    name = safe_name(name)
    if not content:
        raise Mistake(f"{name} is empty; it needs a line with column names, then one example a line.")
    jobs.uploads.mkdir(parents=True, exist_ok=True)
    for known in kept(jobs):
        if known.suffix == Path(name).suffix and _same(known, content):
            return {"file": known.name, "bytes": len(content)}
    if len(kept(jobs)) >= MOST:
        raise Mistake(f"{MOST} files are kept already; remove one first.")
    desk = jobs.uploads.parent / "incoming" / secrets.token_hex(8)
    desk.mkdir(parents=True)
    try:
        (desk / name).write_bytes(content)
        _readable(desk / name)
        return {"file": _placed(jobs.uploads, desk / name), "bytes": len(content)}
    except Mistake as mistake:
        raise Mistake(str(mistake).replace(f"{desk}/", "")) from None
    finally:
        shutil.rmtree(desk, ignore_errors=True)


def kept(jobs: Jobs) -> list[Path]:
    """The files that were sent, by name."""
    return sorted(file for file in jobs.uploads.glob("*") if file.is_file())


def sent(jobs: Jobs, name: str) -> Path:
    """The file of this name. A name is looked up, never made into a path."""
    known = {file.name: file for file in kept(jobs)}
    if name not in known:
        raise unknown("file", name, known)
    return known[name]


def looked_at(jobs: Jobs, name: str, task: str, columns: Mapping[Any, str]) -> dict[str, Any]:
    """The first rows, which columns are what, what to know, and why it cannot be learned from where it cannot."""
    from regard.data.corpora.tables.preview import preview

    file, sides = sent(jobs, name), SIDES[task]
    wanted = {side: columns.get(side, "") for side in sides}
    if file.suffix == ".txt":
        return _text(file, task)
    try:
        wanted, problem = _guessed(file, task, wanted), ""
        _learnable(file, task, wanted)
    except Mistake as mistake:
        problem = str(mistake).replace(f"{file.parent}/", "")
    named = {side: column for side, column in wanted.items() if column}
    try:
        return {"file": name, **asdict(preview(file, named)), "problem": problem}
    except (Mistake, ValueError) as error:
        said = str(error) if isinstance(error, Mistake) else problem
        raise Mistake(said.replace(f"{file.parent}/", "") or f"{name} has no such column; choose another.") from None


def _guessed(file: Path, task: str, wanted: dict[str, str]) -> dict[str, str]:
    """The columns that are named, and those whose names tell."""
    from regard.data.corpora.language.files import TEXT_NAMES
    from regard.data.corpora.pairs.table import choose_sides
    from regard.data.corpora.tables.columns import choose, known
    from regard.data.corpora.tables.formats import open_table

    table = open_table(file)
    if task == "translate":
        return dict(
            zip(SIDES[task], choose_sides(table, wanted["source"] or None, wanted["target"] or None), strict=True)
        )
    if task == "classify":
        found = choose(table, wanted["text"] or None, wanted["label"] or None)
        return {"text": found.text, "label": found.label}
    return {"text": wanted["text"] or known(table.columns, TEXT_NAMES) or table.columns[0]}


def _learnable(file: Path, task: str, columns: dict[str, str]) -> None:
    """Nothing, if a model can learn from the table; else why not."""
    from regard.data.corpora import open_corpus, open_language, open_pairs

    way = {"classify": open_corpus, "translate": open_pairs, "language": open_language}[task]
    way(str(file), **columns)  # pyright: ignore[reportArgumentType]


def _text(file: Path, task: str) -> dict[str, Any]:
    """A file of plain text, line by line."""
    lines = [line for line in file.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
    problem = "" if task == "language" else f"{file.name} has no columns; only language models learn from plain text."
    shown = [[line[:300]] for line in lines[:8]]
    nothing = {"chosen": {}, "labels": {}, "warnings": []}
    return {"file": file.name, "columns": ["text"], "rows": shown, "n": len(lines), **nothing, "problem": problem}


def _readable(file: Path) -> None:
    """Nothing, if every line of a file can be read and there are enough of them; else what is wrong."""
    from regard.data.corpora.tables.formats import open_table
    from regard.data.corpora.tables.lines import lines

    if file.suffix == ".txt":
        if not any(line.strip() for line in lines(file)):
            raise Mistake(f"{file.name} is blank; it needs some text.")
        return
    table = open_table(file)
    count = sum(1 for _ in table.rows([name for name in table.columns if name][:1]))
    if count < FEWEST:
        raise Mistake(f"{file.name} has {count} rows below its column names, and needs {FEWEST} at least; add some.")


def _same(file: Path, content: bytes) -> bool:
    size = file.stat().st_size
    return size == len(content) and hashlib.sha256(file.read_bytes()).digest() == hashlib.sha256(content).digest()


def _placed(folder: Path, file: Path) -> str:
    """Move a file into a folder under its own name or the next free one."""
    number, place = 1, folder / file.name
    while place.exists():
        number += 1
        place = folder / f"{file.stem}-{number}{file.suffix}"
    file.rename(place)
    return place.name
