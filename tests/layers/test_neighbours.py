"""Heads that are born looking at neighbours."""

import pytest
import torch

from regard.attention.heads import MultiHead
from regard.attention.watch import watching
from regard.layers.blocks import Encoder
from regard.layers.neighbours import look_at_neighbours
from regard.layers.positions import Learned, Sinusoidal

WIDTH, HEADS, PLACES = 64, 4, 50
OWN = torch.tensor([-1, 1, -2, 2])[:, None]
"""Where each head looks."""


def favourites(words: float, gain: float = 4.0) -> torch.Tensor:
    """For each head and query, the distance at which it looks most, when words are so large beside places."""
    torch.manual_seed(0)
    heads = MultiHead(WIDTH, HEADS)
    look_at_neighbours(heads, gain)
    x = Sinusoidal(PLACES, WIDTH).vectors + words * torch.randn(PLACES, WIDTH)
    with watching(heads) as watch:
        heads(x[None])
    inner = torch.arange(3, PLACES - 3)
    most = next(iter(watch.maps.values()))[0][0].argmax(-1)[:, inner]
    return most - inner


def test_each_head_looks_at_its_own_neighbour():
    assert (favourites(words=0.0) == OWN).all()


def test_words_hardly_distract_it():
    assert ((favourites(words=0.1) == OWN).double().mean(-1) > 0.9).all()
    assert ((favourites(words=0.1, gain=0.1) == OWN).double().mean(-1) < 0.9).any(), "a weak look is distracted"


@pytest.mark.parametrize(("position", "born"), [("sinusoidal", True), ("learned", True), ("none", False)])
def test_only_places_that_are_added_have_such_heads(position, born):
    keys = []
    for neighbours in (0.0, 4.0):
        torch.manual_seed(0)
        encoder = Encoder(
            WIDTH, layers=2, heads=HEADS, hidden=8, dropout=0.0, attention_dropout=0.0, norm="layer", pre_norm=True,
            position=position, longest=PLACES, neighbours=neighbours,
        )  # fmt: skip
        keys.append(torch.stack([layer.attention.key.weight for layer in encoder.layers]))
    assert torch.equal(*keys) != born


def test_learned_places_start_from_the_sinusoids():
    assert torch.equal(Learned(PLACES, WIDTH)(torch.arange(PLACES)), Sinusoidal(PLACES, WIDTH).vectors)
