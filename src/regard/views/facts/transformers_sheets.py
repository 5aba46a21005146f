"""The tables of the last chapter: objectives, few labels, preferences, looks, parity."""

from regard.findings.transformers import Look, Preferred, TransformersFindings
from regard.results import LabResult
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.measures import PERPLEXITY
from regard.views.facts.sheets import labels
from regard.views.facts.transformers import by_labels, gains, last_layer, look_name, objective_name, objectives
from regard.views.facts.weights import strongest
from regard.views.wording.numbers import DASH, between, number, percent, scientific, signed
from regard.views.wording.words import say

TOP = 3
"""Words that are named of what a word looks at."""


def by_objective(result: LabResult, lang: str) -> Sheet:
    """Perplexity and words found of every model, objective by objective."""
    rows = [
        [
            text(objective_name(asked, lang)),
            text(row.model),
            PERPLEXITY.cell(lang, row.value),
            Cell(PERPLEXITY.between(lang, row.interval), f"{row.interval[0]:.6g} {row.interval[1]:.6g}"),
            share(lang, row.measures.get("word_accuracy")),
            share(lang, row.measures.get("pair_accuracy")),
        ]
        for asked, own in objectives(result).items()
        for row in own
    ]
    names = ("objective", "model", "accuracy.perplexity", "interval", "word-accuracy", "pair-accuracy")
    return Sheet(say(lang, "objectives.title"), labels(lang, names), rows, heads=2)


def few(found: TransformersFindings, lang: str) -> Sheet:
    """For each number of labels both accuracies with their intervals, and what is between them."""
    gained = gains(found)
    rows: list[list[Cell]] = []
    for n, own in by_labels(found).items():
        row = [Cell(labels_name(found, n, lang), n)]
        for read in (True, False):
            one = own.get(read)
            row.append(share(lang, None if one is None else one.value))
            ends = None if one is None else " ".join(f"{end:.6g}" for end in one.interval)
            row.append(Cell(DASH if one is None else between(lang, one.interval), ends))
        row.append(Cell(signed(lang, 100 * gained[n]), 100 * gained[n]) if n in gained else Cell(DASH, None))
        made = list(dict.fromkeys(own[read].updates for read in (True, False) if read in own))
        row.append(
            Cell(", ".join(number(lang, n) for n in made), made[0] if len(made) == 1 else ", ".join(map(str, made)))
        )
        rows.append(row)
    names = labels(lang, ("few.labels", "few.pretrained", "interval", "few.random", "interval", "few.gain", "updates"))
    return Sheet(say(lang, "few.title"), [name[:1].upper() + name[1:] for name in names], rows)


def labels_name(found: TransformersFindings, n: int, lang: str) -> str:
    """A number of labels; it is said where they are all that there are."""
    whole = any(one.whole for one in found.labels if one.labels == n)
    return say(lang, "few.all", n=number(lang, n)) if whole else number(lang, n)


def preferences(one: Preferred, lang: str) -> Sheet:
    """What was measured before and after; a dash where a measure is of the change itself."""
    nothing = Cell(DASH, None)
    known = {
        "preferences.likelier": (share(lang, one.likelier_before), share(lang, one.likelier)),
        "preferences.accuracy": (nothing, share(lang, one.accuracy)),
        "preferences.beats": (share(lang, one.beats_before), share(lang, one.beats)),
        "preferences.wins": (nothing, share(lang, one.win_rate)),
        "preferences.ties": (nothing, share(lang, one.ties)),
        "preferences.kl": (nothing, figure(lang, one.kl, 3)),
    }
    rows = [[text(say(lang, name)), *both] for name, both in known.items() if both[1].value is not None]
    names = labels(lang, ("preferences.measure", "preferences.before", "preferences.after"))
    return Sheet(say(lang, "preferences.title", n=number(lang, one.n), corpus=one.corpus), names, rows)


def looks(group: list[Look], lang: str) -> Sheet:
    """For each word what it looks at most in the last layer, attention by attention."""
    rows = [
        [text(look_name(look, lang)), text(word), text(_most(look.columns, weights, lang))]
        for look in group
        for word, weights in zip(look.rows, last_layer(look), strict=True)
    ]
    return Sheet(say(lang, "looks.title"), labels(lang, ("model", "looks", "looked-at")), rows, heads=2)


def look(one: Look, lang: str) -> Sheet:
    """For each head and word what it looks at most."""
    rows = [
        [figure(lang, each.layer), figure(lang, each.head), text(word), text(_most(one.columns, weights, lang))]
        for each in one.maps
        for word, weights in zip(one.rows, each.weights, strict=True)
    ]
    return Sheet(look_name(one, lang), labels(lang, ("layer", "head", "looks", "looked-at")), rows, heads=3)


def _most(words: list[str], weights: list[float], lang: str) -> str:
    return ", ".join(f"{word} {percent(lang, weight)}" for word, weight in strongest(words, weights, TOP))


def parity(found: TransformersFindings, lang: str) -> Sheet:
    """Each family with its largest differences."""
    rows = [
        [
            text(one.family),
            *(Cell(scientific(lang, value), value) for value in (one.logits, one.attention, one.back, one.tolerance)),
            Cell(say(lang, "parity.yes" if one.met else "parity.no"), "yes" if one.met else "no"),
        ]
        for one in found.parity
    ]
    names = ("parity.family", "parity.logits", "parity.attention", "parity.back", "parity.tolerance", "parity.met")
    return Sheet(say(lang, "parity.title", library=found.library), labels(lang, names), rows)
