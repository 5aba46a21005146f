"""What a user can put right."""

import difflib
from collections.abc import Iterable


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
