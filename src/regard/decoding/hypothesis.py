"""What a search returns, and what a model looked at while it said it.

b sources, h heads, t tokens of an output and its END, m tokens of its source.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.padded import Padded, side_by_side
from regard.attention.watch import watching
from regard.roles import Decodable


@dataclass(frozen=True)
class Hypothesis:
    """An output, complete."""

    tokens: tuple[int, ...]
    """Without BEGIN and END."""
    score: float
    """What the search preferred it by; log p where there is no length penalty."""
    log_probability: float
    """log p(tokens, END | source) by the model, END included."""
    attention: dict[str, Float[Tensor, "h t m"]] | None = None
    """By the name of the site: one row a token, and a last one for END."""


@runtime_checkable
class Aligning(Decodable[Padded, Any], Protocol):
    """A model that can be searched and names its attention from target to source."""

    @property
    def aligns(self) -> str | None:
        """The name of the last layer's."""
        ...


@torch.no_grad()
def attended(model: Aligning, source: Padded, outputs: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The outputs, one of each source, with the attention from target to source of every layer and head.

    The model says each output once more, word by word, under a watch: what a search saw on its way to it, whatever
    the search. Without attention the outputs stay as they are.
    """
    if model.aligns is None:
        return list(outputs)
    assert isinstance(model, nn.Module), "only modules can be watched"
    said = side_by_side([[model.begin, *output.tokens] for output in outputs], source.ids.device)
    every_layer = re.sub(r"\.\d+\.", ".*.", model.aligns)
    with watching(model, every_layer) as watch:
        state = model.start(source)
        for tokens in said.ids.unbind(1):
            _, state = model.step(tokens, state)
    maps = {site: torch.cat(calls, dim=-2) for site, calls in watch.maps.items()}
    lengths = zip(said.rows.lengths.tolist(), source.rows.lengths.tolist(), strict=True)
    return [
        replace(output, attention={site: weights[row, :, :t, :m] for site, weights in maps.items()})
        for row, (output, (t, m)) in enumerate(zip(outputs, lengths, strict=True))
    ]
