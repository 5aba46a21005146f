"""The readout against its equation."""

import torch
from torch.testing import assert_close

from regard.layers.deep_output import DeepOutput


def test_both_bends_are_their_equations():
    s, y, c = (torch.randn(2, 3, size) for size in (4, 5, 6))
    for bend, size in (("tanh", 7), ("maxout", 14)):
        readout = DeepOutput(4, 5, 6, 7, bend=bend)
        U, V, C = readout.mix.weight.split([4, 5, 6], dim=1)
        t = s @ U.T + y @ V.T + c @ C.T + readout.mix.bias
        assert t.shape[-1] == size
        expected = (
            torch.tanh(t) if bend == "tanh" else torch.where(t[..., ::2] > t[..., 1::2], t[..., ::2], t[..., 1::2])
        )
        assert_close(readout(s, y, c), expected)


def test_it_drops_in_training_alone():
    readout = DeepOutput(4, 5, 6, 7, bend="tanh", dropout=0.5)
    given = [torch.randn(2, 3, size) for size in (4, 5, 6)]
    assert not torch.equal(readout(*given), readout(*given))
    readout.eval()
    assert torch.equal(readout(*given), readout(*given))
