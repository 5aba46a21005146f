"""Blocks and stacks: their equations, and what order is to them."""

from typing import get_args

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.heads import MultiHead
from regard.attention.ragged import Ragged
from regard.layers.blocks import Encoder, EncoderBlock, Front
from regard.layers.feedforward import GatedFeedForward
from regard.layers.positions import Position

WIDTH, HEADS, SIZE = 8, 2, 4
LENGTHS = [4, 1, 6, 3]
ROWS = Ragged(torch.tensor(LENGTHS))
X = torch.randn(sum(LENGTHS), WIDTH, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
POSITIONS = get_args(Position)
NORMS = ["layer", "rms", "batch"]


def stirred(layer: nn.Module) -> nn.Module:
    torch.manual_seed(1)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.normal_(std=0.5)
    return layer.double().eval()


def encoder(position: str = "none", *, norm: str = "layer", pre_norm: bool = True, dropout: float = 0.1) -> nn.Module:
    return stirred(
        Encoder(
            WIDTH,
            layers=2,
            heads=HEADS,
            hidden=11,
            dropout=dropout,
            attention_dropout=dropout,
            norm=norm,
            pre_norm=pre_norm,
            position=position,
            longest=16,
        )
    )


@pytest.mark.parametrize("pre_norm", [True, False])
def test_a_block_is_its_equation_text_by_text(pre_norm):
    block = stirred(
        EncoderBlock(
            MultiHead(WIDTH, HEADS),
            GatedFeedForward(WIDTH, 11),
            (nn.LayerNorm(WIDTH), nn.RMSNorm(WIDTH)),
            pre_norm=pre_norm,
            dropout=0.3,
        )
    )

    def by_hand(x: Tensor) -> Tensor:
        look = lambda x: block.attention(x[None])[0]  # noqa: E731
        if pre_norm:
            z = x + look(block.norm1(x))
            return z + block.feed(block.norm2(z))
        z = block.norm1(x + look(x))
        return block.norm2(z + block.feed(z))

    assert_close(block(X, ROWS), torch.cat([by_hand(x) for x in X.split(LENGTHS)]), rtol=0, atol=1e-12)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("position", POSITIONS)
def test_a_batch_is_its_texts(position, norm):
    stack = encoder(position, norm=norm)
    alone = [stack(x, Ragged(torch.tensor([len(x)]))) for x in X.split(LENGTHS)]
    assert_close(stack(X, ROWS), torch.cat(alone), rtol=0, atol=1e-12)


def shuffled(seed: int) -> Tensor:
    """Every text's tokens in another order."""
    dice = torch.Generator().manual_seed(seed)
    return torch.cat([s + torch.randperm(n, generator=dice) for s, n in zip(ROWS.starts, LENGTHS, strict=True)])


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("pre_norm", [True, False])
def test_without_positions_order_moves_the_tokens_and_changes_none(norm, pre_norm):
    stack = encoder(norm=norm, pre_norm=pre_norm)
    for seed in range(5):
        order = shuffled(seed)
        assert_close(stack(X[order], ROWS), stack(X, ROWS)[order], rtol=0, atol=1e-12)


@pytest.mark.parametrize("position", [p for p in POSITIONS if p != "none"])
def test_with_positions_order_changes_every_token_that_has_company(position):
    stack = encoder(position)
    plain = stack(X, ROWS)
    for order in (shuffled(1), (ROWS.starts + ROWS.lengths - 1)[ROWS.owner] - ROWS.position):
        change = (stack(X[order], ROWS) - plain[order]).abs().amax(-1)
        moved = torch.stack([(order != torch.arange(len(order)))[ROWS.owner == row].any() for row in range(4)])
        assert (change[moved[ROWS.owner]] > 1e-6).all()


@pytest.mark.parametrize("position", ["relative", "bucketed", "rotary", "alibi"])
def test_relative_positions_do_not_tell_the_same_words_apart_and_absolute_ones_do(position):
    stack = encoder(position)
    twins = X[:1].expand(5, WIDTH)
    five = Ragged(torch.tensor([5]))
    assert_close(stack(twins, five), stack(twins, five)[:1].expand(5, WIDTH), rtol=0, atol=1e-10)
    for absolute in ("sinusoidal", "learned"):
        out = encoder(absolute)(twins, five)
        assert not torch.allclose(out, out[:1].expand(5, WIDTH))


def test_a_vector_stands_in_front_of_every_text():
    front = stirred(Front(WIDTH))
    x, rows = front(X, ROWS)
    assert rows.lengths.tolist() == [5, 2, 7, 4]
    for text, longer in zip(X.split(LENGTHS), x.split(rows.lengths.tolist()), strict=True):
        assert torch.equal(longer, torch.cat([front.vector[None], text]))
    x.sum().backward()
    assert front.vector.grad is not None
    assert front.vector.grad.tolist() == [4.0] * WIDTH


def test_tokens_are_dropped_in_training_alone():
    stack = encoder(dropout=0.5)
    assert torch.equal(stack(X, ROWS), encoder(dropout=0.0)(X, ROWS))
    stack.train()
    assert not torch.equal(stack(X, ROWS), stack(X, ROWS))
