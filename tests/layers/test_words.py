"""The words of one language, and how weights are drawn."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.testing import assert_close

from regard.attention.heads import MultiHead
from regard.layers.births import born_small
from regard.layers.blocks import EncoderBlock
from regard.layers.feedforward import FeedForward
from regard.layers.words import Words


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_words_are_read_and_said(tied, bias):
    words, x = Words(7, 4, tied=tied, bias=bias), torch.randn(2, 3, 4)
    held = {name for name, _ in words.named_parameters()}
    assert held == {"weight"} | (set() if tied else {"output"}) | ({"bias"} if bias else set())
    for parameter in words.parameters():
        nn.init.normal_(parameter)
    table = words.weight if tied else words.output
    assert_close(words(torch.tensor([[3, 0]])), words.weight[[3, 0]][None])
    assert_close(words.say(x), x @ table.T + (words.bias if bias else 0))


@pytest.mark.parametrize("bias", [True, False])
def test_the_loss_and_its_gradient_are_those_of_what_it_says(bias):
    words, x, wanted = Words(7, 4, bias=bias), torch.randn(3, 4), torch.tensor([6, 0, 2])
    expected = F.cross_entropy(words.say(x), wanted, label_smoothing=0.1)
    found = words.loss(x, wanted, 0.1)
    assert_close(found, expected)
    parameters = list(words.parameters())
    assert_close(torch.autograd.grad(found, parameters), torch.autograd.grad(expected, parameters))


def test_weights_are_born_small_and_what_a_deep_stack_adds_smaller():
    torch.manual_seed(0)
    norms = nn.LayerNorm(64), nn.LayerNorm(64)
    stack = nn.ModuleList([EncoderBlock(MultiHead(64, 4, key_bias=True), FeedForward(64, 128), norms)])
    born_small(stack, spread=0.02, deep=8)
    for name, parameter in stack.named_parameters():
        if name.endswith("bias"):
            assert not parameter.any(), name
        elif "norm" not in name:
            wanted = 0.02 / 4 if name.endswith(("out.weight", "fall.weight")) else 0.02
            assert abs(float(parameter.detach().std()) / wanted - 1) < 0.05, name
