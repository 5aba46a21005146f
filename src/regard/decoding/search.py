"""How an output is searched for, or drawn, as one value that can be kept beside what was found."""

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


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """The settings by which outputs are drawn by chance."""

    temperature: float = 1.0
    """The higher, the more even the chances; near 0 the likeliest token nearly always."""
    n_best: int = 1
    """So many outputs of each source, the likeliest first."""
    seed: int = 0
    """Same seed, same outputs."""
    shortest: int = 0
    longest: int | None = None
