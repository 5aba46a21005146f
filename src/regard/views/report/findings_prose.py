"""Sentences on depth, additions, positions and heads, written by rule from the numbers."""

import math

from regard.findings.self_attention import Depth, Head, SelfAttentionFindings
from regard.results import Comparison, LabResult
from regard.views.facts.findings import (
    FADED,
    GROWN,
    MOST,
    best_depth,
    by_model,
    carried,
    deepest,
    knows_distances_only,
    overlap,
    reads_order,
    special,
)
from regard.views.facts.findings_sheets import titles
from regard.views.facts.lab import NEAR, chance, verdict
from regard.views.wording.numbers import DASH, count, distance, number, p_value, percent, points, scientific
from regard.views.wording.words import say

SAME = 1e-9
"""Difference of two answers up to which they are the same."""


def step(one: Comparison, lang: str) -> str:
    """What one model's addition brings, or costs, or whether nobody can tell."""
    found = verdict(one)
    said = {
        "model": one.model,
        "baseline": one.baseline,
        "difference": distance(lang, one.difference, sign=found not in ("better", "worse")),
        "interval": points(lang, one.interval),
        "p": p_value(lang, one.p),
    }
    match found:
        case "better":
            return say(lang, "addition.better", **said)
        case "worse":
            return say(lang, "addition.worse", **said)
        case "noise":
            return say(lang, "addition.noise", **said)
        case _:
            return say(lang, "addition.undecided", **said)


def depths(found: SelfAttentionFindings, lang: str) -> list[str]:
    """What its greatest depth does to each kind of model, then to its gradient."""
    lines = [depth(same, lang) for same in by_model(found.depths).values()]
    return [line for line in (*lines, *(gradient(one, lang) for one in deepest(found.depths))) if line]


def depth(same: list[Depth], lang: str) -> str:
    """The deepest of one kind against its best."""
    last, best = same[-1], best_depth(same)
    said = {"model": last.model, "layers": count(lang, "layers", last.layers)}
    if len(same) == 1:
        return say(lang, "depth.single", value=percent(lang, last.value), **said)
    if best is last:
        return say(lang, "depth.holds", value=percent(lang, last.value), **said)
    said |= {"difference": distance(lang, best.value - last.value, sign=False)}
    said |= {"best": count(lang, "layers", best.layers)}
    return say(lang, "depth.slips", **said) if overlap(last, best) else say(lang, "depth.loses", **said)


def gradient(one: Depth, lang: str) -> str:
    """How much of the last layer's gradient reaches the first, before the first step."""
    ratio = carried(one.born)
    if ratio is None or one.layers < 2:
        return ""
    said = {"model": one.model, "layers": count(lang, "layers", one.layers), "ratio": scientific(lang, ratio)}
    if ratio == 0:
        return say(lang, "gradient.dead", **said)
    if ratio < FADED:
        return say(lang, "gradient.fades", **said)
    return say(lang, "gradient.grows", **said) if ratio > GROWN else say(lang, "gradient.even", **said)


def positions(result: LabResult, found: SelfAttentionFindings, lang: str) -> list[str]:
    """How many kinds of position read order, and what each of them depends on."""
    lines: list[str] = []
    if tried := [one for one in found.positions if one.order is not None]:
        said = {"kinds": count(lang, "kinds", len(tried)), "near": count(lang, "points", round(100 * NEAR))}
        said |= {"n": number(lang, sum(reads_order(one, chance(result)) for one in tried))}
        lines.append(say(lang, "positions.read", chance=percent(lang, chance(result), 0), **said))
    for one in found.positions:
        if math.isfinite(one.change):
            said = {"kind": one.kind, "change": percent(lang, one.change)}
            still = knows_distances_only(one)
            lines.append(say(lang, "position.still", **said) if still else say(lang, "position.moves", **said))
    return lines


def swaps(found: SelfAttentionFindings, lang: str) -> str:
    """With which kinds of position two sentences with the same words are the same, and with which not."""
    blind = [f"`{one.kind}`" for one in found.swaps if one.difference <= SAME]
    seeing = [f"`{one.kind}`" for one in found.swaps if one.difference > SAME]
    return say(lang, "swaps.told", blind=", ".join(blind) or DASH, seeing=", ".join(seeing) or DASH)


def heads(found: SelfAttentionFindings, lang: str) -> list[str]:
    """Which heads have a speciality, which is the most concentrated, and which looks farthest."""
    named, total = special(found), count(lang, "heads", len(found.heads))
    if named:
        which = " · ".join(
            f"{title} {', '.join(f'{layer}.{head}' for (layer, head), own in named.items() if own == name)}"
            for name, title in titles(lang).items()
            if name in named.values()
        )
        first = say(lang, "heads.special", heads=total, model=found.model, n=number(lang, len(named)), which=which)
    else:
        first = say(lang, "heads.none", heads=total, model=found.model, share=percent(lang, MOST, 0))
    sharp = min(found.heads, key=lambda one: one.entropy)
    far = max(found.heads, key=lambda one: one.distance)
    said = {"entropy": number(lang, sharp.entropy, 2), "distance": number(lang, far.distance, 1)}
    return [first, say(lang, "heads.extremes", sharp=place(sharp, lang), far=place(far, lang), **said)]


def place(one: Head, lang: str) -> str:
    """Where a head stands."""
    return f"{say(lang, 'layer.n', n=str(one.layer))}, {say(lang, 'head.n', n=str(one.head))}"
