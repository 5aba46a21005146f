"""Relative positions against their papers' equations, pair by pair."""

import itertools
import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.heads import MultiHead
from regard.layers.relative import Alibi, Bucketed, Relative, bucket, distances, slopes

WIDTH, HEADS, SIZE = 12, 4, 3


def drawn(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def test_attention_with_distances_is_shaws_equation():
    torch.manual_seed(1)
    heads, relative = MultiHead(WIDTH, HEADS, bias=False).double(), Relative(SIZE, reach=2).double()
    x = drawn(1, 7, WIDTH)
    q, k, v = (map_(x[0]).unflatten(-1, (HEADS, SIZE)) for map_ in (heads.query, heads.key, heads.value))
    z = torch.zeros(7, HEADS, SIZE, dtype=torch.float64)
    for h, i in itertools.product(range(HEADS), range(7)):
        e = torch.zeros(7, dtype=torch.float64)
        for j in range(7):
            a = relative.vectors[2 + max(-2, min(2, j - i))]
            e[j] = q[i, h] @ (k[j, h] + a) / math.sqrt(SIZE)
        z[i, h] = e.softmax(0) @ v[:, h]
    assert_close(heads(x, bias=relative)[0], heads.out(z.flatten(-2)), rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", [lambda: Relative(SIZE, reach=3), lambda: Bucketed(HEADS), lambda: Alibi(HEADS)])
def test_a_bias_depends_on_the_distance_alone(kind):
    bias = kind().double()
    q = drawn(1, HEADS, 1, SIZE).expand(1, HEADS, 9, SIZE)
    pairs = bias(q, 9)[0]
    for apart in range(-8, 9):
        along = pairs.diagonal(apart, 1, 2)
        assert_close(along, along[:, :1].expand_as(along))
    assert not torch.allclose(pairs[:, 0, 1], pairs[:, 1, 0]), "ahead is not behind"


@pytest.mark.parametrize("kind", [lambda: Relative(SIZE, reach=3), lambda: Bucketed(HEADS), lambda: Alibi(HEADS)])
def test_fewer_queries_are_the_last_ones(kind):
    bias = kind().double()
    q = drawn(2, HEADS, 9, SIZE)
    assert_close(bias(q[:, :, 6:], 9), bias(q, 9)[:, :, 6:])


def test_distances():
    assert distances(2, 3).tolist() == [[-1, 0, 1], [-2, -1, 0]]


def published(distance: int, buckets: int, furthest: int) -> int:
    """Section 2.1's rule by its boundaries: far bucket b holds what is below near·(furthest/near)^((b+1−near)/far)."""
    half = buckets // 2
    near = half // 2
    far = half - near
    start = half if distance > 0 else 0
    if abs(distance) < near:
        return start + abs(distance)
    for step in range(1, far):
        if abs(distance) ** far * near**step < near**far * furthest**step:
            return start + near + step - 1
    return start + half - 1


@pytest.mark.parametrize(("buckets", "furthest"), [(32, 128), (16, 64), (8, 20)])
def test_buckets_are_the_published_ones(buckets, furthest):
    each = [bucket(distance, buckets, furthest) for distance in range(-300, 301)]
    assert each == [published(distance, buckets, furthest) for distance in range(-300, 301)]
    assert set(each) == set(range(buckets)) - {buckets // 2}, "a key ahead is at least one place away"


@given(st.integers(0, 2000), st.integers(0, 2000))
def test_buckets_widen_with_the_distance(one, other):
    low, high = sorted((one, other))
    assert bucket(-low) <= bucket(-high) <= 15
    assert bucket(high) == bucket(-high) + (16 if high else 0)
    if low >= 128:
        assert bucket(-low) == bucket(-high)
    if high < 8:
        assert bucket(-high) == high


def test_every_head_has_its_number_for_every_bucket():
    bias = Bucketed(HEADS, buckets=8, furthest=20).double()
    pairs = bias(drawn(2, HEADS, 40, SIZE), 40)
    assert pairs.shape == (1, HEADS, 40, 40)
    for h, i, j in itertools.product(range(HEADS), range(40), range(40)):
        assert pairs[0, h, i, j] == bias.biases[published(j - i, 8, 20), h]


def test_slopes_are_the_papers():
    assert slopes(8) == [2**-h for h in range(1, 9)]
    assert_close(torch.tensor(slopes(16)), torch.tensor([2 ** (-h / 2) for h in range(1, 17)]))
    assert_close(
        torch.tensor(slopes(12)), torch.tensor([2**-h for h in range(1, 9)] + [2 ** -(h + 0.5) for h in range(4)])
    )
    assert slopes(1) == [2**-8]


def test_looking_back_costs_the_papers_bias_and_looking_ahead_the_opposite_heads():
    pairs = Alibi(8).double()(drawn(1, 8, 6, SIZE), 6)[0]
    for h, i, j in itertools.product(range(8), range(6), range(6)):
        cost = 2.0 ** -(h + 1) * (i - j) if j <= i else 2.0 ** -(8 - h) * (j - i)
        assert math.isclose(pairs[h, i, j], -cost)


@pytest.mark.parametrize("learned", [Relative(SIZE), Bucketed(HEADS)])
def test_distances_learn(learned: nn.Module):
    (table,) = learned.parameters()
    learned(drawn(1, HEADS, 5, SIZE).float(), 5).square().sum().backward()
    assert table.grad is not None
    assert (table.grad.abs().sum(-1) > 0).sum() == 9, "as many as there are distances between five places"
