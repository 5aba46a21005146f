"""Recurrence over texts of unequal length.

n tokens end to end, d size of a vector, h size of a state (2h when both ways).
"""

from collections.abc import Callable
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.ragged import Ragged

Cell = Literal["rnn", "lstm", "gru"]

CELLS: dict[Cell, Callable[[int, int], nn.RNNBase]] = {
    "rnn": lambda width, states: nn.RNN(width, states, batch_first=True),
    "lstm": lambda width, states: nn.LSTM(width, states, batch_first=True),
    "gru": lambda width, states: nn.GRU(width, states, batch_first=True),
}


class Recurrent(nn.Module):
    """h_t = cell(h_{t-1}, x_t), in one or more layers, one or both ways.

    Texts are padded on the right and run whole: what follows the end of a text cannot reach back into it. The
    other way round, each text is first turned about on its own, so that padding again comes last. (Packed
    sequences are some ten times slower here on a CPU, growing with the length.)
    """

    def __init__(
        self, width: int, states: int, *, cell: Cell, layers: int = 1, both_ways: bool = False, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.both_ways = both_ways
        self.size = states * (2 if both_ways else 1)
        widths = [width] + [self.size] * (layers - 1)
        self.forth = nn.ModuleList(CELLS[cell](w, states) for w in widths)
        self.back = nn.ModuleList(CELLS[cell](w, states) for w in widths if both_ways)
        self.drop = nn.Dropout(dropout)

    def forward(self, x: Float[Tensor, "n d"], rows: Ragged) -> Float[Tensor, "n h"]:
        """The state of the last layer after each token."""
        for layer, forth in enumerate(self.forth):
            x = self.drop(x) if layer else x
            states = rows.flat(forth(rows.pad(x))[0])
            if self.both_ways:
                turn = _turned(rows)
                backwards = rows.flat(self.back[layer](rows.pad(x[turn]))[0])[turn]
                states = torch.cat([states, backwards], dim=-1)
            x = states
        return x

    def final(self, states: Float[Tensor, "n h"], rows: Ragged) -> Float[Tensor, "b h"]:
        """The last state of each text; both ways, the last of each direction."""
        last = states[rows.starts + rows.lengths - 1]
        if not self.both_ways:
            return last
        half = self.size // 2
        return torch.cat([last[:, :half], states[rows.starts][:, half:]], dim=-1)


def _turned(rows: Ragged) -> Tensor:
    """For each token, the one at the same distance from the other end of its text."""
    return (rows.starts + rows.lengths - 1)[rows.owner] - rows.position
