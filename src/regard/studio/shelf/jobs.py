"""Trainings that are begun on the page: processes of their own, all of whose state lies on disk.

So they survive a reload of the page and a restart of the server. A job is a folder: `job.json` (what was asked),
`events.jsonl` (what the training tells), `result.json` (what it ended with), and a lock that the process holds as long
as it lives.
"""

import fcntl
import json
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from regard.errors import Mistake
from regard.files import write_text
from regard.studio.shelf.job_events import events_of, last_words, progress_of

AT_ONCE = 4
"""Trainings that may run at the same time."""
ID = re.compile(r"[0-9a-f]{16}")


class NoJob(Mistake):
    """No job has this id."""


@dataclass
class Jobs:
    """The trainings whose runs lie in one folder."""

    home: Path
    """Where their runs are kept; what is known of the trainings lies in `.studio` there."""
    children: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict[str, "subprocess.Popen[bytes]"])

    @property
    def folder(self) -> Path:
        """Where jobs lie."""
        return self.home / ".studio" / "jobs"

    @property
    def uploads(self) -> Path:
        """Where files lie that were sent to be learned from."""
        return self.home / ".studio" / "uploads"

    def start(self, options: Sequence[str], about: dict[str, Any], name: str) -> dict[str, Any]:
        """Begin `regard train OPTIONS`, into a run folder of this name or the next free one."""
        if sum(job["status"] == "running" for job in self.all()) >= AT_ONCE:
            raise Mistake(f"{AT_ONCE} trainings run already; wait for one, or stop one.")
        id = secrets.token_hex(8)
        place = self.folder / id
        place.mkdir(parents=True)
        out = self._vacant(name)
        facts = {"id": id, "about": about, "out": str(out), "options": list(options), "started": time.time()}
        self._run(facts, [*options, "--out", str(out)])
        return self.job(id)

    def resume(self, id: str) -> dict[str, Any]:
        """Go on with a training that stopped; one that never came to a saved state begins anew."""
        job, facts = self.job(id), self._facts(id)
        if job["status"] in ("running", "finished"):
            raise Mistake(f"the training is {job['status']}; only one that stopped goes on.")
        more = ["--resume"] if (Path(facts["out"]) / "recipe.toml").exists() else facts["options"]
        self._run(facts, [*more, "--out", facts["out"]])
        return self.job(id)

    def stop(self, id: str) -> dict[str, Any]:
        """Ask a training to end after the step in hand; it saves what is needed to go on."""
        job, facts = self.job(id), self._facts(id)
        if job["status"] != "running":
            raise Mistake("the training does not run.")
        os.kill(int(facts["pid"]), signal.SIGTERM)
        return job

    def forget(self, id: str) -> None:
        """Take a training off the list; its run stays."""
        if self.job(id)["status"] == "running":
            raise Mistake("the training runs; stop it first.")
        shutil.rmtree(self.folder / id)

    def all(self) -> list[dict[str, Any]]:
        """Every training, the latest first, without its events."""
        found = [self.job(place.name) for place in self._places()]
        return sorted(found, key=lambda job: -job["started"])

    def standing(self) -> list[tuple[str, bool]]:
        """Every training, and whether it runs; nothing else of it is read."""
        for child in self.children.values():
            child.poll()
        return [(place.name, _held(place / "lock")) for place in self._places()]

    def job(self, id: str, after: int | None = None) -> dict[str, Any]:
        """How a training stands; with `after`, also the events behind so many that are known."""
        facts, place = self._facts(id), self.folder / id
        if (child := self.children.get(id)) is not None:
            child.poll()
        events = events_of(place / "events.jsonl")
        shown = {name: facts[name] for name in ("id", "about", "started")} | {"run": Path(facts["out"]).name}
        if _held(place / "lock"):
            return {**shown, "status": "running", **_told(events, after)}
        result = _json(place / "result.json")
        if "run" in result:
            return {**shown, "status": "finished", "result": result, **_told(events, after), "share": 1.0}
        why = last_words(place / "events.jsonl")
        status = "stopped" if "stopped" in why else "failed"
        resumable = (Path(facts["out"]) / "state").exists()
        return {**shown, "status": status, "why": why, "resumable": resumable, **_told(events, after)}

    def _run(self, facts: dict[str, Any], options: list[str]) -> None:
        place = self.folder / facts["id"]
        polite = ["nice", "-n", "5"] if shutil.which("nice") else []
        with (place / "lock").open("w") as lock, (place / "events.jsonl").open("ab") as told:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with (place / "result.json").open("wb") as result:
                child = subprocess.Popen(
                    [*polite, sys.executable, "-m", "regard", "train", *options, "--json", "--events"],
                    stdin=subprocess.DEVNULL,
                    stdout=result,
                    stderr=told,
                    pass_fds=[lock.fileno()],
                    start_new_session=True,
                )
        self.children[facts["id"]] = child
        write_text(place / "job.json", json.dumps({**facts, "pid": child.pid}))

    def _vacant(self, name: str) -> Path:
        taken = {Path(self._facts(place.name)["out"]).name for place in self._places()}
        number, stem = 1, name
        while (self.home / name).exists() or name in taken:
            number += 1
            name = f"{stem}-{number}"
        return (self.home / name).resolve()

    def _places(self) -> list[Path]:
        known = self.folder.iterdir() if self.folder.is_dir() else ()
        return [place for place in known if ID.fullmatch(place.name) and (place / "job.json").exists()]

    def _facts(self, id: str) -> dict[str, Any]:
        known = {place.name: place for place in self._places()}
        facts = _json(known[id] / "job.json") if id in known else {}
        if not facts:
            raise NoJob(f"there is no training {id!r}; GET /api/v1/jobs lists them.")
        return facts


def _told(events: list[dict[str, Any]], after: int | None) -> dict[str, Any]:
    return progress_of(events) | ({} if after is None else {"events": events[after:], "known": len(events)})


def _held(lock: Path) -> bool:
    """Whether a living process holds the lock."""
    with lock.open("r") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _json(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
