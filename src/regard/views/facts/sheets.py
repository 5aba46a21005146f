"""The tables of a lab."""

from collections.abc import Iterable

from regard.results import Comparison, LabResult, Row
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.known import part_name
from regard.views.facts.lab import (
    SIGNS,
    baseline_name,
    comparison_of,
    one_seed,
    slice_names,
    times_uniform,
    verdict,
)
from regard.views.facts.looking import looker, lookers
from regard.views.facts.measures import ACCURACY, OTHERS, Measure, measure_of, other
from regard.views.facts.transformers import objective_of
from regard.views.wording.numbers import DASH, count, p_value, percent, signed, times
from regard.views.wording.words import say


def ladder(result: LabResult, lang: str) -> Sheet:
    """The lab's table: one row per model."""
    base = baseline_name(result)
    columns = ["row", "model", "accuracy", "interval"]
    names = [say(lang, "row"), say(lang, "model"), metric(result, lang), say(lang, "interval")]
    optional = {
        **{name: (any(name in r.measures for r in result.rows), title) for name, title in others(lang).items()},
        "against": (bool(result.comparisons), say(lang, "against", baseline=base)),
        "objective": (result.transformers is not None, say(lang, "objective")),
        "validation": (True, say(lang, "validation")),
        "parameters": (True, say(lang, "parameters")),
        "seconds": (True, say(lang, "seconds")),
        "speed": (True, say(lang, "tokens-per-second")),
        "looks": (len(lookers(result.rows)) > 1, say(lang, "looks")),
        "entropy": (any(r.entropy is not None for r in result.rows), say(lang, "entropy")),
        "rationale": (any(r.rationale is not None for r in result.rows), say(lang, "on-rationale")),
    }
    shown = {name: title for name, (there, title) in optional.items() if there}
    rows = [
        [cell for name, cell in cells(result, row, lang).items() if name in shown or name in columns]
        for row in result.rows
    ]
    seeded = caveat(result.rows, lang) or f" {say(lang, 'ladder.several')}"
    return Sheet(say(lang, "ladder.caption") + seeded, [*names, *shown.values()], rows, heads=2)


def cells(result: LabResult, row: Row, lang: str) -> dict[str, Cell]:
    """All cells of one model."""
    compared, measure = comparison_of(result, row.model), measure_of(result)
    against = Cell(DASH, None)
    if compared:
        sign = SIGNS[verdict(compared)]
        apart = measure.on_axis(compared.difference)
        against = Cell(f"{sign} {signed(lang, apart)}", apart)
    return {
        "row": text(row.row),
        "model": text(row.model),
        "accuracy": measure.cell(lang, row.value),
        "interval": Cell(measure.between(lang, row.interval), f"{row.interval[0]:.6g} {row.interval[1]:.6g}"),
        **{name: other(lang, row, name) for name in OTHERS},
        "against": against,
        "objective": text(objective_of(result, row.model, lang) or DASH),
        "validation": measure.cell(lang, row.validation),
        "parameters": figure(lang, row.parameters),
        "seconds": figure(lang, row.seconds, 1),
        "speed": figure(lang, row.tokens_per_second),
        "looks": Cell(DASH, None) if row.entropy is None else text(say(lang, f"looker.{looker(row)}")),
        "entropy": figure(lang, row.entropy, 2),
        "rationale": on_rationale(lang, row),
    }


def others(lang: str) -> dict[str, str]:
    """What further measures are called."""
    return {
        "bleu_tokenised": say(lang, "bleu-tokenised"),
        "chrf": say(lang, "chrf"),
        "exact_match": say(lang, "exact-match"),
        "loss": say(lang, "loss"),
        "bits_per_character": say(lang, "bits-per-character"),
        "word_accuracy": say(lang, "word-accuracy"),
        "pair_accuracy": say(lang, "pair-accuracy"),
        "exact": say(lang, "exact-answers"),
        "right": say(lang, "right-answers"),
        "win_rate": say(lang, "win-rate"),
        "kl": say(lang, "kl"),
    }


