"""All ways of explaining, written out: from a question to a score for each token.

To add one, write its function in a file here and a row into the table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from regard.explain.methods.controls import random, uniform
from regard.explain.methods.gradients import gradient_input, integrated_gradients
from regard.explain.methods.looking import attention, attention_gradient, rollout
from regard.explain.methods.occlusion import leave_one_out, occlusion
from regard.explain.methods.values import attention_norms
from regard.explain.methods.zeroing import value_zeroing
from regard.explain.question import Question

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Method:
    """A way of explaining."""

    scores: Callable[..., Scores]
    """From a question to scores [n], and where `looks`, from the name of a layer and a head as well."""
    signed: bool = False
    """Whether scores below 0 speak against the target; else they are shares of something."""
    looks: bool = False
    """Whether it can be asked of one layer or head."""

    def __call__(self, question: Question, layer: str = "", head: int | None = None) -> Scores:
        """A score for each token."""
        return self.scores(question, layer, head) if self.looks else self.scores(question)


METHODS: Mapping[str, Method] = {
    "attention": Method(attention, looks=True),
    "rollout": Method(rollout),
    "attention-gradient": Method(attention_gradient),
    "attention-norms": Method(attention_norms, looks=True),
    "gradient-input": Method(gradient_input, signed=True),
    "integrated-gradients": Method(integrated_gradients, signed=True),
    "occlusion": Method(occlusion, signed=True),
    "leave-one-out": Method(leave_one_out, signed=True),
    "value-zeroing": Method(value_zeroing),
    "random": Method(random),
    "uniform": Method(uniform),
}
