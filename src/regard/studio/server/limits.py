"""How much may be asked at once."""

from dataclasses import dataclass

TEXT = 20_000
"""Characters of the longest text."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the guard and the desk hold to; `GET /api/v1/limits` shows it."""

    text: int = TEXT
    """Characters of a text."""
    body: int = 400_000
    """Bytes of a request."""
    upload: int = 50_000_000
    """Bytes of a file that is sent to be learned from."""
    depth: int = 16
    """Lists in lists of a request."""
    rate: float = 50.0
    """Requests a second of one client, in the long run."""
    burst: int = 200
    """Requests of one client at once."""
    clients: int = 256
    """Clients that are told apart."""
    waiting: int = 128
    """Questions that may wait for a model."""
    patience: float = 30.0
    """Seconds that a request may take to arrive."""
