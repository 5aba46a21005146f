"""How the answer changes as word vectors do.

s points on the way, n tokens, d size of a vector.
"""

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from regard.errors import Mistake
from regard.explain.question import AT_ONCE, Question
from regard.tasks.device import device_of

POINTS = 64
"""Places on the way from nothing to the text at which the gradient is taken."""
LONGEST = 3_000
"""Tokens of the longest text that is read so often."""


def gradient_input(question: Question) -> NDArray[np.float64]:
    """x_i · ∂score/∂x_i: what each word adds, were the model linear.  Denil et al. (2014); Shrikumar et al. (2017)."""
    graph = question.graph()
    (gradient,) = torch.autograd.grad(graph.score, graph.vectors)
    return (gradient * graph.vectors).sum(-1).detach().double().cpu().numpy()


def integrated_gradients(question: Question, points: int = POINTS) -> NDArray[np.float64]:
    """(x_i − x′_i) · ∫ ∂score/∂x_i (x′ + a (x − x′)) da, for a from 0 to 1.  Sundararajan et al. (2017), equation 1.

    x′ are the vectors of a text whose words are all hidden, or zeros where the model knows no token that hides. The
    scores add up to score(x) − score(x′) (completeness). The integral is a sum over the points of Gauss and Legendre:
    exact for a model that bends smoothly; where one has corners, as ReLU does, the sum misses a little.
    """
    if len(question.ids) > LONGEST:
        raise Mistake(
            f"integrated gradients read a text {points} times, and this one has {len(question.ids)} tokens; shorten it "
            f"to {LONGEST} or fewer, or choose a method that reads it once, such as gradient-input."
        )
    vectors, start = question.vectors(), baseline(question)
    way = vectors - start
    at, weights = (torch.from_numpy(part).to(vectors) for part in np.polynomial.legendre.leggauss(points))
    total = torch.zeros_like(vectors)
    each = max(1, AT_ONCE // len(vectors))
    for some, share in zip(((at + 1) / 2).split(each), (weights / 2).split(each), strict=True):
        on_the_way = (start + some[:, None, None] * way).requires_grad_()
        (gradients,) = torch.autograd.grad(question.from_vectors(on_the_way).sum(), on_the_way)
        total += (share[:, None, None] * gradients).sum(0)
    return (total * way).sum(-1).double().cpu().numpy()


def baseline(question: Question) -> Float[Tensor, "n d"]:
    """The vectors of the text with all of its words hidden; what cannot be taken away stays."""
    vectors = question.vectors()
    hidden = torch.zeros_like(vectors)
    if question.hole is not None:
        with torch.no_grad():
            hidden = hidden + question.asked.vectors(torch.tensor([question.hole], device=device_of(question.model)))
    fixed = sorted(question.fixed)
    hidden[fixed] = vectors[fixed]
    return hidden
