"""The reader: order is seen by angles alone, lengths of queries and keys do not count, blocks begin with nothing."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from regard.attention.ragged import Ragged
from regard.errors import Mistake
from regard.models.reader import Reader

IDS = torch.tensor([[3, 5, 7, 9]])


def made(**settings) -> Reader:
    torch.manual_seed(0)
    model = Reader(12, width=16, layers=2, heads=2, dropout=0.0, longest=8, **settings)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn_like(parameter))
    return model.double().eval()


def test_a_block_adds_nothing_at_first():
    model, x = Reader(12, width=16, layers=2, heads=2, dropout=0.0), torch.randn(5, 16)
    assert_close(model.think(x, Ragged(torch.tensor([5]))), model.norm(x))


def test_words_are_seen_in_their_order():
    model = made()
    one, other = model(IDS)[0], model(IDS.flip(1))[0].flip(0)
    assert (one - other).abs().max() > 1e-3


def test_without_angles_order_is_not_seen():
    model = made()
    assert model.rotary.known is not None
    model.rotary.known.copy_(model.rotary.known[:, :1].clone())
    assert_close(model(IDS), model(IDS.flip(1)).flip(1))


@pytest.mark.parametrize("part", ["query", "key"])
def test_the_length_of_queries_and_keys_does_not_count(part):
    model = made(eps=0.0)
    before = model(IDS)
    with torch.no_grad():
        for layer in model.layers:
            look = getattr(layer.attention, part)
            assert isinstance(look, nn.Linear)
            look.weight.mul_(7)
    assert_close(model(IDS), before)


def test_padding_does_not_matter_wherever_it_stands():
    model = made()
    padded, mask = torch.tensor([[0, 3, 5, 7, 9, 0]]), torch.tensor([[False, True, True, True, True, False]])
    assert_close(model(padded, mask)[:, 1:5], model(IDS))


def test_what_it_cannot_do_is_refused():
    with pytest.raises(Mistake, match="is not asked for a 'both' of pieces"):
        made(purpose="both")
    with pytest.raises(Mistake, match="a text has 9 tokens, and this model reads 8"):
        made()(torch.zeros(1, 9, dtype=torch.long))
