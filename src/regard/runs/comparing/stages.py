"""A run before and after it was trained further: what its last layer looks at, whatever it says."""

import numpy as np

from regard.files import sha256
from regard.findings.compared import Answer
from regard.models.finetuned import Finetuned
from regard.models.masked import Masked
from regard.runs.comparing.weighed import Weighed
from regard.runs.explaining import explain
from regard.runs.run import Run
from regard.runs.sealed import WEIGHTS


def may_be_stage(run: Run) -> bool:
    """Whether a run can be the beginning of another, or go on from one, that has another task."""
    return isinstance(run.model, Finetuned | Masked)


def are_stages(one: Run, other: Run) -> bool:
    """Whether one run started from the weights of the other."""
    return _began(one, other) or _began(other, one)


def looked(run: Run, name: str, text: str) -> Weighed:
    """The attention that each word gets in the last layer: the mean over heads and over all words that look."""
    told = explain(run, text, faithfulness=False)
    mean = np.mean([np.mean([list(row) for row in one.weights], axis=0) for one in told.maps], axis=0)
    there = [place for place, (start, end) in enumerate(told.spans) if text[start:end].strip()]
    answer = Answer(run=name, model=run.recipe.name, label=told.label.strip(), probability=told.probability)
    return Weighed(answer, "", [told.spans[place] for place in there], [float(mean[place]) for place in there])


def _began(later: Run, first: Run) -> bool:
    start = later.recipe.start
    return bool(start.weights) and not start.random and start.weights == sha256(first.folder / WEIGHTS)
