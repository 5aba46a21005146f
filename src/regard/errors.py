"""What a user can put right."""

import difflib
from collections.abc import Iterable

MOST = 100_000
"""No size of a model is larger: one that is was mistyped, and no machine has the memory for it."""


class Mistake(ValueError):
    """Something the user can put right: one sentence that names the thing and the way out.

    The command line prints it alone and ends with code 2.
    """


def unknown(kind: str, name: str, known: Iterable[str]) -> Mistake:
    """A name that nothing answers to, with the nearest ones that exist."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names)}."
    return Mistake(f"there is no {kind} called {name!r}; {hint}")


def at_least(least: float, **settings: float) -> None:
    """Refuse settings of a model of which one is smaller than it must be, or larger than MOST."""
    for name, value in settings.items():
        if not least <= value <= MOST:
            bound = f"at most {MOST}" if value > MOST else f"at least {least}"
            raise Mistake(f"model.{name} is {value}, and must be {bound}.")


def below_one(**settings: float) -> None:
    """Refuse settings of a model of which one is not a probability that leaves something over."""
    for name, value in settings.items():
        if not 0 <= value < 1:
            raise Mistake(f"model.{name} is {value}, and must be at least 0 and below 1.")
