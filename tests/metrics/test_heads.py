"""What each head does, against heads whose doing is known."""

import math

import torch
from torch.testing import assert_close

from regard.metrics.heads import head_figures


def looking(step: int, n: int) -> torch.Tensor:
    """A head that looks `step` tokens away, and at itself where there is none."""
    places = torch.arange(n)
    return torch.eye(n)[torch.where((places + step < 0) | (places + step >= n), places, places + step)]


def test_heads_with_one_thing_to_do():
    n = 8
    weights = torch.stack([looking(-1, n), looking(0, n), looking(1, n), torch.full((n, n), 1 / n)])[None]
    previous, same, following, alike = (head_figures(weights, torch.tensor([n])) / n).tolist()
    assert previous[2:] == [7 / 8, 1 / 8, 0]
    assert same == [0, 0, 0, 1, 0]
    assert following[2:] == [0, 1 / 8, 7 / 8]
    assert math.isclose(alike[0], 1, rel_tol=1e-6)
    assert math.isclose(alike[1], sum(abs(i - j) for i in range(n) for j in range(n)) / n**2, rel_tol=1e-6)


def test_padding_neither_asks_nor_counts():
    alone = torch.rand(1, 2, 3, 3).softmax(-1)
    padded = torch.zeros(2, 2, 5, 5)
    padded[:1, :, :3, :3] = alone
    padded[0, :, 3:, 0] = 1.0
    padded[1] = torch.eye(5)
    both = head_figures(padded, torch.tensor([3, 5]))
    assert_close(both - head_figures(padded[1:], torch.tensor([5])), head_figures(alone, torch.tensor([3])))


def test_a_text_of_one_token_is_no_puzzle():
    assert head_figures(torch.ones(1, 1, 1, 1), torch.tensor([1])).tolist() == [[0, 0, 0, 1, 0]]
