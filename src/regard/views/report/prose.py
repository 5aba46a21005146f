"""One honest paragraph per model, written by rule from the numbers."""

from regard.results import Comparison, LabResult, Row
from regard.views.facts.known import part_name
from regard.views.facts.lab import (
    NEAR,
    baseline,
    baseline_name,
    comparison_of,
    order_slice,
    times_uniform,
    verdict,
)
from regard.views.facts.looking import looker
from regard.views.facts.measures import Measure, attends, measure_of
from regard.views.facts.sheets import caveat
from regard.views.wording.numbers import count, duration, number, p_value, percent, times
from regard.views.wording.words import say

FLAT, WIDE, SOME = 0.98, 0.85, 0.5
"""Normalised entropies from which attention is called equal, spread out, leaning; below, it rests on few words."""
MORE, LESS = 1.2, 0.83
"""Times the equal share from which the deciding words get more of it, or less."""
SAME = 1e-9


def paragraph(result: LabResult, row: Row, lang: str) -> str:
    """What the numbers say about one model; names stand between backticks."""
    parts = [score(result, row, lang), standing(result, row, lang), luck(result, row, lang), cost(result, row, lang)]
    parts += [attention(result, row, lang), deciding(row, lang), extremes(result, row, lang), order(result, row, lang)]
    return " ".join(part for part in parts if part)


def score(result: LabResult, row: Row, lang: str) -> str:
    """How often it is right, or how close to the references."""
    measure = measure_of(result)
    said = {"model": row.model, "seeds": count(lang, "seeds", len(row.seeds))}
    said |= {"value": measure.value(lang, row.value), "interval": measure.between(lang, row.interval)}
    if row.metric == measure.metric and "test" in result.sizes:
        return measure.say(lang, "prose.score", n=number(lang, result.sizes["test"]), **said)
    return measure.say(lang, "prose.measure", metric=row.metric, **said)


def standing(result: LabResult, row: Row, lang: str) -> str:
    """How it stands to the baseline: better, worse, or no more than noise apart."""
    if row.model == baseline_name(result) and result.comparisons:
        return say(lang, "prose.baseline")
    compared = comparison_of(result, row.model)
    return compared_with(compared, lang, measure_of(result)) if compared else ""


def compared_with(compared: Comparison, lang: str, measure: Measure) -> str:
    """The sentence on one comparison."""
    found = verdict(compared)
    blanks = {
        "baseline": compared.baseline,
        "difference": measure.distance(lang, compared.difference, sign=found not in ("better", "worse")),
        "interval": measure.points(lang, compared.interval),
        "p": p_value(lang, compared.p),
    }
    match found:
        case "better":
            return say(lang, "prose.better", **blanks)
        case "worse":
            return say(lang, "prose.worse", **blanks)
        case "noise":
            return say(lang, "prose.noise", **blanks)
        case _:
            return say(lang, "prose.undecided", **blanks)


def luck(result: LabResult, row: Row, lang: str) -> str:
    """What the verdict does not count where the model, or the one it is compared with, was trained once only."""
    base = baseline(result) if comparison_of(result, row.model) else None
    return caveat([row, *([base] if base else [])], lang).strip()


def cost(result: LabResult, row: Row, lang: str) -> str:
    """Its parameters and its time, beside the baseline's."""
    own = {"parameters": number(lang, row.parameters), "seconds": duration(lang, row.seconds)}
    base = baseline(result) if result.comparisons else None
    if base is None or base is row:
        return say(lang, "prose.cost", **own)
    others = {"base_parameters": number(lang, base.parameters), "base_seconds": duration(lang, base.seconds)}
    return say(lang, "prose.cost.against", baseline=base.model, **own, **others)


def attention(result: LabResult, row: Row, lang: str) -> str:
    """How concentrated its attention is, where that was measured."""
    if row.entropy is None:
        return say(lang, "prose.unseen") if attends(result, row) is False else ""
    said = {"who": who(row, lang), "entropy": number(lang, row.entropy, 2)}
    if row.entropy >= FLAT:
        return say(lang, "prose.flat", **said)
    if row.entropy >= WIDE:
        return say(lang, "prose.wide", **said)
    if row.entropy >= SOME:
        return say(lang, "prose.some", **said)
    return say(lang, "prose.sharp", **said)


def who(row: Row, lang: str) -> str:
    """Whose attention was measured, as the subject of a sentence."""
    return say(lang, f"who.{looker(row)}")


def deciding(row: Row, lang: str) -> str:
    """Whether the attention falls on the words that decide."""
    ratio = times_uniform(row)
    if ratio is None or row.rationale is None or row.rationale_uniform is None:
        return ""
    said = {"who": who(row, lang), "share": percent(lang, row.rationale)}
    said |= {"uniform": percent(lang, row.rationale_uniform)}
    if ratio >= MORE:
        return say(lang, "prose.rationale.more", times=times(lang, ratio), **said)
    if ratio > LESS:
        return say(lang, "prose.rationale.same", **said)
    return say(lang, "prose.rationale.less", **said)


def extremes(result: LabResult, row: Row, lang: str) -> str:
    """The part of the test set it reads best, and the one it reads worst; word order may have its own sentence."""
    measure = measure_of(result)
    own = order_slice(list(row.slices)) if measure.guessed else None
    parts = {name: value for name, value in row.slices.items() if name != own}
    if len(parts) < 2:
        return ""
    high, low = max(parts, key=lambda name: parts[name]), min(parts, key=lambda name: parts[name])
    most, least = measure.value(lang, parts[high]), measure.value(lang, parts[low])
    if most == least:
        return say(lang, "prose.slices.same", value=most)
    said = {"best": part_name(high, lang), "worst": part_name(low, lang)}
    return say(lang, "prose.slices", best_value=most, worst_value=least, **said)


def order(result: LabResult, row: Row, lang: str) -> str:
    """Whether it sees the order of words."""
    part, guess = order_slice(list(row.slices)), measure_of(result).chance(result)
    if part is None or guess is None:
        return ""
    value = row.slices[part]
    told, guessed = percent(lang, value), percent(lang, guess)
    if abs(value - guess) <= SAME:
        return say(lang, "prose.order.exact", value=told)
    if abs(value - guess) <= NEAR:
        return say(lang, "prose.order.chance", value=told, chance=guessed)
    if value > guess:
        return say(lang, "prose.order.sees", value=told, chance=guessed)
    return say(lang, "prose.order.misled", value=told, chance=guessed)
