"""A line of a lab's table: one recipe, from its runs with all seeds."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from regard.metrics.intervals import of_seeds, over_seeds
from regard.metrics.resampling import interval
from regard.results import Row
from regard.runs.answers.measure import Answering
from regard.runs.labels.measure import Measured
from regard.runs.language.measure import Worded
from regard.runs.pairs.measure import Translated
from regard.runs.parts import Kind
from regard.runs.preferences.measure import Preferring
from regard.runs.recipe import Recipe
from regard.runs.trained import Trained


def row(made: Recipe, runs: Sequence[Trained[Any]]) -> Row:
    """What every task has, then what labels, translations or words add."""
    tests = [run.test for run in runs]
    own = WAYS[made.task.kind](tests)
    return Row(
        row=made.row,
        model=made.name,
        seeds=[run.recipe.training.seed for run in runs],
        value=_mean([test.value for test in tests]),
        parameters=runs[0].parameters,
        seconds=_mean([run.seconds for run in runs]),
        tokens_per_second=_mean([run.tokens_per_second for run in runs]),
        validation=_mean([run.validation.value for run in runs]),
        per_seed=[test.value for test in tests],
        looks=looks(made) if made.task.kind == "classify" else "",
        slices={name: _mean([test.slices[name] for test in tests]) for name in tests[0].slices},
        epochs=[run.epochs for run in runs],
        **own,
    )


def looks(made: Recipe) -> str:
    """Whose attention a classifier's verdict rests on: `pool`, `words` or `cls`."""
    if made.start.run:
        return "words"
    if made.model["kind"] not in ("self-attention", "transformer"):
        return "pool"
    return {"attention": "pool", "cls": "cls"}.get(str(made.model.get("pooling", "mean")), "words")


def _labelled(tests: Sequence[Measured]) -> dict[str, Any]:
    return {
        "metric": "accuracy",
        "interval": over_seeds([test.value for test in tests], tests[0].n),
        "entropy": _known([test.entropy for test in tests]),
        "rationale": _known([test.rationale for test in tests]),
        "rationale_uniform": _known([test.rationale_uniform for test in tests]),
    }


def _translated(tests: Sequence[Translated]) -> dict[str, Any]:
    """BLEU from 0 to 100."""
    measures = {
        "bleu_tokenised": _mean([test.tokenised.value for test in tests]),
        "chrf": _mean([test.chrf.value for test in tests]),
        "exact_match": _mean([float(test.right.mean()) for test in tests]),
    }
    return {"metric": "bleu", "interval": interval([test.bleu for test in tests]), "measures": measures}


def _worded(tests: Sequence[Worded | Answering]) -> dict[str, Any]:
    """Perplexity: among how many equally likely words a model seems to choose."""
    measures = {name: _mean([test.measures[name] for test in tests]) for name in tests[0].measures}
    losses = [test.words.loss for test in tests]
    around = tests[0].words.around(_mean(losses), of_seeds(losses))
    return {"metric": "perplexity", "interval": around, "measures": measures}


def _preferring(tests: Sequence[Preferring]) -> dict[str, Any]:
    """The share of pairs in which the chosen answer is preferred."""
    measures = {name: _mean([test.measures[name] for test in tests]) for name in tests[0].measures}
    return {
        "metric": "accuracy",
        "interval": over_seeds([test.value for test in tests], tests[0].n),
        "measures": measures,
    }


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values))


def _known(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return _mean(known) if known else None


WAYS: dict[Kind, Callable[[Sequence[Any]], dict[str, Any]]] = {
    "classify": _labelled,
    "translate": _translated,
    "language": _worded,
    "instruct": _worded,
    "prefer": _preferring,
}
"""What each task adds to a line."""
