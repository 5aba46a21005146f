"""Folders for other tools, which appear whole or not at all, and the libraries that make them."""

import secrets
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template

from regard.errors import Mistake
from regard.files import synced


def vacant(out: Path) -> None:
    """Nothing, if a folder may be made here: there is none yet, or an empty one."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise Mistake(f"{out} exists and is not empty; choose another --out.")


@contextmanager
def appearing(out: Path) -> Generator[Path]:
    """A folder to write into that takes the place of `out` when the block ends well, and vanishes when it does not."""
    vacant(out)
    out = out.resolve()
    there = next(folder for folder in out.parents if folder.is_dir())
    draft = there / f".{out.name}.{secrets.token_hex(4)}.draft"
    draft.mkdir()
    try:
        yield draft
        for file in draft.rglob("*"):
            synced(file)
        out.parent.mkdir(parents=True, exist_ok=True)
        draft.replace(out)
        synced(out.parent)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def needed(extra: str, *libraries: str) -> None:
    """Nothing, if these libraries are installed; else how to install them."""
    if missing := [name for name in libraries if find_spec(name) is None]:
        raise Mistake(
            f'--to {extra} needs {" and ".join(missing)}, not installed here; run `pip install "regard[{extra}]"`.'
        )


def readme(name: str, **settings: str) -> str:
    """How to use such a folder, with a program to begin from; its $names are filled in."""
    return Template((files("regard.runs.exchange") / f"{name}.txt").read_text(encoding="utf-8")).substitute(settings)
