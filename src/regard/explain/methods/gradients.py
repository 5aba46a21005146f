"""How the answer changes as word vectors do.

s points on the way, n tokens of all texts end to end, d size of a vector.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from regard.errors import Mistake
from regard.explain.question import Question
from regard.explain.reading import TRACED, room
from regard.explain.together import Together

POINTS = 64
"""Places on the way from nothing to the text at which the gradient is taken."""
LONGEST = 3_000
"""Tokens of the longest text that is read so often."""


def gradient_input(questions: Sequence[Question]) -> list[NDArray[np.float64]]:
    """x_i · ∂score/∂x_i: what each word adds, were the model linear.  Denil et al. (2014); Shrikumar et al. (2017)."""
    texts = Together(questions)
    vectors = texts.vectors().requires_grad_()
    (gradient,) = torch.autograd.grad(texts.from_vectors(vectors[None]).sum(), vectors)
    return texts.each((gradient * vectors).sum(-1))


def integrated_gradients(questions: Sequence[Question], points: int = POINTS) -> list[NDArray[np.float64]]:
    """(x_i − x′_i) · ∫ ∂score/∂x_i (x′ + a (x − x′)) da, for a from 0 to 1.  Sundararajan et al. (2017), equation 1.

    x′ are the vectors of a text whose words are all hidden, or zeros where the model knows no token that hides. The
    scores add up to score(x) − score(x′) (completeness). The integral is a sum over the points of Gauss and Legendre:
    exact for a model that bends smoothly; where one has corners, as ReLU does, the sum misses a little.
    """
    longest = max(len(one.ids) for one in questions)
    if longest > LONGEST:
        raise Mistake(
            f"integrated gradients read a text {points} times, and this one has {longest} tokens; shorten it to "
            f"{LONGEST} or fewer, or choose a method that reads it once, such as gradient-input."
        )
    texts = Together(questions)
    vectors, start = texts.vectors(), baseline(texts)
    way = vectors - start
    at, weights = (torch.from_numpy(part).to(vectors) for part in np.polynomial.legendre.leggauss(points))
    total = torch.zeros_like(vectors)
    each = max(1, room(texts.model, TRACED) // (longest * len(questions)))
    for some, share in zip(((at + 1) / 2).split(each), (weights / 2).split(each), strict=True):
        on_the_way = (start + some[:, None, None] * way).requires_grad_()
        (gradients,) = torch.autograd.grad(texts.from_vectors(on_the_way).sum(), on_the_way)
        total += (share[:, None, None] * gradients).sum(0)
    return texts.each((total * way).sum(-1))


def baseline(texts: Together) -> Float[Tensor, "n d"]:
    """The vectors of the texts with all of their words hidden; what cannot be taken away stays."""
    vectors = texts.vectors()
    hidden = torch.zeros_like(vectors)
    hole = texts.questions[0].hole
    if hole is not None:
        with torch.no_grad():
            hidden = hidden + texts.asked.vectors(torch.tensor([hole]).to(vectors.device))
    fixed = torch.from_numpy(np.concatenate([one.stays for one in texts.questions])).to(vectors.device)
    return torch.where(fixed[:, None], vectors, hidden)
