"""The tables of a lab."""

from collections.abc import Iterable

from regard.results import LabResult, Row
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.lab import (
    SIGNS,
    baseline_name,
    by_epoch,
    comparison_of,
    one_seed,
    shares,
    slice_names,
    times_uniform,
    verdict,
)
from regard.views.wording.numbers import DASH, between, count, number, p_value, percent, points, signed, times
from regard.views.wording.words import named, say


def ladder(result: LabResult, lang: str) -> Sheet:
    """The lab's table: one row per model."""
    base = baseline_name(result)
    columns = ["row", "model", "accuracy", "interval"]
    names = [say(lang, "row"), say(lang, "model"), metric(result, lang), say(lang, "interval")]
    optional = {
        "against": (bool(result.comparisons), say(lang, "against", baseline=base)),
        "validation": (True, say(lang, "validation")),
        "parameters": (True, say(lang, "parameters")),
        "seconds": (True, say(lang, "seconds")),
        "speed": (True, say(lang, "tokens-per-second")),
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
    compared = comparison_of(result, row.model)
    against = Cell(DASH, None)
    if compared:
        sign = SIGNS[verdict(compared)]
        against = Cell(f"{sign} {signed(lang, 100 * compared.difference)}", 100 * compared.difference)
    return {
        "row": text(row.row),
        "model": text(row.model),
        "accuracy": share(lang, row.value),
        "interval": Cell(between(lang, row.interval), f"{row.interval[0]:.6g} {row.interval[1]:.6g}"),
        "against": against,
        "validation": share(lang, row.validation),
        "parameters": figure(lang, row.parameters),
        "seconds": figure(lang, row.seconds, 1),
        "speed": figure(lang, row.tokens_per_second),
        "entropy": figure(lang, row.entropy, 2),
        "rationale": on_rationale(lang, row),
    }


def on_rationale(lang: str, row: Row) -> Cell:
    """The share of the attention on the deciding words, and how many times the equal share that is."""
    ratio = times_uniform(row)
    if row.rationale is None or ratio is None:
        return share(lang, row.rationale)
    return Cell(f"{percent(lang, row.rationale)} ({times(lang, ratio)})", row.rationale)


def metric(result: LabResult, lang: str) -> str:
    """The name of the measure: the word for accuracy, else the name that the result gives."""
    names = {row.metric for row in result.rows}
    return say(lang, "accuracy") if names <= {"accuracy"} else ", ".join(sorted(names))


def slices(result: LabResult, lang: str) -> Sheet:
    """Model × named part of the test set."""
    parts = slice_names(result)
    rows = [[text(r.model), *(share(lang, r.slices.get(part)) for part in parts)] for r in result.rows if r.slices]
    return Sheet(say(lang, "slices.title"), [say(lang, "model"), *map(named, parts)], rows)


def comparisons(result: LabResult, lang: str) -> Sheet:
    """Each paired comparison with its verdict."""
    verdicts = {
        "better": say(lang, "verdict.better"),
        "worse": say(lang, "verdict.worse"),
        "noise": say(lang, "verdict.noise"),
        "undecided": say(lang, "verdict.undecided"),
    }
    rows = [
        [
            text(c.model),
            text(c.baseline),
            Cell(signed(lang, 100 * c.difference), 100 * c.difference),
            Cell(points(lang, c.interval), f"{100 * c.interval[0]:.6g} {100 * c.interval[1]:.6g}"),
            Cell(p_value(lang, c.p), c.p),
            Cell(f"{SIGNS[verdict(c)]} {verdicts[verdict(c)]}", verdict(c)),
        ]
        for c in result.comparisons
    ]
    names = ("model", "baseline", "difference", "interval", "p", "verdict")
    return Sheet(say(lang, "comparisons.caption") + caveat(result.rows, lang), labels(lang, names), rows)


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


def sweep(result: LabResult, lang: str) -> Sheet:
    """One row per setting of λ."""
    known = any(point.rationale is not None for point in result.sweep)
    rows = [
        [
            Cell(weight(lang, point.weight), point.weight),
            share(lang, point.value),
            Cell(between(lang, point.interval), f"{point.interval[0]:.6g} {point.interval[1]:.6g}"),
            figure(lang, point.entropy, 3),
            *([share(lang, point.rationale)] if known else []),
        ]
        for point in sorted(result.sweep, key=lambda p: p.weight)
    ]
    names = ("weight-lambda", "accuracy", "interval", "mean-entropy", *(("on-rationale",) if known else ()))
    return Sheet(say(lang, "sweep.title"), labels(lang, names), rows)


def weight(lang: str, value: float) -> str:
    """A λ with as many decimals as it has."""
    digits = f"{abs(value):.6f}".rstrip("0").partition(".")[2]
    return number(lang, value, len(digits))


def curves(result: LabResult, lang: str) -> Sheet:
    """Every epoch of every seed of every model."""
    rows = [
        [
            text(r.model),
            Cell(str(seed), seed),
            Cell(str(e.epoch), e.epoch),
            figure(lang, e.train_loss, 4),
            figure(lang, e.validation_loss, 4),
            share(lang, e.validation),
        ]
        for r in result.rows
        for seed, epochs in zip(r.seeds, r.epochs, strict=False)
        for e in epochs
    ]
    names = ("model", "seed", "epoch", "train-loss", "validation-loss", "validation-accuracy")
    return Sheet(say(lang, "page.curves"), labels(lang, names), rows)


def histograms(result: LabResult, lang: str) -> Sheet:
    """For each attention model and epoch, the share of the texts in each bin of entropy."""
    rows: list[list[Cell]] = []
    bins = 0
    for row in result.rows:
        for reached in by_epoch(row):
            if counts := [e.histogram for e in reached if e.histogram is not None]:
                bins = len(counts[0])
                epoch = reached[0].epoch
                rows.append([text(row.model), Cell(str(epoch), epoch), *(share(lang, s) for s in shares(counts))])
    edges = [number(lang, i / max(bins, 1), 2) for i in range(bins + 1)]
    headers = [say(lang, "bin", low=edges[i], high=edges[i + 1]) for i in range(bins)]
    return Sheet(say(lang, "entropy.title"), [*labels(lang, ("model", "epoch")), *headers], rows, heads=2)


def sizes(result: LabResult, lang: str) -> Sheet:
    """How many texts each part has."""
    parts = {
        "train": say(lang, "part.train"),
        "validation": say(lang, "part.validation"),
        "test": say(lang, "part.test"),
    }
    rows = [[text(parts.get(name, name)), figure(lang, n)] for name, n in result.sizes.items()]
    return Sheet(say(lang, "page.run"), labels(lang, ("part", "examples")), rows)


def labels(lang: str, keys: Iterable[str]) -> list[str]:
    """The labels of those names."""
    return [say(lang, key) for key in keys]


def seeds(result: LabResult, lang: str) -> str:
    """How many seeds each model had, at most."""
    return count(lang, "seeds", max((len(row.seeds) for row in result.rows), default=0))


def caveat(rows: list[Row], lang: str) -> str:
    """What to add to a verdict or an interval where models were trained once only."""
    return f" {say(lang, 'one-seed')}" if one_seed(rows) else ""
