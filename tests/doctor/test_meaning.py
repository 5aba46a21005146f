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


class Pointer(nn.Module):
    """It runs on many states a row too, and takes those of one row for another's."""

    def __init__(self, d=16):
        super().__init__()
        self.w, self.u, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, 1)

    def forward(self, decoder_state, encoder_outputs, mask):
        e = self.v(torch.tanh(self.w(decoder_state)[:, None] + self.u(encoder_outputs))).squeeze(-1)
        return e.masked_fill(~mask, -1e9).softmax(-1)


def test_a_reading_that_only_happens_to_fit_is_not_settled_on():
    assert examine(Pointer()).healthy


class WithKinds(nn.Module):
    def __init__(self, d=16):
        super().__init__()
        self.words, self.kinds, self.places = nn.Embedding(50, d), nn.Embedding(2, d), nn.Embedding(64, d)
        self.attention = nn.MultiheadAttention(d, 2, batch_first=True)

    def forward(self, input_ids, token_type_ids, position_ids, attention_mask):
        x = self.words(input_ids) + self.kinds(token_type_ids) + self.places(position_ids)
        return self.attention(x, x, x, key_padding_mask=attention_mask == 0)[0]


class LastStep(nn.Module):
    """It tells padding by its id, and asks with the last word."""

    def __init__(self, d=16):
        super().__init__()
        self.words, self.q, self.k = nn.Embedding(50, d, padding_idx=0), nn.Linear(d, d), nn.Linear(d, d)

    def forward(self, ids):
        x = self.words(ids)
        scores = (self.q(x[:, -1:]) @ self.k(x).mT / 4).masked_fill((ids == 0)[:, None], -1e9)
        return (scores.softmax(-1) @ x)[:, 0]


LEFT = torch.tensor([[0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]])


@pytest.mark.parametrize("rows", [[0, 1], [1, 0]], ids=["short first", "full first"])
def test_padding_may_stand_before_the_words(rows):
    mask = LEFT[rows]
    ids = torch.arange(3, 15).reshape(2, 6) * mask
    kinds, places = torch.arange(12).reshape(2, 6) % 2, (mask.cumsum(1) - 1).clamp(min=0)
    given = {"input_ids": ids, "token_type_ids": kinds, "position_ids": places, "attention_mask": mask}
    assert examine(WithKinds(), given).healthy
    assert examine(LastStep(), {"ids": ids}).healthy


class Mean(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 8)

    def forward(self, ids):
        return self.words(ids).mean(1)


def test_a_word_said_twice_at_the_end_is_no_padding():
    ids = torch.tensor([[3, 4, 5, 6, 7, 8], [9, 3, 4, 5, 2, 2]])
    assert examine(Mean(), {"ids": ids}).healthy
    assert examine(Mean(), {"ids": ids.masked_fill(ids == 2, 0)}).of("mean-over-padding") is not None
