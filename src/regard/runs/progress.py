"""How what takes long says how far it has come."""

from collections.abc import Callable

Progress = Callable[[str, float], None]
"""Told what is being done, and how far it has come between 0 and 1."""


def silent(doing: str, share: float) -> None:
    """Tells nobody."""
