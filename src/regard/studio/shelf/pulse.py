"""What changes by itself: which runs lie there, and which trainings run. Told in few bytes, found with few looks.

Every open page asks every other second, so that runs that were trained in a terminal appear, and trainings that were
begun on one page are seen on all.
"""

import hashlib
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from regard.studio.shelf.jobs import Jobs
from regard.studio.shelf.library import Library

APART = 1.0
"""Seconds between two looks at the disk, at least, however many pages ask."""
SHARE = 20
"""A look that takes long is taken seldom: it may be one part in so many of the time."""


@dataclass
class Pulse:
    """The latest look, which all pages share."""

    library: Library
    jobs: Jobs
    apart: float = APART
    told: dict[str, Any] = field(default_factory=dict[str, Any])
    due: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def beat(self) -> dict[str, Any]:
        """Marks of the runs and the trainings, which differ when these do; and how far those came that run."""
        with self.lock:
            begun = time.monotonic()
            if begun >= self.due:
                standing = self.jobs.standing()
                running = [self.jobs.job(id) for id, runs in standing if runs]
                self.told = {
                    "runs": _mark(self.library.marks()),
                    "jobs": _mark(standing),
                    "running": [{name: job[name] for name in ("id", "run", "share")} for job in running],
                }
                took = time.monotonic() - begun
                self.due = begun + max(self.apart, SHARE * took)
        return self.told


def _mark(seen: Iterable[object]) -> str:
    return hashlib.sha256("\n".join(sorted(map(repr, seen))).encode()).hexdigest()[:16]
