"""Heads in the form that the page draws: maps as bytes, names once, and answers before and after."""

import base64
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from regard.errors import Mistake
from regard.studio.answers.reread import remember, reweigh

if TYPE_CHECKING:
    from torch import Tensor

    from regard.explain.heads.maps import Chosen, How, Layer
    from regard.explain.heads.passes import Pass

FINE = 90_000
"""Weights up to which each is sent in two bytes; else in one."""
MOST = 1_024
"""Rows and columns of a map that is sent, at most."""
NO_HEADS = "this model has no attention to show; choose another run, such as one with `attention`."
TOP = 12
"""Words that are named with their probability, before or after."""


def overview(passed: "Pass", tell: "Callable[[dict[str, Any]], None]" = lambda _: None) -> dict[str, Any]:
    """Every head small, the names of the tokens, and what the model says; `tell` hears of each part once it is known.

    The first head of each kind is remembered whole, so that it is there when it is asked for next.
    """
    from regard.explain.heads.maps import Chosen, every_layer
    from regard.explain.heads.passes import sites_of

    sites = sites_of(passed)
    if not sites:
        raise Mistake(NO_HEADS)
    names = {role: passed.names(role) for site in sites for role in (site.rows, site.columns)}
    tell({"names": names, "layers": len(sites)})
    looks: set[str] = set()

    def told(layer: "Layer", weights: "Tensor | None") -> None:
        if weights is not None and layer.site.look not in looks:
            looks.add(layer.site.look)
            remember(passed, Chosen(layer.site.name, 0, layer.call), weights[0].numpy().copy())
        tell({"layer": _small(layer)})

    layers, logits = every_layer(passed, told)
    if not layers:
        raise Mistake(NO_HEADS)
    answer = said(passed, logits)
    tell({"answer": answer})
    return {"answer": answer, "names": names, "sites": [_small(layer) for layer in layers]}


def _small(layer: "Layer") -> dict[str, Any]:
    return {
        "site": layer.site.name,
        "call": layer.call,
        "calls": layer.calls,
        "look": layer.site.look,
        "rows": layer.site.rows,
        "columns": layer.site.columns,
        "shape": layer.shape,
        "heads": [{**packed(one), "habits": habits} for one, habits in zip(layer.maps, layer.habits, strict=True)],
    }


def one_map(
    passed: "Pass", chosen: "Chosen", rows: tuple[int, int] | None, columns: tuple[int, int] | None, most: int
) -> dict[str, Any]:
    """A part of one head's map, with at most so many rows and columns: each place is the largest of its weights."""
    import torch

    from regard.explain.heads.maps import pooled

    weights = reweigh(passed, chosen)
    (top, bottom), (left, right) = _range(rows, weights.shape[0]), _range(columns, weights.shape[1])
    part = torch.from_numpy(weights[top:bottom, left:right])
    shown = pooled(part[None], min(most, MOST))[0].numpy()
    return {"rows": [top, bottom], "columns": [left, right], **packed(shown)}


def one_word(passed: "Pass", chosen: "Chosen", place: int, way: str) -> dict[str, Any]:
    """The weights from one token to all others, or from all others to it."""
    weights = reweigh(passed, chosen)
    line = weights if way == "from" else weights.T
    if not 0 <= place < len(line):
        raise Mistake(f"there is no word {place}; this map has words 0 to {len(line) - 1}.")
    return {"place": place, "way": way, "weights": [round(float(weight), 7) for weight in line[place]]}


def without_heads(passed: "Pass", heads: "Sequence[Chosen]", how: "How") -> dict[str, Any]:
    """What the model says as it is, and with some heads silenced."""
    from regard.explain.heads.maps import without

    before, after = passed.logits(), without(passed, heads, how, passed.logits)
    again = None if passed.say is None else without(passed, heads, how, passed.say)
    return {**said(passed, before, after), "again": again}


def said(passed: "Pass", before: "Tensor", after: "Tensor | None" = None) -> dict[str, Any]:
    """The probabilities of what a model might say, as it is and, if `after` is given, otherwise."""
    first = _shares(before)
    second = first if after is None else _shares(after)
    if passed.kind == "said":
        rows = [
            {
                "name": passed.said[place],
                "before": float(first[place, token]),
                "after": float(second[place, token]),
                "instead": passed.name(int(second[place].argmax())),
            }
            for place, token in enumerate(passed.said_ids)
        ]
        return {"kind": "said", "choices": rows, "said": passed.text}
    if not len(first):
        return {"kind": "none", "choices": []}
    most = first[0].maximum(second[0]).topk(min(TOP, first.shape[1])).indices.tolist()
    order = range(first.shape[1]) if passed.kind == "classes" and first.shape[1] <= TOP else most
    chances = [{"name": passed.name(i), "before": float(first[0, i]), "after": float(second[0, i])} for i in order]
    return {"kind": passed.kind, "choices": chances}


def _shares(logits: "Tensor") -> "Tensor":
    exact = logits.double()
    return (exact - exact.logsumexp(-1, keepdim=True)).exp()


def packed(weights: "NDArray[np.float32]") -> dict[str, Any]:
    """A map as bytes: √(w / largest) in steps of one byte, or of two where there are few."""
    top = float(weights.max(initial=0.0))
    levels = 65535 if weights.size <= FINE else 255
    shares = np.sqrt(weights.clip(0) / top) if top > 0 else np.zeros_like(weights)
    steps = np.rint(shares * levels).astype("<u2" if levels > 255 else np.uint8)
    data = base64.b64encode(steps.tobytes()).decode("ascii")
    return {"down": len(weights), "across": weights.shape[1], "largest": top, "levels": levels, "data": data}


def _range(asked: tuple[int, int] | None, length: int) -> tuple[int, int]:
    if asked is None:
        return 0, length
    start, stop = max(0, min(asked[0], length - 1)), min(asked[1], length)
    if stop <= start:
        raise Mistake(f"words {asked[0]} to {asked[1]} are none of this map, which has {length}.")
    return start, stop
