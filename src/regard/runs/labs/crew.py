"""Many trainings at once, one processor core each: a small model gains more from a process than from a thread."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from regard.results import Epoch
from regard.runs.labels.build import Prepared
from regard.runs.pairs.build import PreparedPairs, longest
from regard.runs.parts import Kind, TextPart
from regard.runs.recipe import Recipe
from regard.runs.sealed import RECIPE
from regard.runs.stopping import followed, handling, interrupt, undisturbed
from regard.runs.training import Events, Trained, resume, train
from regard.training.loop import Step
from regard.workers import hired

Cut = tuple[Kind, TextPart, int, bool, str, tuple[str, ...]]
"""What for, how texts become tokens, the tokens of the longest pair that is learned from or how many labels,
whether some are held back, whose tokenizer cuts them, and who teaches."""
Data = Mapping[Cut, Prepared] | Mapping[Cut, PreparedPairs]
Show = Callable[[str, Step | Epoch], None]
"""Told the name of a job and what has just happened in it."""
OFTEN = 0.2
"""Seconds between two messages of a worker about its steps."""
PATIENCE = 10.0
"""Seconds that a worker has to save its state when the work is broken off."""


@dataclass(frozen=True)
class Job:
    """A recipe to be trained into a folder."""

    name: str
    recipe: Recipe
    folder: Path


def cut_of(made: Recipe) -> Cut:
    """What the examples of a recipe depend on besides the corpus: recipes that agree in it can share them."""
    kind = made.task.kind
    most = longest(made) if kind == "translate" else made.corpus.labels
    return kind, made.text, most, made.corpus.held, made.start.run, made.teachers.runs


def done(jobs: Sequence[Job], data: Data, workers: int, show: Show) -> list[Trained[Any]]:
    """All jobs trained, in their order; what an earlier call began is resumed, what it finished is recalled."""
    if workers == 1 or len(jobs) == 1:
        return [followed(_events(job, data), lambda event, job=job: show(job.name, event)) for job in jobs]
    with handling(interrupt), ExitStack() as crew:
        with undisturbed():
            pipes = crew.enter_context(hired(min(workers, len(jobs)), PATIENCE, _work, data))
        return _shared_out(jobs, pipes, show)


def _events(job: Job, data: Data) -> Events:
    """The training of a job; examples that are not among the data it reads itself."""
    ours = data.get(cut_of(job.recipe))
    if (job.folder / RECIPE).exists():
        return resume(job.folder, made=job.recipe, data=ours)
    return train(job.recipe, job.folder, data=ours)


def _shared_out(jobs: Sequence[Job], pipes: Sequence[Connection], show: Show) -> list[Trained[Any]]:
    """Give every free worker the next job until all are done or one fails."""
    results: dict[int, Trained[Any]] = {}
    left = iter(range(len(jobs)))
    busy: dict[Connection, int] = {}

    def give(pipe: Connection) -> None:
        if (number := next(left, None)) is not None:
            pipe.send(jobs[number])
            busy[pipe] = number

    for pipe in pipes:
        give(pipe)
    while busy:
        for pipe in _readable(busy):
            number = busy[pipe]
            name = jobs[number].name
            try:
                said = pipe.recv()
            except (EOFError, ConnectionError) as error:
                raise RuntimeError(f"the process that trained {name} was killed, probably out of memory") from error
            if isinstance(said, Exception):
                raise said
            if isinstance(said, Trained):
                results[number] = said
                del busy[pipe]
                give(pipe)
            else:
                show(name, said)
    return [results[number] for number in range(len(jobs))]


def _readable(pipes: Iterable[Connection]) -> list[Connection]:
    """The pipes in which something has arrived, once there are any."""
    arrived = wait(list(pipes))
    return [pipe for pipe in pipes if pipe in arrived]


def _work(pipe: Connection, data: Data) -> None:
    """Train what the pipe brings. When nobody is at its other end any more, save the state and go."""
    last = 0.0

    def tell(event: Step | Epoch) -> None:
        nonlocal last
        if isinstance(event, Epoch) or event.step == event.steps or time.monotonic() - last > OFTEN:
            pipe.send(event)
            last = time.monotonic()

    try:
        while True:
            job = pipe.recv()
            try:
                pipe.send(followed(_events(job, data), tell))
            except Exception as error:
                pipe.send(error)
    except (EOFError, ConnectionError, KeyboardInterrupt):
        return
