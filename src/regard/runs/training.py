"""Train a recipe into a run folder, so that it can be killed at any moment and go on to the same bits."""

import time
from dataclasses import asdict
from pathlib import Path
from typing import cast

import torch
from torch import nn

from regard.errors import Mistake
from regard.results import Epoch
from regard.runs.differences import differences
from regard.runs.finished import Data, finished, reopened
from regard.runs.progress import Progress, silent
from regard.runs.purposes import purpose_of
from regard.runs.recipe import Recipe
from regard.runs.run import clear, locked, open_run, same_data, vacant, write_recipe
from regard.runs.sealed import MANIFEST, METRICS, RECIPE, STATE, recipe_in, whole
from regard.runs.trained import Events, Trained
from regard.tasks.device import device_named
from regard.training import journal
from regard.training.checkpoint import load_state, save_state
from regard.training.processor import as_written

__all__ = ["Events", "Trained", "resume", "train"]

EVERY = 30.0
"""Seconds at least between two saved states within an epoch."""
SHARE = 1 / 40
"""Share of the time that saving may take: where a state takes 5 s to save, a kill can cost the work of 200 s."""


def train(made: Recipe, folder: Path, *, data: Data | None = None, progress: Progress = silent) -> Events:
    """Train into an empty folder, event by event; what fails before its first saved state leaves nothing there."""
    vacant(folder)
    purpose = purpose_of(made)
    purpose.possible(made)
    data = data if data is not None else cast(Data, purpose.prepared(made, progress))
    made = purpose.resolved(made, data)
    model, notes = _begun(made, data, progress)
    with locked(folder):
        vacant(folder)
        try:
            write_recipe(folder, made)
            purpose.tokenizers(data).save(folder)
            return (yield from _run(made, folder, data, model, notes))
        except BaseException:
            if load_state(folder / STATE) is None:
                clear(folder)
            raise


def begun(folder: Path) -> Recipe:
    """The recipe of the run that was begun in a folder."""
    if not (folder / RECIPE).exists():
        raise Mistake(f"{folder} holds no run to go on with: it has no {RECIPE}.")
    return recipe_in(folder)


def resume(
    folder: Path, *, made: Recipe | None = None, data: Data | None = None, progress: Progress = silent
) -> Events:
    """Go on where an earlier process stopped, to the weights it would have reached; a finished run is found again.

    A recipe that is given must be the run's own.
    """
    known = begun(folder)
    whole(folder)
    purpose = purpose_of(known)
    data = data if data is not None else cast(Data, purpose.prepared(known, progress))
    if made is not None and (made.task.kind != known.task.kind or purpose.resolved(made, data) != known):
        changes = differences(made, known) if made.task.kind == known.task.kind else []
        raise Mistake(
            f"{folder} holds a run of another recipe ({', '.join(changes[:5]) or f'{RECIPE} differs'}); choose another "
            "--out."
        )
    with locked(folder):
        if (folder / MANIFEST).exists():
            torch.set_num_threads(known.training.threads)
            return reopened(open_run(folder), data)
        model, notes = _begun(known, data, progress)
        purpose.tokenizers(data).save(folder)
        return (yield from _run(known, folder, data, model, notes))


def _begun(made: Recipe, data: Data, progress: Progress) -> tuple[nn.Module, tuple[str, ...]]:
    """The model before its first step, and what a reader of its results must know."""
    torch.set_num_threads(made.training.threads)
    torch.manual_seed(made.training.seed)
    model, notes = purpose_of(made).newborn(made, data, progress)
    return model.to(device_named(made.training.device)), notes


def _run(made: Recipe, folder: Path, data: Data, model: nn.Module, notes: tuple[str, ...]) -> Events:
    loop = purpose_of(made).new_loop(made, data, model)
    if (saved := load_state(folder / STATE)) is not None:
        tensors, facts = saved
        same_data(facts["data"], data.corpus, folder)
        loop.restore(tensors, facts["standing"])
    _rewrite_journal(folder / METRICS, loop.standing.epochs)

    identity = data.corpus.fingerprint()

    def save() -> None:
        tensors, standing = loop.state()
        save_state(folder / STATE, tensors, {"standing": standing, "data": identity})

    last, cost = time.monotonic(), 0.0
    try:
        for event in loop.run():
            if isinstance(event, Epoch):
                journal.note(folder / METRICS, **asdict(event))
            now = time.monotonic()
            if now - last > max(cost / SHARE, 0.0 if isinstance(event, Epoch) else EVERY):
                save()
                last = time.monotonic()
                cost = last - now
            yield event
    except GeneratorExit:
        save()
        raise
    with as_written(made.training.compiled):
        return finished(made, folder, data, model, loop, notes)


def _rewrite_journal(file: Path, epochs: list[Epoch]) -> None:
    """The journal as far as the saved state goes: lines written after it will be written again."""
    file.write_text("", encoding="utf-8")
    for epoch in epochs:
        journal.note(file, **asdict(epoch))
