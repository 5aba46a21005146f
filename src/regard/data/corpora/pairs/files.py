"""Two files of a user, aligned line by line."""

from pathlib import Path

from regard.data.corpora.line_files import aligned, present
from regard.data.corpora.pairs.parts import parted
from regard.data.corpora.tables.formats import READERS
from regard.data.corpora.tables.lines import plain_file
from regard.data.examples import Pairs
from regard.errors import Mistake


def two_files(name: str, source: str | None, target: str | None) -> tuple[Path, Path] | None:
    """The two files meant: `news.en` with target `news.fr`, or `news` with source `en` and target `fr`.

    None where the name means a table.
    """
    path = Path(name)
    if _is_table(path):
        return None
    if path.is_file():
        return path, _beside(path, target)
    if path.exists() or not (source and target):
        return None
    first, second = (present(path.parent, f"{path.name}.{end}") for end in (source, target))
    if first and second:
        return first, second
    if first or second:
        missing = f"{name}.{target if first else source}"
        raise Mistake(f"there is no file {missing} beside {first or second}; check the spelling of its ending.")
    return None


def _is_table(path: Path) -> bool:
    return Path(path.stem if path.suffix.lower() == ".gz" else path.name).suffix.lower() in READERS


def _beside(path: Path, target: str | None) -> Path:
    """The file of the other side, named by its path, by its name beside the first, or by another ending of that."""
    if target is None:
        raise Mistake(
            f"{path} holds one side; name the other file with --target. If both sides are in it, call it .tsv, .csv or "
            ".jsonl."
        )
    stem = Path(path.stem if path.suffix.lower() == ".gz" else path.name).stem
    ways = (present(path.parent, target), present(path.parent, f"{stem}.{target}"))
    found = Path(target) if Path(target).is_file() else next(filter(None, ways), None)
    if found is not None and found.samefile(path):
        raise Mistake(f"{path} cannot be both sides; name the file of the other one with --target.")
    if found is None:
        raise Mistake(f"there is no file {target}, here or beside {path}; check the spelling and the folder.")
    return found


def from_lines(source: Path, target: Path, *, seed: int = 0, whole: bool = False) -> Pairs:
    """The pairs of two files; lines that are empty on one side are left out, with a note."""
    for file in (source, target):
        plain_file(file)
    rows = aligned(source, target)
    empty = [number for number, row in enumerate(rows, 1) if not all(row)]
    name = f"{source.name}+{target.name}"
    if len(empty) * 2 > len(rows):
        raise Mistake(
            f"{source} and {target}: one side is empty in {len(empty):,} of {len(rows):,} lines, first at line "
            f"{empty[0]}; are these the two sides of one text?"
        )
    notes = [f"lines left out because a side is empty: {len(empty):,}, the first at line {empty[0]}."] if empty else []
    kept = [row for row in rows if all(row)]
    languages = _language(source, "source"), _language(target, "target")
    return parted(name, languages, kept, notes=notes, seed=seed, whole=whole)


def _language(file: Path, otherwise: str) -> str:
    """The language that the end of a file's name says, as in `news.en` or `news.fr.gz`."""
    end = Path(file.stem if file.suffix == ".gz" else file.name).suffix.removeprefix(".")
    return end if 2 <= len(end) <= 3 and end != "txt" else otherwise
