"""Many trainings at once, one processor core each: a small model gains more from a process than from a thread."""

import multiprocessing
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regard.results import Epoch
from regard.runs.build import Prepared
from regard.runs.recipe import Recipe, TextPart
from regard.runs.run import RECIPE
from regard.runs.stopping import followed
from regard.runs.training import Events, Trained, resume, train
from regard.training.loop import Step

Data = Mapping[TextPart, Prepared]
Show = Callable[[str, Step | Epoch], None]
"""Told the name of a job and what has just happened in it."""
OFTEN = 0.2
"""Seconds between two messages of a worker about its steps."""


@dataclass(frozen=True)
class Job:
    """A recipe to be trained into a folder."""

    name: str
    recipe: Recipe
    folder: Path


def done(jobs: Sequence[Job], data: Data, workers: int, show: Show) -> list[Trained]:
    """All jobs trained, in their order; what an earlier call began is resumed, what it finished is measured."""
    if workers == 1 or len(jobs) == 1:
        return [followed(_events(job, data), lambda event, job=job: show(job.name, event)) for job in jobs]
    spawn = multiprocessing.get_context("spawn")
    news: Any = spawn.Queue()
    with ProcessPoolExecutor(min(workers, len(jobs)), spawn, _begin, (data, news)) as pool:
        futures = [pool.submit(_work, job) for job in jobs]
        try:
            _relay(futures, news, show)
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _events(job: Job, data: Data) -> Events:
    ours = data[job.recipe.text]
    if (job.folder / RECIPE).exists():
        return resume(job.folder, made=job.recipe, data=ours)
    return train(job.recipe, job.folder, data=ours)


def _relay(futures: Sequence[Future[Trained]], news: Any, show: Show) -> None:
    """Show what the workers report until all are done or one fails."""
    pending = set(futures)
    while pending:
        finished, pending = wait(pending, timeout=OFTEN)
        while not news.empty():
            show(*news.get())
        for future in finished:
            future.result()


_data: Data = {}
_news: Any = None


def _begin(data: Data, news: Any) -> None:
    """What a worker keeps between its jobs."""
    global _data, _news
    _data, _news = data, news


def _work(job: Job) -> Trained:
    last = 0.0

    def tell(event: Step | Epoch) -> None:
        nonlocal last
        if isinstance(event, Epoch) or event.step == event.steps or time.monotonic() - last > OFTEN:
            _news.put((job.name, event))
            last = time.monotonic()

    return followed(_events(job, _data), tell)
