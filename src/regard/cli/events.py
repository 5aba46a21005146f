"""`--events`: training progress as JSON lines on standard error, for programs that follow it."""

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
"""Minimum seconds between two lines about steps or preparation."""


class Lines:
    """Reports progress, but not too often."""

    def __init__(self) -> None:
        self.last, self.doing = 0.0, ""

    def preparing(self, doing: str, share: float) -> None:
        """Reading and tokenising."""
        if doing != self.doing or share >= 1 or self._due():
            self.doing = doing
            _line("preparing", {"doing": doing, "share": share})

    def following(self, name: str, event: "Step | Epoch") -> None:
        """A step, or the measurements after an epoch."""
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
    """Callbacks for the preparation of a corpus and for the training of a model."""
    told = Lines()
    return told.preparing, told.following


def _line(event: str, figures: dict[str, Any]) -> None:
    sys.stderr.write(json.dumps({"event": event, **figures}) + "\n")
    sys.stderr.flush()
