"""What a training told of itself while it ran."""

import json
from pathlib import Path
from typing import Any


def events_of(file: Path) -> list[dict[str, Any]]:
    """The events in their order; other lines, and one that is not written to its end, are left out.

    A training that went on tells again what it had told after its last saved state: of a step or an epoch, the latest
    word counts.
    """
    found: list[dict[str, Any]] = []
    latest = {"step": -1, "epoch": -1}
    for line in _lines(file):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            kind = event["event"]
            if kind in latest:
                if event[kind] <= latest[kind]:
                    found = [one for one in found if one["event"] != kind or one[kind] < event[kind]]
                latest[kind] = event[kind]
            found.append(event)
    return found


def progress_of(events: list[dict[str, Any]]) -> dict[str, Any]:
    """How far it has come: what it does, the share of all steps, the latest loss and score."""
    latest = events[-1] if events else {}
    step = next((event for event in reversed(events) if event["event"] == "step"), None)
    epoch = next((event for event in reversed(events) if event["event"] == "epoch"), None)
    return {
        "doing": latest.get("doing", "") if latest.get("event") == "preparing" else "",
        "share": step["step"] / step["steps"] if step and step["steps"] else 0.0,
        "step": step,
        "epoch": epoch,
    }


def last_words(file: Path) -> str:
    """The last sentence that is no event: why it ended."""
    said = [line for line in _lines(file) if line.strip() and not line.startswith("{")]
    return said[-1].removeprefix("regard: ")[:2000] if said else "it was ended from outside"


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return []
