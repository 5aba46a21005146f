"""What the labels of a corpus may be: a few names, each with enough examples to learn from."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from regard.errors import Mistake

FEWEST = 4
"""Different texts that a class must have: some to learn from, one to choose on, one to report on."""
MANY = 50
"""From so many classes on, a label column is suspected to be a number or a text."""


def classes_of(texts: Sequence[str], labels: Sequence[str], where: str, remedy: str) -> tuple[str, ...]:
    """The classes in order, or a mistake that says why these labels name none. `where` names their origin."""
    counts = Counter(labels)
    if not counts:
        raise Mistake(f"{where} has no examples; {remedy}.")
    if len(counts) == 1:
        raise Mistake(f"{where} has only one class, {labels[0][:40]!r}; there must be two at least: {remedy}.")
    if complaint := _no_classes(counts):
        raise Mistake(f"{where} has {len(counts):,} different values in {len(labels):,} rows{complaint}; {remedy}.")
    distinct = Counter(label for label, _ in set(zip(labels, texts, strict=True)))
    for name in sorted(counts):
        if distinct[name] < FEWEST:
            raise Mistake(
                f"{where}: class {name!r} has {distinct[name]} different texts and needs {FEWEST}; add some, or "
                "leave that class out."
            )
    return ordered(counts)


def ordered(names: Iterable[str]) -> tuple[str, ...]:
    """Class names in order: by value if all are numbers, else by spelling."""
    names = set(names)
    values = {name: _number(name) for name in names}
    if any(value is None for value in values.values()):
        return tuple(sorted(names))
    return tuple(sorted(names, key=lambda name: (values[name], name)))


def _no_classes(counts: Counter[str]) -> str:
    rows = counts.total()
    if len(counts) <= rows / 2 and (len(counts) <= MANY or (not _scale(counts) and rows / len(counts) >= 10)):
        return ""
    if _scale(counts):
        return ", all numbers: a measurement, not a class"
    return ", as a text has, not a class"


def _scale(counts: Counter[str]) -> bool:
    return all(_number(name) is not None for name in counts)


def _number(name: str) -> float | None:
    try:
        value = float(name)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in name else None
