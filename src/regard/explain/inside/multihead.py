"""What one head of a `MultiHead` is made of: queries, keys, values, scores.

b texts, always 1; h heads, g groups that share keys, q tokens that look, k tokens looked at, e size of a head, d width.
"""

from typing import Any

import torch
from torch import Tensor

from regard.attention.core import spread
from regard.attention.heads import KeysValues, MultiHead
from regard.attention.masks import both
from regard.attention.masks import causal as up_to_now
from regard.attention.watch import watching
from regard.explain.heads.passes import Pass, Site
from regard.explain.inside.entrance import entrance
from regard.explain.inside.steps import Before, Step

NEAR = 1e-5
"""Numbers that differ by no more than this are the same."""


def of_head(passed: Pass, site: Site, head: int, call: int) -> Before:
    """One head of one call."""
    heads = passed.model.get_submodule(site.name)
    assert isinstance(heads, MultiHead), "only these have queries, keys and values of their own"
    caught = _caught(passed, site.name, heads)[call]
    group = head // (heads.heads // heads.groups)
    across = site.look == "cross"
    words = entrance(passed, "given" if site.rows == "said" else site.rows)
    steps = [Step("E", "E", "given", (), "queries", "numbers", words.words)]
    entered, total = ["E"], words.words
    if words.places is not None:
        steps.append(Step("P", "P", "given", (), "queries", "numbers", words.places))
        entered, total = ["E", "P"], total + words.places
    x = caught["x"].flatten(0, -2)
    first = _first(site.name) and not across
    added, notes = " + ".join(entered), ["first" if first else "later"]
    same = first and x.shape == total.shape and bool((x - total).abs().max() <= NEAR)
    formula = f"X = {added}" if same else f"X = norm({added})" if first else f"X ⟵ {added}"
    steps.append(Step("X", formula, "sum" if same else "map", tuple(entered), "queries", "numbers", x))
    source = "Y" if across else "X"
    if across:
        steps.append(Step("Y", "Y", "given", (), "keys", "numbers", caught["y"].flatten(0, -2)))
    q, k, v = (caught[name].flatten(0, -2).unflatten(-1, (-1, heads.size)) for name in ("query", "key", "value"))
    steps += [
        _projected("Q", "X", heads.query.bias, "queries", q[:, head]),
        _projected("K", source, heads.key.bias, "keys", k[:, group]),
        _projected("V", source, heads.value.bias, "keys", v[:, group]),
    ]
    values, asked, found = steps[-1], "Q", "K"
    turned_q, turned_k = caught["q"][0, head], spread(caught["k"], heads.heads)[0, head]
    if float((turned_q - q[:, head]).abs().max()) > NEAR:
        steps.append(Step("Q′", "Q′ = R Q", "map", ("Q",), "queries", "numbers", turned_q))
        steps.append(Step("K′", "K′ = R K", "map", ("K",), "keys", "numbers", turned_k))
        asked, found = "Q′", "K′"
        notes.append("turned")
    products = turned_q @ turned_k.mT
    steps.append(Step("S", f"S = {asked} {found}ᵀ", "product", (asked, found), "queries", "keys", products))
    scaled = products * heads.size**-0.5
    steps.append(Step("C", f"C = S / √{heads.size}", "scale", ("S",), "queries", "keys", scaled))
    if (bias := caught["bias"]) is not None:
        own = bias.expand(1, heads.heads, *scaled.shape)[0, head]
        steps.append(Step("B", "B", "given", (), "queries", "keys", own))
        steps.append(Step("G", "G = C + B", "sum", ("C", "B"), "queries", "keys", scaled + own))
        notes.append("distance")
    mask = caught["mask"]
    seen = None if mask is None else mask.expand(1, heads.heads, *scaled.shape)[0, head]
    return Before(steps, values, seen, caught["z"][0, :, head], tuple(notes))


def _projected(name: str, of: str, bias: Tensor | None, rows: Any, values: Tensor) -> Step:
    added = "" if bias is None else f" + b_{name}"
    return Step(name, f"{name} = {of} W_{name}{added}", "map", (of,), rows, "numbers", values)


def _first(name: str) -> bool:
    """Whether an attention belongs to the first layer of its stack."""
    return next((part for part in name.split(".") if part.isdecimal()), "0") == "0"


def _caught(passed: Pass, name: str, heads: MultiHead) -> list[dict[str, Any]]:
    """What each call of an attention had before it and made of it."""
    calls: list[dict[str, Any]] = []
    latest: dict[str, Any] = {}
    handles = [
        heads.query.register_forward_pre_hook(lambda _part, given: latest.update(x=given[0])),
        heads.key.register_forward_pre_hook(lambda _part, given: latest.update(y=given[0])),
        *(
            getattr(heads, part).register_forward_hook(
                lambda _part, _given, made, part=part: latest.update({part: made})
            )
            for part in ("query", "key", "value")
        ),
    ]
    usual = heads._mix  # pyright: ignore[reportPrivateUsage]

    def mixed(q: Tensor, kept: KeysValues, mask: Any, bias: Any, causal: bool) -> Tensor:
        z = usual(q, kept, mask, bias, causal)
        length = kept[0].shape[-2]
        seen = both(mask, up_to_now(q.shape[-2], length) if causal else None)
        added = None if bias is None else bias(q, length)
        calls.append({**latest, "q": q, "k": kept[0], "mask": seen, "bias": added, "z": z})
        return z

    heads.__dict__["_mix"] = mixed
    try:
        with torch.no_grad(), watching(passed.model, name):
            passed.logits()
    finally:
        del heads.__dict__["_mix"]
        for handle in handles:
            handle.remove()
    return calls
