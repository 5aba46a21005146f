"""The files of a run, and the manifest by which a later change of them is found."""

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load
from torch import nn

from regard.errors import Mistake
from regard.files import sha256, write_text
from regard.models.families.folder import CONFIG
from regard.runs.recipe import Recipe, from_tree, read_toml
from regard.runs.verdicts import VERDICTS
from regard.text.pairs import BOTH, TARGET

RECIPE, TOKENIZER, WEIGHTS, METRICS = "recipe.toml", BOTH, "model.safetensors", "metrics.jsonl"
ESSENTIAL = (RECIPE, TOKENIZER, WEIGHTS, METRICS)
MANIFEST, STATE = "manifest.json", "state"
FORMAT = 1
BESIDE = ("report.html", "figures/")
"""What is drawn of a run."""


def essential(folder: Path) -> list[str]:
    """The files that a run is not whole without, those among them that not every run has."""
    return [*ESSENTIAL, *(name for name in (TARGET, VERDICTS) if (folder / name).exists())]


def holds_published(folder: Path) -> bool:
    """Whether a folder holds a model as it was published, and not a run."""
    return (folder / CONFIG).is_file() and not (folder / RECIPE).exists()


def recipe_in(folder: Path) -> Recipe:
    """The recipe of the run in a folder."""
    return from_tree(read_toml(folder / RECIPE), where=str(folder / RECIPE))


def with_weights(model: nn.Module, folder: Path) -> nn.Module:
    """The model of a run with its weights."""
    try:
        model.load_state_dict(load((folder / WEIGHTS).read_bytes()))
    except (SafetensorError, RuntimeError) as error:
        raise Mistake(f"{folder / WEIGHTS} does not fit its recipe: {' '.join(str(error).split())[:300]}.") from error
    return model


def verify(folder: Path) -> dict[str, str]:
    """The checksums of the files of a finished run, none of which was changed; else a mistake that says what is wrong.

    The report and its pictures may be gone: nothing is read from them.
    """
    if not folder.is_dir():
        raise Mistake(f"there is no run folder {folder}; `regard train` makes one.")
    if not (folder / MANIFEST).exists():
        whole(folder)
        if (folder / RECIPE).exists():
            raise Mistake(f"the run {folder} is not finished; go on with `regard train --resume --out {folder}`.")
        raise Mistake(f"{folder} is not a run: it has no {MANIFEST}, nor is it a published model with a {CONFIG}.")
    sums = _sums(folder / MANIFEST)
    for name in sorted({*ESSENTIAL, *sums}):
        file = folder / name
        if not file.exists() and name.startswith(BESIDE):
            continue
        if not file.is_file():
            raise Mistake(f"the run {folder} lacks its file {name}; train it again.")
        if sums.get(name) != sha256(file):
            raise Mistake(f"{file} is not what was written (its sha256 differs from {MANIFEST}); train the run again.")
    return sums


def verified(folder: Path) -> Mapping[str, str]:
    """The same, of files that are read anew only if one was touched since this process last read them."""
    folder = folder.resolve()
    return _verified(folder, tuple(_stamp(file) for file in sorted(folder.rglob("*")) if file.is_file()))


@lru_cache(maxsize=16)
def _verified(folder: Path, stamps: tuple[tuple[str | int, ...], ...]) -> Mapping[str, str]:
    return verify(folder)


def _stamp(file: Path) -> tuple[str | int, ...]:
    """What changes when a file does."""
    now = file.stat()
    return str(file), now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns


def whole(folder: Path) -> None:
    """Nothing, unless a folder holds weights and nothing by which to know, or to go on with, the run that made them."""
    if (folder / WEIGHTS).exists() and not (folder / MANIFEST).exists() and not (folder / STATE).exists():
        if holds_published(folder):
            raise Mistake(f"{folder} is a published model; `regard import {folder}` makes a run of it.")
        raise Mistake(
            f"{folder} holds the weights of a run that has lost its {MANIFEST}; put that back, or train anew "
            "into another --out."
        )


def _sums(manifest: Path) -> dict[str, str]:
    """The checksum of each file, as the manifest has it."""
    try:
        known = json.loads(manifest.read_text(encoding="utf-8"))
        if known["format"] == FORMAT:
            return {str(name): str(value) for name, value in known["files"].items()}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise Mistake(f"{manifest} is damaged; train the run again.") from error
    raise Mistake(f"{manifest} is damaged, or of another version of regard; train the run again.")


def seal(folder: Path, *names: str) -> None:
    """Write the manifest: a checksum of every file, or of those named, by which a later change is found."""
    _write(folder, {name: sha256(folder / name) for name in names or _inside(folder)})


@contextmanager
def unsealed(folder: Path) -> Generator[None]:
    """A block that may write into a sealed run whatever is drawn of it; meanwhile the manifest has nothing beside.

    Essential files keep their checksums: they are large, and nobody may have changed them since.
    """
    sums = _sums(folder / MANIFEST)
    needed = {name: sums[name] for name in essential(folder) if name in sums}
    if needed != sums:
        _write(folder, needed)
    yield
    _write(folder, {name: needed[name] if name in needed else sha256(folder / name) for name in _inside(folder)})


def _inside(folder: Path) -> list[str]:
    """The files of a run that a manifest may name."""
    inside = [file.relative_to(folder).as_posix() for file in sorted(folder.rglob("*")) if file.is_file()]
    return [name for name in inside if name != MANIFEST and not name.startswith((".", f"{STATE}/"))]


def _write(folder: Path, sums: dict[str, str]) -> None:
    write_text(folder / MANIFEST, json.dumps({"format": FORMAT, "files": sums}, indent=1) + "\n")
