"""Pools against their equations, text by text."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.ragged import Ragged
from regard.attention.watch import watching
from regard.layers.pooling import MeanPool, QueryPool, TextQueryPool

WIDTH = 5
ROWS = Ragged(torch.tensor([4, 1, 6, 3]))
TOKENS = torch.randint(7, (14,), generator=torch.Generator().manual_seed(0))
X = torch.randn(7, WIDTH, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


def text_by_text(pool: Callable[[Tensor], Tensor]) -> Tensor:
    """A function of one text's vectors, for each text."""
    return torch.stack([pool(x) for x in X[TOKENS].split(ROWS.lengths.tolist())])


def stirred(pool: nn.Module) -> nn.Module:
    torch.manual_seed(2)
    with torch.no_grad():
        for parameter in pool.parameters():
            parameter.normal_()
    return pool.double()


def test_the_mean():
    assert_close(MeanPool()(X, TOKENS, ROWS), text_by_text(lambda x: x.mean(0)))


def test_one_learned_query():
    pool = stirred(QueryPool(WIDTH))
    assert_close(pool(X, TOKENS, ROWS), text_by_text(lambda x: (x @ pool.query).softmax(0) @ x))


@pytest.mark.parametrize("value", [None, nn.Sequential(nn.Linear(WIDTH, 3), nn.ReLU())])
def test_the_text_asks(value):
    pool = stirred(TextQueryPool(WIDTH, value))

    def by_hand(x: Tensor) -> Tensor:
        query = pool.query.weight @ x.mean(0) + pool.query.bias
        return (x @ query).softmax(0) @ (x if value is None else value(x))

    assert_close(pool(X, TOKENS, ROWS), text_by_text(by_hand))


@pytest.mark.parametrize("pool", [QueryPool(WIDTH), TextQueryPool(WIDTH)])
def test_training_starts_from_the_mean(pool):
    assert_close(pool.double()(X, TOKENS, ROWS), text_by_text(lambda x: x.mean(0)))


def test_the_text_that_asks_is_seen_as_well():
    pool = stirred(TextQueryPool(WIDTH))
    with watching(pool) as watch:
        pool(X, TOKENS, ROWS)
    assert list(watch.maps) == ["mean", "TextQueryPool"]


@pytest.mark.parametrize(
    "pool", [MeanPool(dropout=0.5), QueryPool(WIDTH, dropout=0.5), TextQueryPool(WIDTH, dropout=0.5)]
)
def test_weights_are_dropped_in_training_alone(pool):
    stirred(pool)
    whole = pool.eval()(X, TOKENS, ROWS)
    assert torch.equal(pool(X, TOKENS, ROWS), whole)
    torch.manual_seed(3)
    assert not torch.allclose(pool.train()(X, TOKENS, ROWS), whole)
