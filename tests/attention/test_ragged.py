"""Rows of unequal length, laid end to end, and back."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from regard.attention.ragged import Ragged

LENGTHS = st.lists(st.integers(0, 6), min_size=1, max_size=6)


def numbered(lengths: list[int], width: int) -> Tensor:
    return torch.arange(1.0, 1 + sum(lengths) * width).reshape(sum(lengths), width)


@given(LENGTHS)
def test_every_entry_knows_its_row_and_its_place(lengths):
    rows = Ragged(torch.tensor(lengths))
    assert rows.owner.tolist() == [row for row, length in enumerate(lengths) for _ in range(length)]
    assert rows.position.tolist() == [place for length in lengths for place in range(length)]
    assert rows.starts.tolist() == [sum(lengths[:row]) for row in range(len(lengths))]
    assert rows.longest == max(lengths)
    assert rows.mask.tolist() == [[place < length for place in range(max(lengths))] for length in lengths]


@given(LENGTHS, st.integers(1, 3))
def test_flat_undoes_pad(lengths, width):
    rows, flat = Ragged(torch.tensor(lengths)), numbered(lengths, width)
    assert torch.equal(rows.flat(rows.pad(flat)), flat)


@given(LENGTHS, st.integers(1, 3), st.sampled_from([0.0, -5.0]))
def test_pad_puts_each_row_first_and_the_filling_after_it(lengths, width, fill):
    rows, flat = Ragged(torch.tensor(lengths)), numbered(lengths, width)
    padded = rows.pad(flat, fill)
    assert padded.shape == (len(lengths), max(lengths), width)
    for row, part in enumerate(flat.split(lengths)):
        assert torch.equal(padded[row, : lengths[row]], part)
        assert (padded[row, lengths[row] :] == fill).all()


def test_gradients_pass_through_padding_and_leave_it():
    rows = Ragged(torch.tensor([2, 3]))
    flat = torch.randn(5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda f: rows.pad(f).square(), flat)
    padded = torch.randn(2, 3, requires_grad=True)
    rows.flat(padded).sum().backward()
    assert padded.grad is not None
    assert padded.grad.tolist() == [[1, 1, 0], [1, 1, 1]]


def test_rows_move_between_devices():
    rows = Ragged(torch.tensor([2, 3])).to(torch.device("meta"))
    assert rows.lengths.device.type == "meta"
