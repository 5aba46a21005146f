"""What an audit found, in sentences that are written by rule from its figures."""

import math

from regard.findings.audit import Audit, Audited
from regard.views.facts.audit import RANDOM, tried
from regard.views.wording.numbers import between, count, distance, number, p_value, percent, points, signed
from regard.views.wording.words import say

IDLE = 0.05
"""Share of the answers below which equal weights change hardly any."""
KEPT = 0.5
"""Of what shuffled weights could take away, the share that must stay for an explanation to show the text alone."""
FLAT = 0.05
"""A drop from the whole text to the empty one that leaves nothing to divide by."""
FEWEST = 10
"""Texts from which something is said of all texts."""
FIRST = "attention"
CONTROLS = (RANDOM, "uniform")
"""Ways that know nothing of a model."""


def subject(audit: Audit) -> Audited | None:
    """The method that the first sentence is about: attention, or for a model without, the first that knows anything."""
    known = [one for one in tried(audit) if one.method not in CONTROLS and one.erased]
    return next((one for one in known if one.method == FIRST), known[0] if known else None)


def headline(audit: Audit, lang: str) -> str:
    """Whether what attention names carries the answer: one sentence; nothing where it could not be measured."""
    one, control = subject(audit), next((m for m in tried(audit) if m.method == RANDOM), None)
    if one is None:
        return ""
    found = next(iter(one.erased.values()))
    if found.beyond.n < FEWEST:
        return say(lang, "audit.few", method=one.method, **_texts(found.beyond.n, lang))
    low, high = found.beyond.interval
    if not math.isfinite(found.beyond.value):
        return ""
    random = found.comprehensiveness.value - found.beyond.value
    if control is not None and control.texts == one.texts:
        random = next(iter(control.erased.values())).comprehensiveness.value
    verdict = "audit.better" if low > 0 else "audit.worse" if high < 0 else "audit.same"
    said = {"value": number(lang, found.comprehensiveness.value, 2), "random": number(lang, random, 2)}
    ends = {"low": signed(lang, low, 2), "high": signed(lang, high, 2)}
    said |= {"beyond": signed(lang, found.beyond.value, 2), "interval": say(lang, "from-to", **ends)}
    return say(lang, verdict, method=one.method, **said)


def _texts(n: int, lang: str) -> dict[str, str]:
    """How many texts there were, and how many there should be."""
    return {"texts": count(lang, "evaluated.texts", n), "fewest": number(lang, FEWEST)}


def flat(audit: Audit, lang: str) -> str:
    """That all texts are answered alike, or less surely than an empty one, so that no word can carry an answer."""
    drop = min((one.value for one in audit.drops.values()), default=1.0)
    if drop >= FLAT:
        return ""
    return say(lang, "audit.flat" if drop > -FLAT else "audit.surer", drop=number(lang, abs(drop), 3))


def faithful(audit: Audit, lang: str) -> list[str]:
    """Whether named words carry answers, and which method names them best; or why nothing can be said of it."""
    few = audit.texts < FEWEST
    if not few and (said := flat(audit, lang)):
        return [said]
    return [line for line in (headline(audit, lang), best(audit, lang)) if line]


def lines(audit: Audit, lang: str) -> list[str]:
    """What was found, in a few sentences, the most important first."""
    found = [*faithful(audit, lang), needs(audit, lang), known(audit, lang), baseline(audit, lang)]
    return [line for line in (*found, unlearned(audit, lang)) if line]


def best(audit: Audit, lang: str) -> str:
    """Which method is the most faithful, if it is surely better than chance."""
    way = next(iter(audit.drops), "")
    found = {one.method: one.erased[way].beyond for one in tried(audit) if way in one.erased}
    found = {name: one for name, one in found.items() if name not in CONTROLS and math.isfinite(one.value)}
    if len(found) < 2:
        return ""
    top = max(found, key=lambda name: found[name].value)
    if found[top].n < FEWEST or not found[top].interval[0] > 0:
        return ""
    return say(lang, "audit.best", best=top, value=signed(lang, found[top].value, 2))


