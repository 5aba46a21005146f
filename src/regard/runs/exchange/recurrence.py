"""Recurrent layers as ONNX has them: one operator reads every text to its own end, in one or both directions.

b texts, n places, d size of a vector, h size of a state (2h when both ways).
"""

from typing import Any, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.layers.recurrent import Recurrent

OPSET = 18
"""Version of the operators that are named here."""
OPERATORS: dict[type[nn.Module], tuple[str, tuple[int, ...], dict[str, int]]] = {
    nn.RNN: ("RNN", (0,), {}),
    nn.GRU: ("GRU", (1, 0, 2), {"linear_before_reset": 1}),
    nn.LSTM: ("LSTM", (0, 3, 1, 2), {}),
}
"""For each cell of torch its operator, the order in which that has torch's gates, and what makes it compute alike."""

PARTS = {"weights": ["weight_ih_l0"], "states": ["weight_hh_l0"], "biases": ["bias_ih_l0", "bias_hh_l0"]}
"""What an operator takes, of which parameters of torch's cells."""


class Recurrence(nn.Module):
    """A stack of recurrent layers, which can only be exported, not run."""

    def __init__(self, ours: Recurrent) -> None:
        super().__init__()
        self.both_ways = ours.both_ways
        self.layers = nn.ModuleList(
            _Layer(cells) for cells in zip(ours.forth, *([ours.back] if ours.both_ways else []), strict=True)
        )

    def forward(self, x: Float[Tensor, "b n d"], lengths: Int[Tensor, " b"]) -> Float[Tensor, "b n h"]:
        """The state of the last layer after each token, and zeros after the end of a text."""
        for layer in self.layers:
            x = layer(x, lengths)
        return x


class _Layer(nn.Module):
    """One operator with its weights: those of the way forth, and those of the way back."""

    weights: Tensor
    states: Tensor
    biases: Tensor

    def __init__(self, cells: tuple[nn.Module, ...]) -> None:
        super().__init__()
        self.operator, order, more = OPERATORS[type(cells[0])]
        self.size = cast(nn.RNNBase, cells[0]).hidden_size
        self.told: dict[str, Any] = {"hidden_size": self.size, **more}
        if len(cells) == 2:
            self.told["direction"] = "bidirectional"
        for name, parts in PARTS.items():
            each = [torch.cat([_ordered(cell.get_parameter(part), order) for part in parts]) for cell in cells]
            self.register_buffer(name, torch.stack(each).detach())

    def forward(self, x: Float[Tensor, "b n d"], lengths: Int[Tensor, " b"]) -> Float[Tensor, "b n h"]:
        """The state after each token."""
        texts, places = x.shape[:2]
        states = torch.onnx.ops.symbolic(
            self.operator,
            (x.transpose(0, 1), self.weights, self.states, self.biases, lengths.int()),
            self.told,
            dtype=x.dtype,
            shape=(places, len(self.weights), texts, self.size),
            version=OPSET,
        )
        return states.permute(2, 0, 1, 3).flatten(2)


def _ordered(weight: Tensor, order: tuple[int, ...]) -> Tensor:
    """The gates of a matrix in another order."""
    gates = weight.chunk(len(order))
    return torch.cat([gates[which] for which in order])
