"""Where two recipes differ, once every setting that they leave out has the value that their model gives it."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from torch import nn

from regard.models import CLASSIFIERS, LANGUAGE, TRANSLATORS
from regard.runs.parts import Kind
from regard.runs.recipe import Recipe

KINDS: dict[Kind, Mapping[str, Callable[..., nn.Module]]] = {
    "classify": {**LANGUAGE, **CLASSIFIERS},
    "translate": TRANSLATORS,
    "language": LANGUAGE,
    "instruct": LANGUAGE,
    "prefer": LANGUAGE,
}
PARTS = ("text", "vectors", "model", "task", "training")


def differences(made: Recipe, other: Recipe) -> list[str]:
    """What of the text, vectors, model, task and training differs, such as `model.heads 1 → 4`, the other's first.

    What only one of the two models can be told is named where it is not as that model comes.
    """
    new, old = asdict(made), asdict(other)
    ours, theirs = _usual(made), _usual(other)
    for leaf in {**old["model"], **new["model"]}:
        now, was = new["model"].get(leaf, ours.get(leaf)), old["model"].get(leaf, theirs.get(leaf))
        as_it_comes = now == ours.get(leaf) if was is None else now is None and was == theirs.get(leaf)
        new["model"][leaf], old["model"][leaf] = (None, None) if as_it_comes else (now, was)
    return [
        f"{part}.{leaf} {_shown(was)} → {_shown(new[part][leaf])}"
        for part in PARTS
        for leaf, was in old[part].items()
        if was != new[part][leaf]
    ]


def _usual(made: Recipe) -> dict[str, Any]:
    """The settings of a recipe's model as it comes."""
    kind = KINDS[made.task.kind][str(made.model["kind"])]
    known = inspect.signature(kind).parameters.values()
    return {one.name: one.default for one in known if one.kind is one.KEYWORD_ONLY and one.default is not one.empty}


def _shown(value: Any) -> str:
    """A leaf on paper; a dash where there is none."""
    return "–" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
