"""Texts end to end through a kernel that pads nothing: the same as padded texts, whoever computes them."""

from typing import NamedTuple

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.testing import assert_close

from regard.attention import core, heads
from regard.attention.heads import MultiHead
from regard.attention.ragged import Ragged
from regard.attention.watch import watching

LENGTHS = [5, 130, 1, 64]


def text_by_text(
    q: Tensor, k: Tensor, v: Tensor, begins: Tensor, ends: Tensor, longest: int, others: int, *, window_size
) -> Tensor:
    """What the kernel is documented to do, one text after the other."""
    assert torch.equal(begins, ends)
    assert (begins.dtype, longest, others) == (torch.int32, max(LENGTHS), max(LENGTHS))
    causal = {(-1, -1): False, (-1, 0): True}[window_size]
    found = [
        F.scaled_dot_product_attention(*(part[a:b].transpose(0, 1)[None] for part in (q, k, v)), is_causal=causal)[
            0
        ].transpose(0, 1)
        for a, b in zip(begins[:-1].tolist(), begins[1:].tolist(), strict=True)
    ]
    return torch.cat(found)


@pytest.mark.parametrize("causal", [False, True])
def test_nothing_is_padded_and_nothing_changes(causal, monkeypatch):
    torch.manual_seed(0)
    look, rows = MultiHead(16, 4, groups=2).double(), Ragged(torch.tensor(LENGTHS))
    x = torch.randn(rows.total, 16, dtype=torch.float64)
    padded = look.among(x, rows, causal=causal)
    monkeypatch.setattr(core, "varlen_attn", text_by_text)
    monkeypatch.setattr(heads, "packs", lambda q, by, dropout: True)
    assert_close(look.among(x, rows, causal=causal), padded)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs an NVIDIA GPU")
@pytest.mark.parametrize("causal", [False, True])
def test_the_kernel_of_a_gpu(causal):
    torch.manual_seed(0)
    look, rows = MultiHead(128, 4, groups=2).cuda(), Ragged(torch.tensor(LENGTHS)).to("cuda")
    x = torch.randn(rows.total, 128, device="cuda", requires_grad=True)
    exact = look.among(x, rows, causal=causal)
    with torch.autocast("cuda", torch.bfloat16):
        fast = look.among(x, rows, causal=causal)
        with watching(look) as watch:
            look.among(x, rows, causal=causal)
    assert_close(fast.float(), exact, rtol=0, atol=2e-2)
    slopes = [torch.autograd.grad(y.float().square().sum(), x)[0] for y in (fast, exact)]
    assert_close(*slopes, rtol=0, atol=5e-2)
    assert watch.maps


class OnAGpu(NamedTuple):
    """As much of a tensor as is asked before the kernel is."""

    device: torch.device
    dtype: torch.dtype
    shape: tuple[int, int, int]


@pytest.mark.parametrize(
    ("device", "dtype", "size", "dropout", "asked"),
    [
        ("cuda", torch.bfloat16, 8, 0.0, True),
        ("cuda", torch.float32, 8, 0.0, False),
        ("cuda", torch.bfloat16, 4, 0.0, False),
        ("cuda", torch.bfloat16, 8, 0.1, False),
        ("cpu", torch.bfloat16, 8, 0.0, False),
    ],
)
def test_when_the_kernel_is_asked(device, dtype, size, dropout, asked):
    look, q = MultiHead(16, 2), OnAGpu(torch.device(device), dtype, (10, 2, size))
    assert core.packs(q, by=look, dropout=dropout) == asked
    with watching(look) as watch:
        assert not core.packs(q, by=look, dropout=dropout)
        look(torch.randn(1, 3, 16))
    assert watch.maps, "who is watched is padded"
