"""Positions against their formulas, number by number, and against what makes them positions."""

import cmath
import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from regard.errors import Mistake
from regard.layers.positions import Learned, Rotary, Sinusoidal, Stretch


@pytest.fixture(autouse=True)
def _exact():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize("width", [6, 7])
def test_sinusoidal_vectors_are_the_formula(width):
    pe = Sinusoidal(50, width)(torch.arange(50))
    for i in range(50):
        for h in range(width):
            expected = math.cos(i / 10000 ** ((h - 1) / width)) if h % 2 else math.sin(i / 10000 ** (h / width))
            assert math.isclose(pe[i, h], expected, abs_tol=1e-12)


def test_their_products_depend_on_the_distance_alone():
    pe = Sinusoidal(100, 8)(torch.arange(100))
    products = pe @ pe.T
    for k in range(100):
        along = products.diagonal(k)
        expected = sum(math.cos(k / 10000 ** (h / 8)) for h in range(0, 8, 2))
        assert_close(along, torch.full_like(along, expected), rtol=0, atol=1e-12)
    assert (products.diagonal(1) < products.diagonal()[1:]).all()


def test_sinusoidal_vectors_are_neither_learned_nor_saved():
    pe = Sinusoidal(10, 4)
    assert list(pe.parameters()) == []
    assert pe.state_dict() == {}


def test_learned_vectors_are_looked_up_and_learn():
    pe = Learned(10, 4)
    places = torch.tensor([3, 0, 3])
    assert torch.equal(8 * pe(places), pe.vectors[places])
    pe(places).sum().backward()
    assert pe.vectors.grad is not None
    assert pe.vectors.grad[:, 0].tolist() == [1 / 8, 0, 0, 2 / 8, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("kind", [Sinusoidal, Learned])
def test_a_text_that_is_too_long_is_a_mistake_that_says_so(kind):
    pe = kind(10, 4)
    pe(torch.arange(10))
    with pytest.raises(
        Mistake, match=r"a text takes 11 places .*, and this model has positions for 10; .*text\.longest"
    ):
        pe(torch.arange(11))


def test_halves_of_a_head_are_turned_as_complex_numbers():
    x = torch.randn(1, 1, 5, 6)
    turned = Rotary(6)(x)
    for i in range(5):
        for h in range(3):
            pair = complex(x[0, 0, i, h], x[0, 0, i, h + 3]) * cmath.exp(1j * i * 10000 ** (-2 * h / 6))
            assert math.isclose(turned[0, 0, i, h], pair.real, abs_tol=1e-12)
            assert math.isclose(turned[0, 0, i, h + 3], pair.imag, abs_tol=1e-12)


@given(st.integers(0, 1000), st.integers(0, 1000), st.integers(0, 2**31))
def test_a_product_of_turned_vectors_depends_on_their_distance_alone(start, shift, seed):
    torch.manual_seed(seed)
    q, k, rotary = torch.randn(1, 2, 4, 6), torch.randn(1, 2, 4, 6), Rotary(6)
    here = rotary(q, start) @ rotary(k, start).mT
    there = rotary(q, start + shift) @ rotary(k, start + shift).mT
    assert_close(here, there, rtol=0, atol=1e-10)
    if shift % 7:
        assert not torch.allclose(here, rotary(q, start + shift) @ rotary(k, start).mT)


def test_turning_starts_where_it_is_told():
    x, rotary = torch.randn(2, 3, 7, 4), Rotary(4)
    assert_close(rotary(x)[:, :, 5:], rotary(x[:, :, 5:], 5))
    assert_close(rotary(x).norm(dim=-1), x.norm(dim=-1))


def test_angles_that_are_known_beforehand_are_the_same():
    x, places = torch.randn(2, 3, 4, 6), torch.tensor([[5, 6, 7, 8], [0, 1, 2, 3]])
    assert_close(Rotary(6, longest=9).at(places)(x), Rotary(6).at(places)(x), rtol=0, atol=0)
    with pytest.raises(IndexError):
        Rotary(6, longest=8).at(places)(x)


def test_an_odd_head_cannot_be_turned():
    with pytest.raises(Mistake, match="a head has 5 numbers"):
        Rotary(5)


def test_each_row_may_stand_at_places_of_its_own():
    x, rotary = torch.randn(2, 3, 4, 6), Rotary(6)
    turned = rotary.at(torch.tensor([[5, 6, 7, 8], [0, 1, 2, 3]]))(x)
    assert_close(turned[0], rotary(x[:1], 5)[0])
    assert_close(turned[1], rotary(x[1:])[0])


def test_slow_turns_are_stretched_and_fast_ones_kept():
    rates = 2 * math.pi / 100 * torch.tensor([9.0, 4.0, 2.5, 1.0, 0.3])
    stretched = Stretch(factor=8.0, slow=1.0, fast=4.0, first=100)(rates)
    assert_close(stretched / rates, torch.tensor([1.0, 1.0, 0.5 + 0.5 / 8, 1 / 8, 1 / 8]))
