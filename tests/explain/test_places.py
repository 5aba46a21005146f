"""Maps of positions, against their formulas."""

import math

import pytest
import torch

from regard.errors import Mistake
from regard.explain.places import KINDS, added, change, newborn
from regard.layers.positions import Learned, Rotary, Sinusoidal
from regard.layers.relative import Bucketed, Relative, bucket


def test_sinusoids_are_a_sum_of_cosines_of_the_distance():
    found = newborn("sinusoidal", length=9, width=6)
    for i in range(9):
        for j in range(9):
            expected = sum(math.cos((i - j) / 10000 ** (2 * h / 6)) for h in range(3))
            assert float(found[i, j]) == pytest.approx(expected, abs=1e-5)


def test_turned_vectors_of_ones_are_twice_such_a_sum():
    found = newborn("rotary", length=7, width=4)
    expected = [[2 * sum(math.cos((i - j) / 10000 ** (h / 2)) for h in range(2)) for j in range(7)] for i in range(7)]
    torch.testing.assert_close(found, torch.tensor(expected, dtype=torch.float64), rtol=1e-5, atol=1e-5)


def test_alibi_pays_for_each_place_and_its_last_head_looks_back_for_least():
    first, last = (newborn("alibi", length=5, width=8, heads=4, head=head) for head in (0, 3))
    assert first[4].tolist() == [-1.0, -0.75, -0.5, -0.25, 0.0]
    assert last[4].tolist() == pytest.approx([-4 / 256, -3 / 256, -2 / 256, -1 / 256, 0.0])


def test_a_bucketed_map_is_the_number_of_its_bucket():
    part = Bucketed(3)
    found = added(part, 40, head=2)
    biases = part.biases.detach()
    expected = [[float(biases[bucket(j - i), 2]) for j in range(40)] for i in range(40)]
    assert found.tolist() == expected


def test_a_relative_map_is_a_product_with_the_query_of_the_head():
    part, query = Relative(4, reach=2), torch.randn(3, 4)
    found = added(part, 6, head=1, query=query)
    for i in range(6):
        for j in range(6):
            vector = part.vectors.detach()[max(-2, min(2, j - i)) + 2]
            assert float(found[i, j]) == pytest.approx(float(query[1] @ vector) / 2, abs=1e-5)


def test_learned_vectors_are_born_as_sinusoids_and_shown_as_they_are_added():
    part = Learned(8, 6)
    torch.testing.assert_close(added(part, 8), added(Sinusoidal(8, 6), 8), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_map_of_distances_before_it_learns_and_the_seed_decides(kind):
    found = newborn(kind, length=20, width=16, head=0, seed=1)
    assert found.shape == (20, 20)
    assert change(found) < 1e-5
    assert torch.equal(found, newborn(kind, length=20, width=16, seed=1))
    differs = not torch.equal(found, newborn(kind, length=20, width=16, seed=2))
    assert differs == (kind in ("relative", "bucketed"))


def test_what_there_is_not_is_a_mistake():
    with pytest.raises(Mistake, match="no head 8; there are heads 0 to 7"):
        newborn("alibi", length=4, width=8, head=8)
    with pytest.raises(Mistake, match="kind of position"):
        newborn("polar", length=4, width=8)
    with pytest.raises(Mistake, match="pairs"):
        newborn("rotary", length=4, width=7)


def test_rotary_of_a_part_uses_its_own_rates():
    slow, fast = added(Rotary(4, base=100.0), 5), added(Rotary(4), 5)
    assert not torch.allclose(slow, fast)
