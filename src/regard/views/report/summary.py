"""The page's first lines: what was done and what was found, written by rule from the numbers."""

from regard.results import LabResult, Row
from regard.views.facts.lab import NEAR, baseline_name, best, find, order_slice, slice_names, times_uniform, verdict
from regard.views.facts.measures import measure_of
from regard.views.facts.sheets import caveat, seeds
from regard.views.report import findings_prose, transformers_prose, translation_prose
from regard.views.report.prose import MORE, deciding, order
from regard.views.wording.numbers import count, number, percent, times
from regard.views.wording.words import say


def lede(result: LabResult, lang: str) -> str:
    """What was done, in one sentence."""
    parts = {name: number(lang, result.sizes.get(name, 0)) for name in ("train", "test")}
    runs, measure = seeds(result, lang), measure_of(result)
    if len(result.rows) == 1:
        return measure.say(lang, "lede.single", seeds=runs, **parts)
    return measure.say(lang, "lede", models=count(lang, "models", len(result.rows)), seeds=runs, **parts)


def brief(result: LabResult, lang: str) -> list[str]:
    """What was found, in a few lines."""
    measure = measure_of(result)
    guess = measure.chance(result)
    if len(result.rows) == 1:
        return alone(result, result.rows[0], lang)
    found: list[str] = []
    if result.transformers is None and (top := best(result.rows, less=measure.less)):
        value, interval = measure.value(lang, top.value), measure.between(lang, top.interval)
        found.append(measure.say(lang, "brief.best", model=top.model, value=value, interval=interval))
    base = baseline_name(result)
    verdicts = [verdict(c) for c in result.comparisons if c.baseline == base and find(result, c.model)]
    if verdicts:
        better, worse = verdicts.count("better"), verdicts.count("worse")
        unclear = number(lang, len(verdicts) - better - worse)
        tally = {"better": number(lang, better), "worse": number(lang, worse), "unclear": unclear}
        found.append(say(lang, "brief.against", baseline=base, **tally) + caveat(result.rows, lang))
    if guess is not None and (part := order_slice(slice_names(result))):
        found.append(ordered(result, part, guess, lang))
    looking = [(ratio, row) for row in result.rows if (ratio := times_uniform(row)) is not None and ratio >= MORE]
    if looking:
        ratio, row = max(looking, key=lambda pair: pair[0])
        found.append(say(lang, "brief.rationale", model=row.model, times=times(lang, ratio)))
    chapters = (findings_prose, translation_prose, transformers_prose)
    return [*found, *(line for chapter in chapters for line in chapter.headlines(result, lang))]


def ordered(result: LabResult, part: str, guess: float, lang: str) -> str:
    """How many models stay near chance where only the order of words tells, and which does best."""
    scores = {row.model: row.slices[part] for row in result.rows if part in row.slices}
    said = {"n": number(lang, sum(abs(score - guess) <= NEAR for score in scores.values()))}
    said |= {"near": count(lang, "points", round(100 * NEAR)), "models": count(lang, "models", len(scores))}
    line, top = say(lang, "brief.order", **said), max(scores, key=lambda model: scores[model])
    if scores[top] <= guess + NEAR:
        return line
    return f"{line} {say(lang, 'brief.order.best', model=top, value=percent(lang, scores[top]))}"


def alone(result: LabResult, row: Row, lang: str) -> list[str]:
    """What was found about the only model."""
    measure = measure_of(result)
    value, interval = measure.value(lang, row.value), measure.between(lang, row.interval)
    first = measure.say(lang, "brief.single", value=value, interval=interval) + caveat([row], lang)
    lines = (first, deciding(row, lang), order(result, row, lang), *translation_prose.headlines(result, lang))
    return [line for line in lines if line]
