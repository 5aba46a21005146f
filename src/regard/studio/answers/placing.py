"""Maps of positions, in the form that the page draws."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

    from regard.runs.run import Run

DIGITS = 5
"""Digits behind the point of a value that is sent: more than a colour or a curve can show."""


def newborn_map(kind: str, length: int, width: int, heads: int, head: int) -> dict[str, Any]:
    """The map of a kind of position before anything is learned."""
    from regard.explain.places import newborn

    return _drawn(kind, newborn(kind, length=length, width=width, heads=heads, head=head))


def learned_map(run: "Run", site: str | None, length: int, head: int, text: str) -> dict[str, Any]:
    """The map of a run's own positions, and all places where it has some; without a name, of the first."""
    from regard.runs.places import places, sites

    found = sites(run)
    known = [vars(one) for one in found]
    if not found:
        return {"kind": "none", "sites": known, "values": [], "change": 0.0}
    name = found[0].name if site is None else site
    kind = next((one.kind for one in found if one.name == name), "")
    return {**_drawn(kind, places(run, name, length, head=head, text=text)), "site": name, "sites": known}


def _drawn(kind: str, values: "Tensor") -> dict[str, Any]:
    from regard.explain.places import change

    rows = [[round(value, DIGITS) for value in row] for row in values.tolist()]
    return {"kind": kind, "values": rows, "change": change(values)}
