"""Many texts read by one model without a gradient: of like length together, as many as memory has room for.

v texts, n tokens of all of them end to end, c labels or words to choose from.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.data.loading import original_order, turns
from regard.errors import Mistake
from regard.explain.asking import Asked
from regard.explain.cut import Tokens
from regard.tasks.device import device_of

Tell = Callable[[float], None]
"""Who is told which share is done."""
Forward = Callable[[Tokens, NDArray[np.int64], NDArray[np.int64]], Tensor]
"""A pass: from the tokens of some texts, end to end, their lengths, and which texts they are, to the logits of each."""
READ = {"cpu": 8_192, "cuda": 262_144}
"""Tokens that are read at a time, padding included: as many as the processor's caches, or the cores of a GPU, like."""
TRACED = {"cpu": 8_192, "cuda": 65_536}
"""The same where a gradient is taken, for which all that a model computes is held."""
WATCHED = {"cpu": 1 << 20, "cuda": 1 << 23}
"""Weights of one head that are held at a time: tokens times tokens of every text."""


def room(model: nn.Module, table: Mapping[str, int]) -> int:
    """How much there is room for where a model computes."""
    return table.get(device_of(model).type, table["cpu"])


def batches(
    model: nn.Module, lengths: NDArray[np.int64], *, traced: bool = False, watched: bool = False
) -> Iterator[NDArray[np.int64]]:
    """Which texts of these lengths stand together, so that all that is held at a time fits."""
    tokens, weights = room(model, TRACED if traced else READ), room(model, WATCHED)
    if not watched:
        return turns(lengths, tokens)
    return turns(np.maximum(lengths * lengths, lengths * max(1, weights // tokens)), weights)


@torch.no_grad()
def read(
    model: nn.Module,
    texts: Sequence[Tokens],
    forward: Forward,
    *,
    watched: bool = False,
    tell: Tell = lambda share: None,
) -> Float[Tensor, "v c"]:
    """The logits of each text, in float64, by a pass of the model over those that stand together.

    Where somebody watches, the weights of the tokens on each other take room as well.
    """
    model.eval()
    lengths = np.array([len(one) for one in texts], dtype=np.int64)
    found: list[Tensor] = []
    order: list[NDArray[np.int64]] = []
    done = 0
    for chosen in batches(model, lengths, watched=watched):
        flat = np.concatenate([texts[i] for i in chosen.tolist()])
        found.append(numbers(forward(flat, lengths[chosen], chosen).double()))
        order.append(chosen)
        done += len(flat)
        tell(done / max(1, int(lengths.sum())))
    return torch.cat(found).cpu()[torch.from_numpy(original_order(order))]


def said_of(asked: Asked, texts: Sequence[Tokens], places: NDArray[Any]) -> Float[Tensor, "v c"]:
    """The logits of each text at its place, in float64."""
    device = device_of(asked.model)

    def forward(flat: Tokens, lengths: NDArray[np.int64], chosen: NDArray[np.int64]) -> Tensor:
        rows = Ragged(torch.from_numpy(lengths)).to(device)
        return asked.logits(torch.from_numpy(flat).to(device), rows, torch.from_numpy(places[chosen]).to(device))

    return read(asked.model, texts, forward)


def numbers(logits: Float[Tensor, "v c"]) -> Float[Tensor, "v c"]:
    """The logits, if all are numbers."""
    if logits.isnan().any():
        raise Mistake(
            "the model answers NaN, which is no number, so that nothing can be explained: its weights, or what it "
            "makes of them in half precision, have outgrown all numbers; train with a smaller training.learning_rate."
        )
    return logits
