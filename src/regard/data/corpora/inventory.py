"""What `regard data` tells: which corpora are here, whether they are whole, and what their rows look like."""

from dataclasses import dataclass
from pathlib import Path

from regard.data.corpora.checking import Check, Checksum, check
from regard.data.corpora.entries import Entry
from regard.data.corpora.named import CORPORA, place_of
from regard.data.corpora.showing import Shown, show

__all__ = ["Check", "Checksum", "Holding", "Shown", "check", "holdings", "show"]


@dataclass(frozen=True)
class Holding:
    """A corpus of the table, and where it lies on this machine."""

    entry: Entry
    path: Path | None
    """None where it was not found, and for a generated corpus."""

    @property
    def available(self) -> bool:
        """True if it can be opened now."""
        return self.path is not None or self.entry.generated


def holdings() -> list[Holding]:
    """Every corpus of the table with the place where it was found."""
    return [Holding(entry, place_of(entry)) for entry in CORPORA.values()]
