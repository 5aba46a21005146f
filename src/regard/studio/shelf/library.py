"""The runs that the page shows: found on disk, known by an id, opened when first asked."""

import re
import threading
import tomllib
from collections import OrderedDict
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regard.errors import Mistake
from regard.runs.parts import TaskPart
from regard.training import journal

if TYPE_CHECKING:
    from regard.runs.run import Run

DEPTH = 3
"""How far below a folder runs are looked for: a lab keeps them in `runs/MODEL/SEED`."""
OPEN = 8
"""Models that are kept in memory."""


class NoRun(Mistake):
    """No run has this id."""


@dataclass(frozen=True)
class Known:
    """A run that can be opened."""

    id: str
    name: str
    folder: Path = field(repr=False)
    model: str
    task: str
    corpus: str
    classes: tuple[str, ...]
    languages: tuple[str, ...]
    seed: int
    speaks: bool
    """Whether it is a language model that can be asked for words."""
    heads: int
    """Of each layer; 1 where a model has no choice of them."""
    start: str
    """Folder of the run whose weights it started from; empty for random ones."""
    validation: float | None
    finished: str
    """When, so that a run that was trained again is opened again."""

    def summary(self) -> dict[str, Any]:
        """What the page is told of it."""
        return {**asdict(self), "folder": str(self.folder)}


@dataclass
class Opened:
    """A run in memory, and who uses it."""

    finished: str
    lock: threading.Lock = field(default_factory=threading.Lock)
    run: "Run | None" = None


class Library:
    """Runs in some folders; those that are trained meanwhile, too."""

    def __init__(self, places: Sequence[Path], *, keep: int = OPEN) -> None:
        self.places, self.keep = list(places), keep
        self.opened: OrderedDict[tuple[str, bool], Opened] = OrderedDict()
        self.lock = threading.Lock()
        self.found: dict[str, Known] = {}

    def runs(self) -> list[Known]:
        """All finished runs, as they lie there now."""
        found: dict[str, Known] = {}
        for place in self.places:
            for folder, name in _folders(place):
                known = _known(folder, name, found)
                if known is not None and folder not in {other.folder for other in found.values()}:
                    found[known.id] = known
        self.found = found
        return list(found.values())

    def marks(self) -> Iterator[tuple[str, int]]:
        """What tells whether `runs` would give others: each finished folder, and when it was finished."""
        for place in self.places:
            for folder, _ in _folders(place):
                with suppress(OSError):
                    yield str(folder), (folder / "manifest.json").stat().st_mtime_ns

    def known(self, id: str) -> Known:
        """The run of this id. An id is looked up, never made into a path."""
        if id not in self.found:
            self.runs()
        if id not in self.found:
            raise NoRun(f"there is no run {id!r} here; GET /api/v1/runs lists them.")
        return self.found[id]

    @contextmanager
    def using(self, id: str, *, slow: bool = False) -> "Generator[Run]":
        """The run of this id, opened, for nobody else in this block. Slow work has a copy, and delays no quick work."""
        known, key = self.known(id), (id, slow)
        with self.lock:
            entry = self.opened.get(key)
            if entry is None or entry.finished != known.finished:
                entry = self.opened[key] = Opened(known.finished)
            self.opened.move_to_end(key)
            while len(self.opened) > self.keep:
                self.opened.popitem(last=False)
        with entry.lock:
            if entry.run is None:
                from regard.runs.run import open_run

                entry.run = open_run(known.folder)
            yield entry.run


def _folders(place: Path) -> Iterator[tuple[Path, str]]:
    """The run folders in and below a folder, each with the name it has there."""
    if (place / "recipe.toml").exists():
        yield place.resolve(), place.resolve().name
        return
    for depth in range(1, DEPTH + 1):
        for file in sorted(place.glob("*/" * depth + "recipe.toml")):
            folder = file.parent
            if not any(part.startswith(".") for part in folder.relative_to(place).parts):
                yield folder.resolve(), folder.relative_to(place).as_posix().removeprefix("runs/")


def _known(folder: Path, name: str, taken: dict[str, Known]) -> Known | None:
    """What can be said of a run without opening it; nothing of one that is not finished or cannot be read."""
    try:
        return _read(folder, name, taken)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError):
        return None


def _read(folder: Path, name: str, taken: dict[str, Known]) -> Known:
    recipe = tomllib.loads((folder / "recipe.toml").read_text(encoding="utf-8"))
    corpus, task = recipe["corpus"], recipe["task"]
    scores = [line["validation"] for line in journal.read(folder / "metrics.jsonl") if "epoch" in line]
    slug = re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:180].lstrip(".") or "run"
    id, number = slug, 2
    while id in taken:
        id, number = f"{slug}-{number}", number + 1
    return Known(
        id=id,
        name=name,
        folder=folder,
        model=str(recipe.get("name", "")),
        task=str(task.get("kind", "classify")),
        corpus=Path(str(corpus.get("name", ""))).name,
        classes=tuple(map(str, corpus.get("classes", ()))),
        languages=tuple(map(str, corpus.get("languages", ()))),
        seed=int(recipe.get("training", {}).get("seed", 0)),
        speaks=TaskPart(kind=task.get("kind", "classify"), objective=task.get("objective", "dpo")).speaks,
        heads=int(recipe.get("model", {}).get("heads", 1)),
        start=str(recipe.get("start", {}).get("run", "")),
        validation=max((float(score) for score in scores if score is not None), default=None),
        finished=str((folder / "manifest.json").stat().st_mtime_ns),
    )
