"""Sentences on depth, additions, positions and heads, written by rule from the numbers."""

import math

from regard.findings.self_attention import Depth, Head, SelfAttentionFindings
from regard.results import Comparison, LabResult
from regard.views.facts.findings import (
    FADED,
    FLAT,
    GROWN,
    MOST,
    Place,
    best_depth,
    born_special,
    by_model,
    carried,
    deepest,
    is_flat,
    knows_distances_only,
    losses,
    overlap,
    reads_order,
    special,
)
from regard.views.facts.findings_sheets import titles
from regard.views.facts.known import position_is
from regard.views.facts.lab import NEAR, chance, verdict
from regard.views.wording.numbers import DASH, count, distance, number, p_value, percent, points, scientific
from regard.views.wording.words import say

SAME = 1e-9
"""Difference of two answers up to which they are the same."""
FEW = 4
"""Settings in which two recipes differ that a sentence still names."""


def headlines(result: LabResult, lang: str) -> list[str]:
    """What the page's first lines say of this chapter: what depth costs."""
    depths = result.self_attention.depths if result.self_attention else []
    lost = losses(depths)
    if not lost:
        return []
    most = max(one.layers for one in depths)
    models = " · ".join(f"`{model}` {number(lang, 100 * loss, 1)}" for model, loss in lost.items())
    return [say(lang, "brief.depth", layers=count(lang, "layers", most), models=models)]


def step(one: Comparison, lang: str) -> str:
    """How one model stands to the one before it, and in what their recipes differ."""
    return f"{standing(one, lang)} {changed(one.changes, lang)}".strip()


def changed(changes: list[str], lang: str) -> str:
    """In what two recipes differ, if it is known: by name where they are few."""
    if not changes:
        return ""
    if len(changes) == 1:
        return say(lang, "addition.single", change=f"`{changes[0]}`")
    settings = count(lang, "settings", len(changes))
    if len(changes) > FEW:
        return say(lang, "addition.many", settings=settings)
    return say(lang, "addition.several", settings=settings, changes=", ".join(f"`{one}`" for one in changes))


def standing(one: Comparison, lang: str) -> str:
    """Whether one model is better or worse than the one before it, or nobody can tell."""
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
    if not round(100 * (best.value - last.value), 1):
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
    kinds = {one.kind for one in found.positions}
    lines += [say(lang, "positions.born")] if kinds & {"sinusoidal", "learned"} else []
    lines += [say(lang, "positions.started")] if "learned" in kinds else []
    for one in found.positions:
        if math.isfinite(one.change):
            said = {"kind": one.kind, "change": percent(lang, one.change)}
            still = knows_distances_only(one)
            rule = say(lang, "position.still", **said) if still else say(lang, "position.moves", **said)
            lines.append(f"{rule} {position_is(one.kind, lang)}".strip())
    return lines


def swaps(found: SelfAttentionFindings, lang: str) -> str:
    """With which kinds of position two sentences with the same words are the same, and with which not."""
    blind = [f"`{one.kind}`" for one in found.swaps if one.difference <= SAME]
    seeing = [f"`{one.kind}`" for one in found.swaps if one.difference > SAME]
    return say(lang, "swaps.told", blind=", ".join(blind) or DASH, seeing=", ".join(seeing) or DASH)


def heads(found: SelfAttentionFindings, lang: str) -> list[str]:
    """Which heads have a speciality, which were born with one, which look at all alike, and the extremes."""
    said = {"model": found.model, "heads": count(lang, "heads", len(found.heads)), "share": percent(lang, MOST, 0)}
    now, born = special(found), born_special(found)
    lines = [say(lang, "heads.special", **said, **listed(now, lang)) if now else say(lang, "heads.none", **said)]
    lines.append(say(lang, "heads.born", **listed(born, lang)) if born else say(lang, "heads.born.none"))
    if any(one.arranged for one in found.heads):
        lines.append(say(lang, "heads.arranged"))
    if flat := [f"{one.layer}.{one.head}" for one in found.heads if is_flat(one)]:
        alike = {"n": number(lang, len(flat)), "which": ", ".join(flat)}
        lines.append(say(lang, "heads.flat", entropy=number(lang, FLAT, 2), **alike))
    sharp = min(found.heads, key=lambda one: one.entropy)
    far = max(found.heads, key=lambda one: one.distance)
    said = {"entropy": number(lang, sharp.entropy, 2), "distance": number(lang, far.distance, 1)}
    return [*lines, say(lang, "heads.extremes", sharp=place(sharp, lang), far=place(far, lang), **said)]


def listed(named: dict[Place, str], lang: str) -> dict[str, str]:
    """How many heads have a speciality, and which, by speciality."""
    which = " · ".join(
        f"{title} {', '.join(f'{layer}.{head}' for (layer, head), own in named.items() if own == name)}"
        for name, title in titles(lang).items()
        if name in named.values()
    )
    return {"n": number(lang, len(named)), "which": which}


def place(one: Head, lang: str) -> str:
    """Where a head stands."""
    return f"{say(lang, 'layer.n', n=str(one.layer))}, {say(lang, 'head.n', n=str(one.head))}"
