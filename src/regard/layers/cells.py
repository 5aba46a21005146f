"""The recurrent part of a decoder: all steps at once where all inputs are known, or one by one.

b texts, t steps, d what is known ahead, f what is fed back, s size of a state.
"""

from typing import Literal

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.layers.dropout import Dropout

Gated = Literal["gru", "lstm"]
Held = tuple[Tensor, ...]
"""What one layer holds: its state h [b s], and of an LSTM its cell c [b s] too."""
Gates = Float[Tensor, "b g"]


class Stack(nn.Module):
    """h_t = cell(h_{t−1}, [x_t; f_t]) in one or more layers: x known ahead, f (a context, say) only when t comes.

    The weights are those of torch's `GRU` or `LSTM`, which runs all steps where nothing is fed back. In a GRU
    n = tanh(W x + r ⊙ (U h)), where Cho et al. (2014) have U (r ⊙ h).
    """

    def __init__(
        self, known: int, fed: int, states: int, *, cell: Gated, layers: int = 1, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.known, self.layers, self.lstm = known, layers, cell == "lstm"
        kind = nn.LSTM if self.lstm else nn.GRU
        self.cells = nn.ModuleList(
            kind(states if layer else known + fed, states, batch_first=True) for layer in range(layers)
        )
        self.drop = Dropout(dropout)

    def whole(self, x: Float[Tensor, "b t i"], held: list[Held]) -> tuple[Float[Tensor, "b t s"], list[Held]]:
        """The states of the last layer after every step, and what all hold after the last; x is [x_t; f_t]."""
        after: list[Held] = []
        for layer, (cell, before) in enumerate(zip(self.cells, held, strict=True)):
            x = self.drop(x) if layer else x
            first = tuple(tensor[None].contiguous() for tensor in before)
            x, last = cell(x, first if self.lstm else first[0])
            after.append(tuple(tensor[0] for tensor in (last if self.lstm else (last,))))
        return x, after

    def ahead(self, x: Float[Tensor, "b t d"]) -> tuple[Gates, ...]:
        """The part of the first layer's gates that is known ahead, step by step."""
        enter, _, bias, _ = _weights(self.cells[0])
        return F.linear(x.transpose(0, 1), enter[:, : self.known], bias).unbind(0)

    def feed(self) -> Float[Tensor, "g f"]:
        """The part of the first layer's input weights that what is fed back meets."""
        return _weights(self.cells[0])[0][:, self.known :]

    def step(
        self, ahead: Gates, fed: Float[Tensor, "b f"], weight: Float[Tensor, "g f"], held: list[Held]
    ) -> tuple[Float[Tensor, "b s"], list[Held]]:
        """One step of all layers: the state of the last, and what all hold. `weight` is `feed()`, taken once."""
        after: list[Held] = []
        gates = ahead + F.linear(fed, weight)
        for layer, (cell, before) in enumerate(zip(self.cells, held, strict=True)):
            enter, again, bias, other = _weights(cell)
            gates = F.linear(self.drop(after[-1][0]), enter, bias) if layer else gates
            back = F.linear(before[0], again, other)
            after.append(_lstm(gates + back, before[1]) if self.lstm else (_gru(gates, back, before[0]),))
        return after[-1][0], after


class Bridge(nn.Module):
    """What a decoder holds before its first step: h_0 = tanh(W v), and so for every layer and cell."""

    def __init__(self, size: int, states: int, *, cell: Gated, layers: int = 1) -> None:
        super().__init__()
        self.layers, self.parts = layers, 2 if cell == "lstm" else 1
        self.enter = nn.Linear(size, layers * self.parts * states)

    def forward(self, vector: Float[Tensor, "b e"]) -> list[Held]:
        """Cut the vector's image into what each layer holds."""
        each = torch.tanh(self.enter(vector)).unflatten(-1, (self.layers, -1)).unbind(1)
        return [tuple(part.contiguous() for part in layer.chunk(self.parts, dim=-1)) for layer in each]


class LearnedStart(nn.Module):
    """What a decoder holds before its first step, learned: the same whatever it is to say."""

    def __init__(self, states: int, *, cell: Gated) -> None:
        super().__init__()
        self.first = nn.Parameter(nn.init.normal_(torch.empty(2 if cell == "lstm" else 1, states), std=0.1))

    def forward(self, vector: Float[Tensor, "b e"]) -> list[Held]:
        """What each layer holds, the same for each row."""
        return [tuple(part.expand(len(vector), -1).contiguous() for part in torch.tanh(self.first))]


def picked(held: list[Held], rows: Int[Tensor, " k"]) -> list[Held]:
    """What is held of these rows."""
    return [tuple(tensor.index_select(0, rows) for tensor in layer) for layer in held]


def _weights(cell: nn.Module) -> list[nn.Parameter]:
    """Of the input and of the state before, then their biases."""
    return [cell.get_parameter(name) for name in ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0")]


def _gru(ahead: Gates, back: Gates, h: Tensor) -> Tensor:
    size = h.shape[-1]
    r, z = torch.sigmoid(ahead[:, : 2 * size] + back[:, : 2 * size]).chunk(2, dim=-1)
    n = torch.tanh(torch.addcmul(ahead[:, 2 * size :], r, back[:, 2 * size :]))
    return torch.lerp(n, h, z)


def _lstm(gates: Gates, c: Tensor) -> Held:
    i, f, g, o = gates.chunk(4, dim=-1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c
