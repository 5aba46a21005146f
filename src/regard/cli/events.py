"""`--events`: how a training goes, as lines of JSON on standard error, for programs that follow it."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from regard.results import Epoch

if TYPE_CHECKING:
    from regard.training.loop import Step

APART = 0.25
"""Seconds between two lines about steps, or about what is prepared, at least."""


class Lines:
    """Tells how far it has come, not too often."""

    def __init__(self) -> None:
        self.last, self.doing = 0.0, ""

    def preparing(self, doing: str, share: float) -> None:
        """Reading and tokenising."""
        if doing != self.doing or share >= 1 or self._due():
            self.doing = doing
            _line("preparing", {"doing": doing, "share": share})

    def following(self, name: str, event: "Step | Epoch") -> None:
        """A step, or what was measured after an epoch."""
        if isinstance(event, Epoch):
            _line("epoch", asdict(event))
        elif event.step == event.steps or self._due():
            _line("step", asdict(event))

    def _due(self) -> bool:
        now = time.monotonic()
        if now - self.last < APART:
            return False
        self.last = now
        return True


def lines() -> "tuple[Callable[[str, float], None], Callable[[str, Step | Epoch], None]]":
    """What is told while a corpus is prepared, and while a model trains."""
    told = Lines()
    return told.preparing, told.following


def _line(event: str, figures: dict[str, Any]) -> None:
    sys.stderr.write(json.dumps({"event": event, **figures}) + "\n")
    sys.stderr.flush()