def needs(audit: Audit, lang: str) -> str:
    """Whether the model needs its attention: whether its answers follow the weights, and are better for it."""
    one = next((one for one in audit.needed if one.change == "uniform" and one.where == "last"), None)
    if one is None:
        return ""
    least, most = one.changed.interval
    low, high = one.difference.interval
    said = {
        "changed": percent(lang, one.changed.value),
        "own": percent(lang, one.accuracy.value - one.difference.value),
        "accuracy": percent(lang, one.accuracy.value),
        "points": distance(lang, one.difference.value, sign=True),
        "interval": points(lang, one.difference.interval),
    }
    if one.changed.n < FEWEST or least < IDLE <= most:
        said |= {"between": between(lang, one.changed.interval), **_texts(one.changed.n, lang)}
        return say(lang, "audit.needs.unsure", **said)
    if most < IDLE:
        return say(lang, "audit.idle", **said)
    return say(lang, "audit.needs" if high < 0 else "audit.hindered" if low > 0 else "audit.follows", **said)


def known(audit: Audit, lang: str) -> str:
    """Whether the deciding words are found."""
    found = {one.method: one.found for one in tried(audit) if one.found and one.method != RANDOM}
    if not found:
        return ""
    name = FIRST if FIRST in found else next(iter(found))
    top = max(found, key=lambda method: found[method].first.value)
    said = {"value": percent(lang, found[name].first.value), "most": percent(lang, found[top].first.value)}
    key = "audit.found.alone" if found[top].first.value <= found[name].first.value else "audit.found"
    return say(lang, key, method=name, best=top, chance=percent(lang, found[name].chance), **said)


def baseline(audit: Audit, lang: str) -> str:
    """What learned attention is worth beside a model that was trained without."""
    one = audit.uniform
    if one is None:
        return ""
    worth = {"difference": distance(lang, one.difference.value, sign=True)}
    worth |= {"interval": points(lang, one.difference.interval), "p": p_value(lang, one.p)}
    return say(lang, "audit.baseline", model=one.model, accuracy=percent(lang, one.accuracy.value), **worth)


def unlearned(audit: Audit, lang: str) -> str:
    """Methods whose explanations survive shuffled weights."""
    kept = [
        one.method
        for one in tried(audit)
        if (alike := one.randomised) and alike.overlap.interval[0] > alike.chance + KEPT * (1 - alike.chance)
    ]
    return say(lang, "audit.unlearned", methods="`, `".join(kept)) if kept else ""


def refused(audit: Audit, lang: str) -> list[str]:
    """Which methods were not tried, and why."""
    return [say(lang, "audit.not-possible", method=one.method, why=one.why) for one in audit.methods if one.why]


def adversary(audit: Audit, lang: str) -> str:
    """Whether weights could be others."""
    one = audit.adversarial
    if one is None or one.far.n < FEWEST:
        return ""
    said = {"far": percent(lang, one.far.value), "alike": number(lang, one.alike, 2)}
    said |= {"divergence": number(lang, one.divergence.value, 2), "most": number(lang, one.most, 2)}
    return say(lang, "audit.adversary", **said)


def standing(audit: Audit, lang: str) -> list[str]:
    """Which of the figures are evidence, and which are folklore; of those that this audit has."""
    found = any(one.found for one in audit.methods)
    said = [
        ("audit.evidence.known", found and audit.corpus.startswith("probe-shortcuts")),
        ("audit.evidence.needed", bool(audit.needed)),
        ("audit.evidence.beyond", True),
        ("audit.evidence.shuffled", any(one.randomised for one in audit.methods)),
        ("audit.folklore.hole", audit.met.get("hole") is False),
        ("audit.folklore.people", found and not audit.corpus.startswith("probe-")),
        ("audit.folklore.correlation", any(one.randomised for one in audit.methods)),
        ("audit.folklore.adversary", audit.adversarial is not None),
        ("audit.folklore.raw", True),
    ]
    return [say(lang, key) for key, here in said if here]
