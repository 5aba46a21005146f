"""What arguments mean is read off an example or found by trying."""

import pytest
import torch
from torch import nn
from torch.nn.utils.rnn import pack_sequence

from regard.doctor.examine import examine

from .students.flagged import Flagged
from .students.packed_texts import PackedReader


class Guessed(Flagged):
    """The same with a name that says that it is a mask, and a layer that may read it the other way round."""

    shows, low = 1, -1e9

    def forward(self, x, mask):
        s = self.q(x) @ self.k(x).transpose(1, 2) / self.q.out_features**0.5
        s = s.masked_fill(mask[:, None, :] != self.shows, self.low)
        y = x + torch.softmax(s, -1) @ self.v(x)
        return self.head((y * mask.unsqueeze(-1)).sum(1) / mask.sum(1, keepdim=True).clamp(min=1))


class Unmasked(PackedReader):
    def forward(self, texts):
        packed, _ = self.gru(texts)
        states, _ = torch.nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
        return self.out((self.score(states).softmax(1) * states).sum(1))


TEXTS = pack_sequence([torch.randn(6, 10), torch.randn(4, 10)])


@pytest.mark.parametrize("example", [TEXTS, {"texts": TEXTS}, (TEXTS,)], ids=["alone", "by name", "by place"])
def test_texts_may_be_given_packed(example):
    assert examine(PackedReader(), example).healthy
    assert examine(Unmasked(), example).of("padding-gets-weight") is not None


@pytest.mark.parametrize(
    ("low", "said"),
    [(-1e9, "all attention, 100%, falls on padding"), (-torch.inf, "in one place and hides it in another")],
)
def test_a_mask_that_means_two_things_is_found_without_an_example(low, said):
    right, wrong = Guessed(), Guessed()
    wrong.shows, wrong.low = 0, low
    assert examine(right).healthy
    found = examine(wrong).of("mask-inverted")
    assert found is not None
    assert said in found.evidence


def test_a_module_in_a_shell_is_called_by_its_own_name():
    class Nothing(nn.Module):
        def forward(self, texts: "torch.nn.utils.rnn.PackedSequence"):
            raise ValueError(texts)

    with pytest.raises(Exception, match="guessed for Nothing"):
        examine(Nothing())
