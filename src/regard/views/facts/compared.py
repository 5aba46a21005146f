"""The tables of several runs beside each other, and how their figures are written."""

from regard.findings.compared import ComparedRuns, ComparedText, Difference
from regard.results import Comparison
from regard.views.facts.cells import Cell, Sheet, figure, text
from regard.views.facts.lab import SIGNS, verdict
from regard.views.facts.weights import score_of
from regard.views.wording.numbers import DASH, count, number, p_value, percent, signed
from regard.views.wording.words import TABLE, clean, say, shorten

DIGITS = {"accuracy": 2, "bleu": 1, "perplexity": 2, "bits_per_character": 3}
LONG = 60
"""Letters of an answer that a table shows."""


def answers(found: ComparedText, lang: str) -> Sheet:
    """What each run says."""
    names = ("compared.run", "model", "compared.says", "probability")
    rows = [
        [
            text(one.run),
            text(one.model),
            Cell(shorten(one.label, LONG), one.label),
            Cell(percent(lang, one.probability), one.probability),
        ]
        for one in found.answers
    ]
    return Sheet(say(lang, "compared.answers"), [say(lang, name) for name in names], rows)


def words(found: ComparedText, lang: str, most: int = 0) -> Sheet:
    """The words by disagreement, with their weight in each run; so many of them, or all."""
    shown = found.by_disagreement[:most] if most else found.by_disagreement
    rows = [
        [text(one.word), *(weight(found, value, lang) for value in one.weights), weight(found, one.apart, lang, "")]
        for one in shown
    ]
    runs = [one.run for one in found.answers]
    return Sheet(
        say(lang, "compared.words", method=found.method, what=what(found, lang)),
        [say(lang, "word"), *runs, say(lang, "compared.apart")],
        rows,
    )


def what(found: ComparedText, lang: str) -> str:
    """What is told of each word."""
    if not found.signed:
        return say(lang, "compared.weights")
    return say(lang, "compared.scores", target=found.target) if found.target else say(lang, "compared.scores.own")


def weight(found: ComparedText, value: float | None, lang: str, sign: str = "+") -> Cell:
    """A weight as a share, or a score with its sign."""
    if value is None:
        return Cell(DASH, None)
    if not found.signed:
        return Cell(percent(lang, value), value)
    return Cell(score_of(lang, value) if sign else number(lang, value, 3), value)


def distances(found: ComparedText, lang: str) -> Sheet:
    """How differently each two runs weigh the words."""
    rows = [[text(one.run), text(one.other), figure(lang, one.distance, 2)] for one in found.distances]
    names = ("compared.run", "compared-with", "compared.distance")
    return Sheet(say(lang, "compared.distances"), [say(lang, name) for name in names], rows, heads=2)


def agreement(found: ComparedText, lang: str) -> str:
    """Whether the runs answer alike."""
    kinds, n = len({one.label for one in found.answers}), number(lang, len(found.answers))
    both = len(found.answers) == 2
    key = "compared.disagree" if kinds > 1 else "compared.both" if both else "compared.agree"
    return say(lang, key, n=n, answers=number(lang, kinds))


def where(found: ComparedRuns, lang: str) -> str:
    """The corpus and its part."""
    part = say(lang, f"split.{found.split}") if f"split.{found.split}" in TABLE else clean(found.split)
    return f"{clean(found.corpus)} ({part})"


def value_of(found: ComparedRuns, value: float, lang: str) -> str:
    """A value of the measure as a reader sees it."""
    write = percent if found.metric == "accuracy" else number
    return write(lang, value, DIGITS[found.metric])


def apart_of(found: ComparedRuns, value: float, lang: str) -> str:
    """A difference of two values, with its sign: accuracies in points."""
    return signed(lang, 100 * value if found.metric == "accuracy" else value, DIGITS[found.metric])


def runs(found: ComparedRuns, lang: str) -> Sheet:
    """What each run is worth."""
    texts = count(lang, f"compared.of.{found.metric}", found.n)
    caption = say(lang, "compared.sets", n=number(lang, len(found.runs)), texts=texts, where=where(found, lang))
    names = ("compared.run", "model", "seed", f"compared.metric.{found.metric}", "interval", "parameters", "seconds")
    rows = [
        [
            text(one.run),
            text(one.model),
            figure(lang, one.seed),
            Cell(value_of(found, one.value, lang), one.value),
            Cell(
                say(lang, "from-to", **_ends([value_of(found, end, lang) for end in one.interval])),
                f"{one.interval[0]:.6g} {one.interval[1]:.6g}",
            ),
            figure(lang, one.parameters),
            figure(lang, one.seconds, 1),
        ]
        for one in found.runs
    ]
    return Sheet(caption, [say(lang, name) for name in names], rows)


def differences(found: ComparedRuns, lang: str) -> Sheet:
    """Each run against the first, and where their recipes differ."""
    test = say(lang, f"compared.test.{found.metric}")
    caption = say(lang, "compared.differences", baseline=clean(found.runs[0].run), test=test)
    difference = "difference" if found.metric == "accuracy" else "compared.difference"
    names = ("compared.run", difference, "interval", "p", "verdict", "changes")
    rows = [
        [
            text(one.run),
            Cell(apart_of(found, one.difference, lang), one.difference),
            Cell(DASH, None)
            if one.interval is None
            else Cell(
                say(lang, "from-to", **_ends([apart_of(found, end, lang) for end in one.interval])),
                f"{one.interval[0]:.6g} {one.interval[1]:.6g}",
            ),
            Cell(DASH, None) if one.p is None else Cell(p_value(lang, one.p), one.p),
            _verdict(found, one, lang),
            Cell(clean("\n".join(one.changes)) or DASH, "; ".join(one.changes) or None),
        ]
        for one in found.differences
    ]
    return Sheet(caption, [say(lang, name) for name in names], rows)


def judged(found: ComparedRuns, one: Difference) -> str:
    """`better`, `worse`, `noise` or `undecided`; `untested` where texts could not be paired."""
    if one.interval is None or one.p is None:
        return "untested"
    low, high = one.interval
    way, around = (-one.difference, (-high, -low)) if found.less else (one.difference, (low, high))
    return verdict(Comparison(model=one.run, baseline=one.baseline, difference=way, interval=around, p=one.p))


def _verdict(found: ComparedRuns, one: Difference, lang: str) -> Cell:
    kind = judged(found, one)
    if kind == "untested":
        return Cell(say(lang, "compared.untested"), kind)
    return Cell(f"{SIGNS[kind]} {say(lang, f'verdict.{kind}')}", kind)


def _ends(pair: list[str]) -> dict[str, str]:
    return {"low": pair[0], "high": pair[1]}
