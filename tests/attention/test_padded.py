"""Texts side by side."""

import torch

from regard.attention.padded import side_by_side

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
