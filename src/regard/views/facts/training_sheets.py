"""Tables of what training did: the sweep of the entropy weight, every epoch, how concentrated attention became."""

from regard.results import LabResult
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.lab import by_epoch, shares
from regard.views.facts.measures import measure_of
from regard.views.facts.sheets import labels
from regard.views.wording.numbers import between, number
from regard.views.wording.words import say


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
    """Every epoch of every seed of every model; what an epoch keeps is between 0 and 1 for any measure."""
    measure = measure_of(result)
    rows = [
        [
            text(r.model),
            Cell(str(seed), seed),
            Cell(str(e.epoch), e.epoch),
            figure(lang, e.train_loss, 4),
            figure(lang, e.validation_loss, 4),
            measure.cell(lang, e.perplexity if measure.less else e.validation * measure.end),
        ]
        for r in result.rows
        for seed, epochs in zip(r.seeds, r.epochs, strict=False)
        for e in epochs
    ]
    names = ("model", "seed", "epoch", "train-loss", "validation-loss", "validation-accuracy")
    return Sheet(say(lang, "page.curves"), labels(lang, names, measure), rows)


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
