"""Sentences on lengths, widths of the search and alignments, written by rule from the numbers."""

import math

from regard.findings.translation import Alignments, Beam, TranslationFindings
from regard.results import LabResult
from regard.views.facts.known import readout_name
from regard.views.facts.translation import LATER, bands, by_width, falls, lowest, search, sizes, written
from regard.views.wording.numbers import DASH, between, number, percent, signed, times
from regard.views.wording.words import say

SEEN = 0.05
"""The smallest difference of BLEU that one decimal shows."""


def headlines(result: LabResult, lang: str) -> list[str]:
    """What the page's first lines say of translation: what long sentences cost, and who aligns best."""
    found = result.translation
    if found is None:
        return []
    known = [one for one in found.alignments if math.isfinite(lowest(one))]
    lines = [line for line in (lost(found, lang),) if line]
    if known:
        least = min(known, key=lowest)
        said = {"best": percent(lang, lowest(least)), "diagonal": percent(lang, least.diagonal)}
        lines.append(say(lang, "brief.aligns", model=least.model, **said))
    return lines


def lengths(found: TranslationFindings, lang: str) -> list[str]:
    """What long sentences cost each model, and how many there are."""
    names = bands(found)
    if len(names) == 1:
        return [say(lang, "lengths.one", band=say(lang, "band", n=written(names[0])))]
    few = say(lang, "lengths.few", n=number(lang, sizes(found)[names[-1]]))
    return [line for line in (lost(found, lang), few) if line]


def lost(found: TranslationFindings, lang: str) -> str:
    """From the shortest sentences to the longest: who loses how much, the most first, and who gains."""
    apart = falls(found)
    if not apart:
        return ""
    names = bands(found)
    band = say(lang, "band.from-to", first=written(names[0]), last=written(names[-1]))
    told: dict[bool, list[str]] = {False: [], True: []}
    for model, loss in apart.items():
        said, gains = {"model": model, "loss": number(lang, abs(loss), 1)}, loss < 0
        verb = say(lang, "length.gains", **said) if gains else say(lang, "length.loses", **said)
        told[gains].append(say(lang, "length.too", **said) if told[gains] else verb)
    losing, gaining = (", ".join(lines) for lines in told.values())
    models = say(lang, "length.both", losing=losing, gaining=gaining) if losing and gaining else losing + gaining
    return say(lang, "lengths.loses", band=band, models=models)


def beams(found: TranslationFindings, lang: str) -> list[str]:
    """What the best width brings each model over greedy, and what it costs."""
    return [line for own in by_width(found).values() if (line := beam(own, lang))]


def beam(own: dict[int, Beam], lang: str) -> str:
    """The best width of one model against greedy."""
    greedy = own.get(0)
    wider = [one for width, one in sorted(own.items()) if width and math.isfinite(one.bleu)]
    if greedy is None or not wider or not math.isfinite(greedy.bleu):
        return ""
    best = max(wider, key=lambda one: one.bleu)
    gain = best.bleu - greedy.bleu
    if gain < SEEN:
        return say(lang, "beam.nothing", model=greedy.model, value=number(lang, greedy.bleu, 1))
    cost = times(lang, best.seconds / greedy.seconds) if greedy.seconds > 0 else DASH
    said = {"gain": signed(lang, gain), "times": cost}
    return say(lang, "beam.gains", model=greedy.model, search=search(lang, best.beam), **said)


def alignments(found: TranslationFindings, lang: str) -> list[str]:
    """How well each model's attention aligns, and whether one step later is better."""
    lines: list[str] = []
    for one in found.alignments:
        lines.append(aligned(one, lang))
        if one.raw - one.shifted > LATER:
            said = {"raw": percent(lang, one.raw), "shifted": percent(lang, one.shifted)}
            lines.append(say(lang, "rate.later", model=one.model, **said))
    return lines


def aligned(one: Alignments, lang: str) -> str:
    """One model's error rate beside baseline and control."""
    said = {"model": one.model, "diagonal": percent(lang, one.diagonal), "random": percent(lang, one.random)}
    if one.best is None:
        plain = {"raw": percent(lang, one.raw), "shifted": percent(lang, one.shifted)}
        return say(lang, "rate.unchosen", **plain, **said)
    said |= {"best": percent(lang, one.best), "readout": readout_name(one.readout, lang) or DASH}
    said |= {"interval": between(lang, one.best_interval) if one.best_interval else DASH}
    return say(lang, "rate.aligns", **said) if one.best < one.diagonal else say(lang, "rate.fails", **said)
