"""Texts side by side."""

import pytest
import torch

from regard.attention.padded import side_by_side, with_padding, without_padding
from regard.errors import Mistake

THREE = side_by_side([[5, 0, 7], [4], [0, 6]])


def test_what_is_text_is_said_by_the_lengths():
    assert THREE.ids.tolist() == [[5, 0, 7], [4, 0, 0], [0, 6, 0]]
    assert THREE.tokens.tolist() == [5, 0, 7, 4, 0, 6]
    assert len(THREE) == 3


def test_picked_texts_are_cut_to_the_longest_of_them():
    picked = THREE.pick(torch.tensor([2, 1, 2]))
    assert picked.ids.tolist() == [[0, 6], [4, 0], [0, 6]]
    assert picked.rows.lengths.tolist() == [2, 1, 2]


def test_another_device():
    moved = THREE.to(torch.device("meta"))
    assert moved.ids.device.type == moved.rows.lengths.device.type == "meta"


def test_padding_may_stand_anywhere():
    ids, real = torch.tensor([[9, 5, 9, 7], [4, 9, 9, 9]]), torch.tensor([[0, 1, 0, 1], [1, 0, 0, 0]])
    for mask in (real, real.bool()):
        tokens, rows = without_padding(ids, mask)
        assert tokens.tolist() == [5, 7, 4]
        assert rows.lengths.tolist() == [2, 1]
        assert with_padding(tokens, ids, mask).tolist() == [[0, 5, 0, 7], [4, 0, 0, 0]]
        pairs = torch.stack([tokens, -tokens], dim=1)
        assert with_padding(pairs, ids, mask)[0].tolist() == [[0, 0], [5, -5], [0, 0], [7, -7]]
    tokens, rows = without_padding(ids, None)
    assert rows.lengths.tolist() == [4, 4]
    assert torch.equal(with_padding(tokens, ids, None), ids)


def test_a_mask_has_the_shape_of_its_tokens():
    with pytest.raises(Mistake, match=r"a mask of shape \[1, 4\] for tokens of shape \[2, 4\]: they must be alike"):
        without_padding(torch.zeros(2, 4, dtype=torch.long), torch.ones(1, 4))
