"""What a lab's numbers say, before anyone puts it in words: verdicts, baseline, chance, the word-order part."""

import math
from collections import Counter

from regard.results import Comparison, Epoch, LabResult, Row

SURE = 0.05
NEAR = 0.05
"""How far from chance a score may be and still be called close to it."""
SIGNS = {"better": "▲", "worse": "▼", "noise": "≈", "undecided": "?"}


def verdict(comparison: Comparison) -> str:
    """`better` or `worse` where paired test and interval agree, `noise` where neither sees a thing."""
    low, high = comparison.interval
    apart = low > 0 or high < 0
    rare = comparison.p < SURE
    if apart and rare:
        return "better" if comparison.difference > 0 else "worse"
    return "noise" if not apart and not rare else "undecided"


def baseline_name(result: LabResult) -> str:
    """The model that the others are measured against: the comparisons' own, else `mean`, else the first."""
    if result.comparisons:
        return Counter(c.baseline for c in result.comparisons).most_common(1)[0][0]
    names = [row.model for row in result.rows]
    return "mean" if "mean" in names or not names else names[0]


def baseline(result: LabResult) -> Row | None:
    """The row of the baseline, where it was run."""
    return find(result, baseline_name(result))


def find(result: LabResult, model: str) -> Row | None:
    """The row of that model."""
    return next((row for row in result.rows if row.model == model), None)


def comparison_of(result: LabResult, model: str) -> Comparison | None:
    """The comparison of that model with the baseline."""
    name = baseline_name(result)
    return next((c for c in result.comparisons if c.model == model and c.baseline == name), None)


def one_seed(rows: list[Row]) -> bool:
    """Whether any of the models was trained once only, so that nobody knows how much training again would change."""
    return any(len(row.seeds) == 1 for row in rows)


def chance(result: LabResult) -> float:
    """What guessing would score, all classes being as frequent."""
    return 1 / max(len(result.classes), 1)


def slice_names(result: LabResult) -> list[str]:
    """The named parts of the test set, in the order in which they first appear; lengths of sentences have their own."""
    lengths = {point.length for point in result.translation.lengths} if result.translation else set[str]()
    return list(dict.fromkeys(name for row in result.rows for name in row.slices if name not in lengths))


def order_slice(names: list[str]) -> str | None:
    """The part made of pairs with the same words in another order, where there is one."""
    return next((name for name in names if name.replace("_", "-").replace(" ", "-") == "word-order"), None)


def best(rows: list[Row], *, less: bool = False) -> Row | None:
    """The row with the highest value; with `less`, with the lowest."""
    known = [row for row in rows if math.isfinite(row.value)]
    return max(known, key=lambda row: -row.value if less else row.value, default=None)


def times_uniform(row: Row) -> float | None:
    """How many times the equal share falls on the deciding words."""
    if row.rationale is None or not row.rationale_uniform:
        return None
    return row.rationale / row.rationale_uniform


def shares(histograms: list[list[int]]) -> list[float]:
    """Histograms of several seeds as one, each bin a share of the whole."""
    sums = [sum(column) for column in zip(*histograms, strict=True)]
    return [n / max(sum(sums), 1) for n in sums]


def by_epoch(row: Row) -> list[list[Epoch]]:
    """For each epoch, what the seeds that reached it measured."""
    length = max((len(epochs) for epochs in row.epochs), default=0)
    return [[epochs[i] for epochs in row.epochs if i < len(epochs)] for i in range(length)]


def average(values: list[float]) -> float:
    """The mean; not a number where there is nothing."""
    return math.fsum(values) / len(values) if values else math.nan
