"""The steps inside a head in the form that the page draws: some words, some numbers of each vector."""

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor

    from regard.explain.heads.maps import Chosen
    from regard.explain.heads.passes import Pass

DIGITS = 6


def steps_inside(passed: "Pass", chosen: "Chosen", query: int, words: int, numbers: int) -> dict[str, Any]:
    """Each step with its formula and values, for the words that are shown."""
    from regard.explain.inside.arithmetic import inside

    found = inside(passed, chosen, query)
    queries, keys = found.shown(words)
    places = {"queries": queries, "keys": keys}
    rest = 1 - found.weights[queries][:, keys].sum(-1)
    steps: list[dict[str, Any]] = []
    for step in found.steps:
        rows = step.values[places[step.rows]]
        wide = step.values.shape[1]
        part = rows[:, keys] if step.columns == "keys" else rows[:, :numbers]
        fields = {"name": step.name, "formula": step.formula, "how": step.how, "of": step.of, "wide": wide}
        steps.append({**fields, "rows": step.rows, "columns": step.columns, "values": _rounded(part)})
    return {
        "look": found.site.look,
        "roles": {"queries": found.site.rows, "keys": found.site.columns},
        "names": {"queries": passed.names(found.site.rows), "keys": passed.names(found.site.columns)},
        "shown": places,
        "query": found.query,
        "rest": [max(0.0, float(one)) for one in rest],
        "notes": found.notes,
        "apart": found.apart,
        "steps": steps,
    }


def _rounded(values: "Tensor") -> list[list[float | None]]:
    """Numbers to be written down; none where a mask hides one."""
    return [[round(one, DIGITS) if math.isfinite(one) else None for one in row] for row in values.tolist()]
