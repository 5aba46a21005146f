"""What the findings of the last chapter say, before anyone puts it in words."""

import math

import numpy as np

from regard.findings.transformers import FewLabels, Look, TransformersFindings
from regard.results import LabResult, Row
from regard.views.facts.lab import best
from regard.views.wording.words import say


def objectives(result: LabResult) -> dict[str, list[Row]]:
    """For each objective the rows of its models, in the order of the table."""
    if result.transformers is None:
        return {}
    asked = {one.model: one.asked for one in result.transformers.sayings}
    found = {asked.get(row.model, ""): list[Row]() for row in result.rows if row.model in asked}
    for row in result.rows:
        if row.model in asked:
            found[asked[row.model]].append(row)
    return found


def objective_name(asked: str, lang: str) -> str:
    """What an objective is called."""
    return say(lang, f"objective.{asked}") if asked in ("next", "masked", "clean") else asked


def objective_of(result: LabResult, model: str, lang: str) -> str:
    """What the objective of a model is called; nothing where that is not known."""
    named = (name for name, rows in objectives(result).items() if any(row.model == model for row in rows))
    return next((objective_name(name, lang) for name in named), "")


def lowest(result: LabResult) -> dict[str, Row]:
    """The best model of each objective."""
    tops = {asked: best(rows, less=True) for asked, rows in objectives(result).items()}
    return {asked: row for asked, row in tops.items() if row is not None}


def by_labels(found: TransformersFindings) -> dict[int, dict[bool, FewLabels]]:
    """For each number of labels, from few to many, what was reached from read weights (True) and from random ones."""
    counts = sorted({one.labels for one in found.labels})
    return {n: {one.pretrained: one for one in found.labels if one.labels == n} for n in counts}


def gains(found: TransformersFindings) -> dict[int, float]:
    """What having read the texts brings with each number of labels, as a difference of shares."""
    both = {n: own for n, own in by_labels(found).items() if len(own) > 1}
    apart = {n: own[True].value - own[False].value for n, own in both.items()}
    return {n: gain for n, gain in apart.items() if math.isfinite(gain)}


def sure(found: TransformersFindings, n: int) -> bool:
    """Whether the intervals of both accuracies with so many labels leave each other alone, the read one above."""
    own = by_labels(found)[n]
    return own[True].interval[0] > own[False].interval[1]


def worth(found: TransformersFindings) -> tuple[int, int] | None:
    """The fewest labels with which read weights do as well as random ones with more, and the most that these are."""
    own, gained = by_labels(found), gains(found)
    for few in (n for n in gained if sure(found, n)):
        beaten = [n for n in gained if n > few and own[n][False].value <= own[few][True].value]
        if beaten:
            return few, max(beaten)
    return None


def look_name(look: Look, lang: str) -> str:
    """What an attention is called."""
    if look.site == "cross":
        return say(lang, "look.cross", model=look.model)
    if look.design == "encoder-decoder":
        return say(lang, "look.reads", model=look.model)
    return say(lang, "look.encoder" if look.design == "encoder" else "look.decoder", model=look.model)


def by_text(found: TransformersFindings) -> dict[str, list[Look]]:
    """For each sentence what the models looked at."""
    return {
        text: [one for one in found.looks if one.text == text] for text in dict.fromkeys(x.text for x in found.looks)
    }


def last_layer(look: Look) -> list[list[float]]:
    """The mean over the heads of the last layer."""
    last = max(one.layer for one in look.maps)
    return np.mean([one.weights for one in look.maps if one.layer == last], axis=0).tolist()
