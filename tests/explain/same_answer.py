"""A law of every question: what can be differentiated is the answer itself."""

import pytest
import torch

from regard.explain.question import Question


def graph_is_the_answer(asked: Question) -> None:
    """The score of the graph is that of the text, and its gradient the derivative, by small steps both ways."""
    graph = asked.graph()
    assert graph.score.item() == pytest.approx(asked.score, abs=1e-9)
    (gradient,) = torch.autograd.grad(graph.score, graph.vectors)
    step = torch.randn(gradient.shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64) * 1e-6
    with torch.no_grad():
        moved = asked.from_vectors(torch.stack([graph.vectors + step, graph.vectors - step]))
    assert float(moved[0] - moved[1]) == pytest.approx(2 * float((gradient * step).sum()), rel=1e-3, abs=1e-11)
