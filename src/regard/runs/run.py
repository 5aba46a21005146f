"""A run on disk: a folder whose manifest refuses what was changed."""

import fcntl
import itertools
import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.torch import save
from torch import Tensor, nn

from regard.data.answers import Instructions, Preferences
from regard.data.batch import Batch
from regard.data.documents import Documents
from regard.data.examples import Corpus, Pairs
from regard.data.loading import Texts
from regard.errors import Mistake
from regard.files import write_bytes, write_text
from regard.runs.parts import Kind
from regard.runs.purposes import purpose_of
from regard.runs.recipe import Recipe, to_toml
from regard.runs.sealed import METRICS, RECIPE, STATE, WEIGHTS, essential, recipe_in, verify, with_weights
from regard.runs.starting import tokenizers_of
from regard.text.given import some_texts, texts_in
from regard.text.pairs import Tokenizers
from regard.text.tokenizer import Tokenizer
from regard.training import journal

LOCK = ".lock"
DOES: dict[Kind, str] = {
    "classify": "gives labels",
    "translate": "translates",
    "language": "is a language model",
    "instruct": "answers prompts",
    "prefer": "has learned preferences",
}
"""What a run is for, in words."""
VERBS: dict[Kind, str] = {
    "classify": "predict",
    "translate": "translate",
    "language": "generate",
    "instruct": "generate",
    "prefer": "evaluate",
}
"""By which command it is asked."""


@dataclass(frozen=True)
class Run:
    """A trained model with all that is needed to use it."""

    folder: Path
    recipe: Recipe
    tokenizers: Tokenizers
    """Of what it reads and of what it says; a classifier says no words, and has one alone."""
    model: nn.Module

    @property
    def tokenizer(self) -> Tokenizer:
        """Of what it reads."""
        return self.tokenizers.source

    @property
    def classes(self) -> tuple[str, ...]:
        """Names of the labels it gives."""
        return self.recipe.corpus.classes

    def read(self, texts: Sequence[str]) -> Texts:
        """New texts in its tokens, those that are too long cut as in training."""
        return Texts(*self.tokenizer.encode_many(texts_in(texts))).cropped(self.recipe.text.longest)

    def batch(self, texts: Sequence[str]) -> Batch:
        """New texts as the model of a run that gives labels takes them: `run.model(run.batch(texts))`."""
        for_task(self, "classify")
        given = some_texts(texts)
        return self.read(given).batch(np.arange(len(given)))

    @cached_property
    def metrics(self) -> list[dict[str, Any]]:
        """All measurements, in order."""
        return journal.read(self.folder / METRICS)


def open_run(folder: str | Path) -> Run:
    """The run in a folder, once every file in it is known to be as it was written."""
    folder = Path(folder)
    verify(folder)
    made = recipe_in(folder)
    tokenizers = tokenizers_of(made, folder)
    model = with_weights(purpose_of(made).built(made, tokenizers), folder)
    return Run(folder, made, tokenizers, model.eval())


def for_task(run: Run, kind: Kind) -> None:
    """Nothing, if a run is of this kind; else the command that is for its own."""
    if run.recipe.task.kind != kind:
        own = run.recipe.task.kind
        raise Mistake(f"the run {run.folder} {DOES[own]}; use `regard {VERBS[own]} {run.folder}`.")


def same_data(saved: str, corpus: Corpus | Pairs | Documents | Instructions | Preferences, folder: Path) -> None:
    """Nothing, if the corpus is the one that a run learned from."""
    if saved != corpus.fingerprint():
        raise Mistake(
            f"the training texts are no longer those that the run {folder} began with; "
            "put the corpus back as it was, or train anew into another --out."
        )


def fresh_folder(parent: Path, name: str) -> Path:
    """`parent/name`, or the first of `name-2`, `name-3` … that does not exist yet."""
    taken = (parent / f"{name}{'' if number == 1 else f'-{number}'}" for number in itertools.count(1))
    return next(folder for folder in taken if not folder.exists())


def vacant(folder: Path) -> None:
    """Nothing, if a run may be made here: the folder is absent or empty, leftovers of a killed process aside."""
    if folder.exists() and (not folder.is_dir() or any(not _leftover(file) for file in folder.iterdir())):
        raise Mistake(f"{folder} exists and is not empty; choose another --out, or go on with --resume.")


def clear(folder: Path) -> None:
    """Take back a run that never came to a saved state: our own files, and the folder if nothing else is in it."""
    shutil.rmtree(folder / STATE, ignore_errors=True)
    for file in [*(folder / name for name in essential(folder)), *filter(_leftover, folder.iterdir())]:
        file.unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()


def _leftover(file: Path) -> bool:
    return file.name == LOCK or (file.name.startswith(".") and file.name.endswith(".draft"))


def write_recipe(folder: Path, made: Recipe) -> None:
    """The resolved recipe, complete."""
    write_text(folder / RECIPE, to_toml(made))


def write_weights(folder: Path, weights: dict[str, Tensor]) -> None:
    """The best weights."""
    write_bytes(folder / WEIGHTS, save({name: tensor.contiguous() for name, tensor in weights.items()}))


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """In this block, no other process trains into the folder; a process that dies lets go."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise Mistake(
                f"another process is training into {folder}; wait for it, or choose another --out."
            ) from error
        for draft in folder.glob(".*.draft"):
            draft.unlink()
        yield
