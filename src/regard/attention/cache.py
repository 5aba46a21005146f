"""Keys and values that are computed once: those of the source, and those of the target so far.

s sources, n rows (several hypotheses may share a source), h heads, g groups of heads, m source tokens, t target tokens
so far, q queries, d width, e size of a head.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from regard.attention.core import Mask
from regard.attention.heads import Bias, KeysValues, MultiHead, Turn
from regard.attention.ragged import Ragged


@dataclass(frozen=True)
class Memory:
    """Keys and values of the source for every layer that looks at it, held once however many rows share a source."""

    layers: list[KeysValues]
    """Of each layer, keys [s g m e] and values [s g m e]."""
    mask: Bool[Tensor, "s 1 1 m"]
    each: int = 1
    """Rows a source has: rows 0 … each − 1 belong to the first, and so on."""

    def ask(self, queries: Float[Tensor, "n q d"]) -> Float[Tensor, "s r d"]:
        """The queries of all rows of a source side by side, so that they look at one copy of it."""
        return queries.reshape(len(self.mask), -1, queries.shape[-1])

    def answer(self, mixed: Float[Tensor, "s r d"]) -> Float[Tensor, "n q d"]:
        """Back to rows."""
        return mixed.reshape(len(self.mask) * self.each, -1, mixed.shape[-1])

    def pick(self, rows: Int[Tensor, " k"]) -> "Memory":
        """These rows. Nothing is copied unless sources leave, or have unequally many rows."""
        owners = rows // self.each
        kept, counts = owners.unique_consecutive(return_counts=True)
        each = int(counts[0])
        if bool((counts != each).any()):
            kept, each = owners, 1
        if torch.equal(kept, torch.arange(len(self.mask), device=rows.device)):
            return Memory(self.layers, self.mask, each)
        return Memory([(k[kept], v[kept]) for k, v in self.layers], self.mask[kept], each)


@dataclass(frozen=True)
class Past:
    """Keys and values [n g t e] of the target so far, layer by layer."""

    layers: list[KeysValues]

    @property
    def length(self) -> int:
        """Tokens so far."""
        return self.layers[0][0].shape[-2] if self.layers else 0

    def pick(self, rows: Int[Tensor, " k"]) -> "Past":
        """These rows."""
        return Past([(k.index_select(0, rows), v.index_select(0, rows)) for k, v in self.layers])


def remember(attentions: Iterable[MultiHead], context: Float[Tensor, "s m d"], rows: Ragged) -> Memory:
    """What each attention will ever ask of a source; its padding is left out of the projections."""
    flat = rows.flat(context)
    return Memory([heads.remember_texts(flat, rows) for heads in attentions], rows.key_mask)


def recall(heads: MultiHead, x: Float[Tensor, "n q d"], memory: Memory, layer: int) -> Float[Tensor, "n q d"]:
    """A look at the source, as `heads(x, context, mask)` takes it."""
    return memory.answer(heads.look(memory.ask(x), memory.layers[layer], memory.mask))


def look_back(
    heads: MultiHead,
    x: Float[Tensor, "n q d"],
    past: KeysValues | None,
    mask: Mask | None = None,
    *,
    bias: Bias | None = None,
    turn: Turn | None = None,
) -> tuple[Tensor, KeysValues]:
    """A look of the latest tokens at themselves and all before them; with it, keys and values of all."""
    k, v = heads.remember(x, turn)
    if past is not None:
        k, v = torch.cat([past[0], k], dim=-2), torch.cat([past[1], v], dim=-2)
    return heads.look(x, (k, v), mask, bias=bias, turn=turn, causal=x.shape[-2] > 1), (k, v)
