"""Recurrence against torch's own, one text at a time and packed."""

import pytest
import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence
from torch.testing import assert_close

from regard.attention.ragged import Ragged
from regard.layers.recurrent import CELLS, Recurrent

WIDTH, STATES = 3, 5
ROWS = Ragged(torch.tensor([4, 1, 6, 3]))
X = torch.randn(14, WIDTH, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
TORCHS = {"rnn": nn.RNN, "lstm": nn.LSTM, "gru": nn.GRU}


def with_torchs(cell: str, layers: int, both_ways: bool) -> tuple[Recurrent, nn.RNNBase]:
    """Ours, and torch's with the same weights."""
    torch.manual_seed(1)
    ours = Recurrent(WIDTH, STATES, cell=cell, layers=layers, both_ways=both_ways).double().eval()
    theirs = TORCHS[cell](WIDTH, STATES, layers, batch_first=True, bidirectional=both_ways).double()
    weights = {}
    for layer in range(layers):
        for one, suffix in [(ours.forth[layer], "")] + ([(ours.back[layer], "_reverse")] if both_ways else []):
            weights |= {name.replace("_l0", f"_l{layer}{suffix}"): p for name, p in one.state_dict().items()}
    theirs.load_state_dict(weights)
    return ours, theirs


@pytest.mark.parametrize("both_ways", [False, True])
@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("cell", CELLS)
def test_states_are_torchs_of_each_text_alone(cell, layers, both_ways):
    ours, theirs = with_torchs(cell, layers, both_ways)
    alone = [theirs(text[None])[0][0] for text in X.split(ROWS.lengths.tolist())]
    assert_close(ours(X, ROWS), torch.cat(alone))


@pytest.mark.parametrize("both_ways", [False, True])
@pytest.mark.parametrize("layers", [1, 2])
@pytest.mark.parametrize("cell", CELLS)
def test_the_final_state_is_torchs_of_packed_texts(cell, layers, both_ways):
    ours, theirs = with_torchs(cell, layers, both_ways)
    packed = pack_padded_sequence(ROWS.pad(X), ROWS.lengths, batch_first=True, enforce_sorted=False)
    hidden = theirs(packed)[1]
    last: Tensor = hidden[0] if cell == "lstm" else hidden
    expected = torch.cat([last[-2], last[-1]], dim=-1) if both_ways else last[-1]
    assert ours.size == expected.shape[-1]
    assert_close(ours.final(ours(X, ROWS), ROWS), expected)


def test_between_layers_states_are_dropped_in_training_alone():
    torch.manual_seed(2)
    deep = Recurrent(WIDTH, STATES, cell="gru", layers=2, dropout=0.5).double()
    flat = Recurrent(WIDTH, STATES, cell="gru", layers=1, dropout=0.5).double()
    assert torch.equal(flat(X, ROWS), flat(X, ROWS)), "the words themselves are not dropped here"
    assert not torch.equal(deep(X, ROWS), deep(X, ROWS))
    deep.eval()
    assert torch.equal(deep(X, ROWS), deep(X, ROWS))