def on_rationale(lang: str, row: Row) -> Cell:
    """The share of the attention on the deciding words, and how many times the equal share that is."""
    ratio = times_uniform(row)
    if row.rationale is None or ratio is None:
        return share(lang, row.rationale)
    return Cell(f"{percent(lang, row.rationale)} ({times(lang, ratio)})", row.rationale)


def metric(result: LabResult, lang: str) -> str:
    """The name of the measure: the word for it where there is one, else the name that the result gives."""
    names, measure = {row.metric for row in result.rows}, measure_of(result)
    return measure.say(lang, "accuracy") if names <= {measure.metric} else ", ".join(sorted(names))


def slices(result: LabResult, lang: str) -> Sheet:
    """Model × named part of the test set."""
    parts, measure = slice_names(result), measure_of(result)
    rows = [
        [text(r.model), *(measure.cell(lang, r.slices.get(part)) for part in parts)] for r in result.rows if r.slices
    ]
    return Sheet(
        measure.say(lang, "slices.title"), [say(lang, "model"), *(part_name(part, lang) for part in parts)], rows
    )


def comparisons(result: LabResult, lang: str) -> Sheet:
    """Each paired comparison with its verdict."""
    names, measure = ("model", "baseline", "difference", "interval", "p", "verdict"), measure_of(result)
    caption = measure.say(lang, "comparisons.caption") + caveat(result.rows, lang)
    return Sheet(caption, labels(lang, names, measure), verdicts(result.comparisons, lang, measure))


def verdicts(compared: list[Comparison], lang: str, measure: Measure) -> list[list[Cell]]:
    """A row per comparison: who, with whom, by how much, and whether that is more than noise."""
    said = {
        "better": say(lang, "verdict.better"),
        "worse": say(lang, "verdict.worse"),
        "noise": say(lang, "verdict.noise"),
        "undecided": say(lang, "verdict.undecided"),
    }
    return [
        [
            text(c.model),
            text(c.baseline),
            Cell(signed(lang, measure.on_axis(c.difference)), measure.on_axis(c.difference)),
            Cell(measure.points(lang, c.interval), " ".join(f"{measure.on_axis(end):.6g}" for end in c.interval)),
            Cell(p_value(lang, c.p), c.p),
            Cell(f"{SIGNS[verdict(c)]} {said[verdict(c)]}", verdict(c)),
        ]
        for c in compared
    ]


def rationales(result: LabResult, lang: str) -> Sheet:
    """The share of the attention on the deciding words, beside that of equal weights."""
    rows = [
        [
            text(r.model),
            share(lang, r.rationale),
            share(lang, r.rationale_uniform),
            figure(lang, times_uniform(r), 1),
        ]
        for r in result.rows
        if r.rationale is not None
    ]
    return Sheet(say(lang, "rationale.title"), labels(lang, ("model", "on-rationale", "if-equal", "times-equal")), rows)


def sizes(result: LabResult, lang: str) -> Sheet:
    """How many texts each part has."""
    parts = {
        "train": say(lang, "part.train"),
        "validation": say(lang, "part.validation"),
        "test": say(lang, "part.test"),
    }
    rows = [[text(parts.get(name, name)), figure(lang, n)] for name, n in result.sizes.items()]
    return Sheet(say(lang, "page.run"), labels(lang, ("part", "examples")), rows)


def labels(lang: str, keys: Iterable[str], measure: Measure = ACCURACY) -> list[str]:
    """The labels of those names."""
    return [measure.say(lang, key) for key in keys]


def seeds(result: LabResult, lang: str) -> str:
    """How many seeds each model had, at most."""
    return count(lang, "seeds", max((len(row.seeds) for row in result.rows), default=0))


def caveat(rows: list[Row], lang: str) -> str:
    """What to add to a verdict or an interval where models were trained once only."""
    return f" {say(lang, 'one-seed')}" if one_seed(rows) else ""
