"""All ways of explaining, written out: from questions to a score for each token of their texts.

To add one, write its function in a file here and a row into the table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from regard.explain.explanation import Caution
from regard.explain.methods.controls import random, uniform
from regard.explain.methods.gradients import gradient_input, integrated_gradients
from regard.explain.methods.looking import attention, attention_gradient, rollout
from regard.explain.methods.occlusion import leave_one_out, occlusion
from regard.explain.methods.values import attention_norms
from regard.explain.methods.zeroing import value_zeroing
from regard.explain.question import Question
from regard.explain.together import in_turn

Scores = NDArray[np.float64]


@dataclass(frozen=True)
class Method:
    """A way of explaining."""

    scores: Callable[..., list[Scores]]
    """From questions that are asked alike to scores [n] of each text, and where `looks`, from the name of a layer and a
    head as well."""
    caution: Caution
    """What the scores are, and so what a picture of them does not show."""
    signed: bool = False
    """Whether scores below 0 speak against the target; else they are shares of something."""
    looks: bool = False
    """Whether it can be asked of one layer or head."""
    watches: bool = False
    """Whether it holds the weights of all tokens on each other."""

    def __call__(self, question: Question, layer: str = "", head: int | None = None) -> Scores:
        """A score for each token."""
        return self._asked([question], layer, head)[0]

    def together(
        self, questions: Sequence[Question], tell: Callable[[float], None] = lambda share: None
    ) -> list[Scores]:
        """The same for many texts, as many at once as there is room for."""
        found: dict[int, Scores] = {}
        for chosen in in_turn(questions, watched=self.watches):
            found |= zip(chosen, self._asked([questions[i] for i in chosen]), strict=True)
            tell(len(found) / len(questions))
        return [found[number] for number in range(len(questions))]

    def _asked(self, questions: Sequence[Question], layer: str = "", head: int | None = None) -> list[Scores]:
        """Scores, with gradients for the methods that take some, even where the caller wants none of his own."""
        with torch.inference_mode(False), torch.enable_grad():
            return self.scores(questions, layer, head) if self.looks else self.scores(questions)


METHODS: Mapping[str, Method] = {
    "attention": Method(attention, "weights", looks=True, watches=True),
    "rollout": Method(rollout, "weights", watches=True),
    "attention-gradient": Method(attention_gradient, "weights", watches=True),
    "attention-norms": Method(attention_norms, "weights", looks=True, watches=True),
    "gradient-input": Method(gradient_input, "gradients", signed=True),
    "integrated-gradients": Method(integrated_gradients, "gradients", signed=True),
    "occlusion": Method(occlusion, "taken", signed=True),
    "leave-one-out": Method(leave_one_out, "taken", signed=True),
    "value-zeroing": Method(value_zeroing, "weights", watches=True),
    "random": Method(random, "control"),
    "uniform": Method(uniform, "control"),
}
