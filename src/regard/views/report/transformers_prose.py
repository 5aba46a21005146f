"""Sentences on objectives, few labels, preferences and parity, written by rule from the numbers."""

from regard.findings.transformers import Preferred, TransformersFindings
from regard.results import LabResult
from regard.views.facts.measures import PERPLEXITY
from regard.views.facts.transformers import by_labels, gains, lowest, objective_name, sure, worth
from regard.views.wording.numbers import between, distance, number, percent, scientific
from regard.views.wording.words import say


def headlines(result: LabResult, lang: str) -> list[str]:
    """What the page's first lines say of the last chapter."""
    found = result.transformers
    if found is None:
        return []
    lines: list[str] = []
    if tops := lowest(result):
        said = (
            say(
                lang,
                "brief.objective",
                objective=objective_name(asked, lang),
                model=row.model,
                value=PERPLEXITY.value(lang, row.value),
            )
            for asked, row in tops.items()
        )
        lines.append(say(lang, "brief.objectives", best=", ".join(said)))
    if gained := gains(found):
        n = next((n for n in gained if sure(found, n)), min(gained))
        own = by_labels(found)[n]
        read, random = (percent(lang, own[kind].value) for kind in (True, False))
        model = own[True].model
        key = "brief.few" if sure(found, n) else "brief.few.noise"
        lines.append(say(lang, key, labels=number(lang, n), model=model, read=read, random=random))
    if found.preferred is not None and found.preferred.win_rate is not None:
        one = found.preferred
        rate, kl = percent(lang, found.preferred.win_rate), number(lang, one.kl, 3)
        lines.append(say(lang, "brief.preferences", model=one.model, rate=rate, kl=kl))
    if found.parity and all(one.met for one in found.parity):
        most = scientific(lang, max(max(one.logits, one.attention, one.back) for one in found.parity))
        lines.append(say(lang, "brief.parity", n=number(lang, len(found.parity)), library=found.library, most=most))
    return lines


def few(found: TransformersFindings, lang: str) -> list[str]:
    """What having read the texts brings with each number of labels, and how many labels it is worth."""
    gained, known = gains(found), by_labels(found)
    lines = [
        say(
            lang,
            "few.gains",
            labels=number(lang, n),
            model=known[n][True].model,
            read=percent(lang, known[n][True].value),
            random=percent(lang, known[n][False].value),
            difference=distance(lang, gain, sign=True),
        )
        for n, gain in gained.items()
    ]
    if gained and not any(sure(found, n) for n in gained):
        lines.append(say(lang, "few.nothing"))
    elif (pair := worth(found)) is not None:
        lines.append(say(lang, "few.worth", few=number(lang, pair[0]), many=number(lang, pair[1])))
    return lines


def preferences(one: Preferred, lang: str) -> list[str]:
    """Which answers it prefers now, and which it gives."""
    said = {"accuracy": percent(lang, one.accuracy), "interval": between(lang, one.interval)}
    lines = [say(lang, "preferences.accuracy.told", n=number(lang, one.n), **said)]
    own = {"n": number(lang, one.asked), "kl": number(lang, one.kl, 3)}
    if one.win_rate is None or one.ties is None:
        return [*lines, say(lang, "preferences.moved", **own)]
    rates = {"rate": percent(lang, one.win_rate), "ties": percent(lang, one.ties)}
    return [*lines, say(lang, "preferences.wins.told", **own, **rates)]


def parity(found: TransformersFindings, lang: str) -> str:
    """Whether all families agree, or what to install."""
    if not found.parity:
        return say(lang, "parity.missing")
    said = {"library": found.library, "tolerance": scientific(lang, found.parity[0].tolerance)}
    wrong = [one.family for one in found.parity if not one.met]
    if wrong:
        return say(lang, "parity.some", which=", ".join(f"`{family}`" for family in wrong), **said)
    return say(lang, "parity.all", n=number(lang, len(found.parity)), **said)
