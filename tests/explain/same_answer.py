"""A law of every question: what can be differentiated is the answer itself."""

import pytest
import torch

from regard.explain.question import Question
from regard.explain.together import Together


def graph_is_the_answer(asked: Question) -> None:
    """The score of the graph is that of the text, and its gradient the derivative, by small steps both ways."""
    text = Together([asked])
    vectors = text.vectors().requires_grad_()
    score = text.from_vectors(vectors[None]).sum()
    assert score.item() == pytest.approx(asked.score, abs=1e-9)
    (gradient,) = torch.autograd.grad(score, vectors)
    step = torch.randn(gradient.shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64) * 1e-6
    with torch.no_grad():
        moved = text.from_vectors(torch.stack([vectors + step, vectors - step]))
    assert float(moved[0] - moved[1]) == pytest.approx(2 * float((gradient * step).sum()), rel=1e-3, abs=1e-11)
