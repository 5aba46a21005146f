"""How an output is searched for, as one value that can be kept beside what was found."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Search:
    """The settings of a beam search."""

    beam: int = 5
    n_best: int = 1
    alpha: float = 0.6
    """Of the length penalty; 0 compares plain probabilities, which favours short outputs."""
    shortest: int = 0
    """Tokens that an output must have at least."""
    longest: int | None = None
    """And at most; without it, what the length of the source allows."""
