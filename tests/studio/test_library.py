"""Runs by id, opened once, and questions that wait in line."""

import asyncio
import shutil
import socket
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from regard.studio.answers.offsets import units
from regard.studio.server.desk import Busy, Desk
from regard.studio.server.serving import _listen
from regard.studio.shelf.library import Library, NoRun

T = TypeVar("T")
DAMAGED = (
    "task = [",
    "task = 3\ncorpus = 4",
    "[task]\n[corpus]\n[training]\nseed = inf",
    "[task]\n[corpus]\nclasses = 1",
)


def test_runs_are_found_in_and_below_folders_under_names_that_differ(trained_runs: Path, tmp_path: Path):
    lab = tmp_path / "lab"
    for name in ("runs/mean/0", "runs/mean/1", "deep/er/and/deeper", ".studio/hidden"):
        shutil.copytree(trained_runs / "mean", lab / name)
    for number, damage in enumerate(DAMAGED):
        broken = Path(shutil.copytree(trained_runs / "mean", lab / "runs" / f"broken-{number}"))
        (broken / "recipe.toml").write_text(damage)
    shutil.copytree(trained_runs / "mean", lab / "runs" / "unfinished")
    (lab / "runs" / "unfinished" / "manifest.json").unlink()
    library = Library([trained_runs / "mean", lab, trained_runs / "mean"])
    assert {run.id: run.name for run in library.runs()} == {"mean": "mean", "mean-0": "mean/0", "mean-1": "mean/1"}
    assert library.known("mean-1").task == "classify"
    for id in ("nowhere", "..", "", "mean/0"):
        with pytest.raises(NoRun):
            library.known(id)


def test_a_run_is_opened_once_and_the_oldest_makes_room(trained_runs: Path):
    library = Library([trained_runs], keep=2)
    with library.using("attention") as first:
        pass
    with library.using("attention") as again:
        assert again is first
    for id in ("mean", "transformer"):
        with library.using(id):
            pass
    assert [id for id, _ in library.opened] == ["mean", "transformer"]
    with library.using("attention") as anew:
        assert anew is not first


def test_one_run_is_used_by_one_thread_at_a_time(trained_runs: Path):
    library, inside, most = Library([trained_runs]), [0], [0]

    def use() -> None:
        with library.using("mean"):
            inside[0] += 1
            most[0] = max(most[0], inside[0])
            time.sleep(0.01)
            inside[0] -= 1

    threads = [threading.Thread(target=use) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most[0] == 1


def test_slow_work_with_a_run_delays_no_quick_work_with_it(trained_runs: Path):
    library, answered = Library([trained_runs]), threading.Event()

    def quick() -> None:
        with library.using("mean"):
            answered.set()

    with library.using("mean", slow=True):
        threading.Thread(target=quick, daemon=True).start()
        assert answered.wait(5)


def test_answers_are_sent_at_once():
    """Without this, every second packet waits 40 ms for the one before it to be acknowledged."""
    with _listen(0) as listening, socket.create_connection(listening.getsockname()):
        taken, _ = listening.accept()
        with taken:
            assert taken.proto == socket.IPPROTO_TCP, "asyncio sets TCP_NODELAY on such sockets alone"


def apart(story: Coroutine[Any, Any, T]) -> T:
    """What a story ends with, in a thread of its own: in this one the loop of a browser may run."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, story).result()


def test_long_work_delays_no_quick_work_and_too_much_is_refused():
    async def story() -> tuple[float, list[type[BaseException]]]:
        desk, hold = Desk(3), threading.Event()
        slow = [asyncio.ensure_future(desk.run(lambda: hold.wait(10), slow=True)) for _ in range(5)]
        await asyncio.sleep(0)
        begun = time.monotonic()
        assert await desk.run(lambda: 7) == 7
        took = time.monotonic() - begun
        hold.set()
        ends = await asyncio.gather(*slow, return_exceptions=True)
        desk.close()
        return took, [type(end) for end in ends]

    took, ends = apart(story())
    assert took < 1
    assert ends.count(Busy) == 2


def test_work_that_nobody_waits_for_is_not_begun():
    async def story() -> list[int]:
        desk, hold, done = Desk(10), threading.Event(), []
        first = [asyncio.ensure_future(desk.run(lambda: hold.wait(10))) for _ in range(2)]
        late = asyncio.ensure_future(desk.run(lambda: done.append(1)))
        await asyncio.sleep(0.05)
        late.cancel()
        await asyncio.sleep(0)
        hold.set()
        await asyncio.gather(*first)
        assert desk.inside[False] == 0
        desk.close()
        return done

    assert apart(story()) == []


def test_places_are_counted_as_javascript_counts():
    at = units("a😀é👩‍👩‍👧b")
    assert [at(i) for i in range(5)] == [0, 1, 3, 4, 6]
    assert [units("plain")(i) for i in (0, 3, 5)] == [0, 3, 5]
