"""What all models of the next word share: whole texts at once, or a prompt and then word after word.

b texts, m their longest, n tokens of all texts end to end; r rows of a search, t tokens of a row so far, q of them new;
v words, d size of a vector.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from regard.attention.cache import Past
from regard.attention.heads import Bias, KeysValues, Turn
from regard.attention.padded import Padded, with_padding, without_padding
from regard.attention.ragged import Ragged
from regard.errors import Mistake
from regard.layers.blocks_causal import CausalBlock
from regard.layers.words import Words


@dataclass(frozen=True)
class State:
    """The text so far, whose rows end together: shorter prompts begin later."""

    past: Past
    gap: Int[Tensor, " r"] | None = None
    """How much later each row begins; None where all are equally long."""
    waiting: Float[Tensor, "r v"] | None = None
    """Logits of the first word after the prompt, until they are asked for."""


class Causal(nn.Module, ABC):
    """p(x_i | x_<i) = softmax(E norm(x^(L))_i), with x^(0) the words at their places, and L blocks that look back."""

    end: int
    other_ends: tuple[int, ...] = ()
    longest: int | None
    """Tokens of a prompt and what follows it, together."""
    words: Words
    layers: nn.ModuleList
    norm: nn.Module

    @abstractmethod
    def read(self, tokens: Int[Tensor, "*_"], places: Int[Tensor, "*_"]) -> Float[Tensor, "*_ d"]:
        """x^(0): words, and their places where these are added to them."""

    def turns(self, places: Int[Tensor, "*_"]) -> Turn | None:
        """What turns queries and keys at these places, in models whose places are angles."""
        return None

    def biases(self) -> Bias | None:
        """What is added to scores, in models whose places are distances."""
        return None

    @property
    def begin(self) -> int:
        """What a search hands to the first step, which needs none after a prompt; END, so that no word is forbidden."""
        return self.end

    @property
    def head(self) -> Words:
        """What says words: it has their logits and their loss."""
        return self.words

    def forward(self, ids: Int[Tensor, "b m"], mask: Bool[Tensor, "b m"] | None = None) -> Float[Tensor, "b m v"]:
        """Logits of the word after each real token, and zeros at padding, wherever in a row that stands."""
        tokens, rows = without_padding(ids, mask)
        return with_padding(self.head.say(self.vectors(tokens, rows)), ids, mask)

    def vectors(self, tokens: Int[Tensor, " n"], rows: Ragged) -> Float[Tensor, "n d"]:
        """What says the word after each token."""
        return self.think(self.read(tokens, rows.position), rows)

    def think(self, x: Float[Tensor, "n d"], rows: Ragged) -> Float[Tensor, "n d"]:
        """The tokens in the context of those before them: block after block."""
        turn, bias = self.turns(rows.position), _once(self.biases())
        for layer in self.layers:
            x = layer(x, rows, bias=bias, turn=turn)
        return self.norm(x)

    def room(self, lengths: Int[Tensor, " b"]) -> Int[Tensor, " b"] | None:
        """How much may follow prompts of these lengths; None where there is no limit."""
        return None if self.longest is None else self.longest - lengths

    def start(self, source: Padded) -> State:
        """The prompts, read."""
        lengths = source.rows.lengths
        if not int(lengths.min()):
            raise Mistake("a prompt is empty; give at least one token, for instance the one that begins a text.")
        gap = None if source.rows.even else source.rows.longest - lengths
        ids = source.ids if gap is None else _end_together(source.ids, gap)
        x, state = self.follow(ids, State(Past([]), gap))
        return replace(state, waiting=self.head.say(x[:, -1]))

    def step(self, tokens: Int[Tensor, " r"], state: State) -> tuple[Float[Tensor, "r v"], State]:
        """One more word; the first step after a prompt reads none."""
        if state.waiting is not None:
            return state.waiting.clone(), replace(state, waiting=None)
        x, state = self.follow(tokens[:, None], state)
        return self.head.say(x[:, 0]), state

    def pick(self, state: State, rows: Int[Tensor, " k"]) -> State:
        """These rows of all that is known."""
        gap, waiting = (None if part is None else part[rows] for part in (state.gap, state.waiting))
        return State(state.past.pick(rows), gap, waiting)

    def follow(self, given: Int[Tensor, "r q"], state: State) -> tuple[Float[Tensor, "r q d"], State]:
        """Vectors of new tokens, which go on from what is known, and what is known then."""
        start, new = state.past.length, given.shape[1]
        places = torch.arange(start, start + new, device=given.device)
        mask = None
        if state.gap is not None:
            mask = (torch.arange(start + new, device=given.device) >= state.gap[:, None])[:, None, None]
            places = (places - state.gap[:, None]).clamp(min=0)
        x = self.read(given, places.expand_as(given))
        turn, bias = self.turns(places), _once(self.biases())
        longer: list[KeysValues] = []
        for number, layer in enumerate(self.layers):
            past = state.past.layers[number] if state.past.layers else None
            x, pair = cast(CausalBlock, layer).follow(x, past, mask, bias=bias, turn=turn)
            longer.append(pair)
        return self.norm(x), replace(state, past=Past(longer))


def _end_together(ids: Int[Tensor, "b m"], gap: Int[Tensor, " b"]) -> Int[Tensor, "b m"]:
    """Rows that began together, moved so that they end together."""
    return ids.gather(1, (torch.arange(ids.shape[1], device=ids.device) - gap[:, None]).clamp(min=0))


def _once(bias: Bias | None) -> Bias | None:
    """A bias that is computed in the first layer and is the same in all others."""
    if bias is None:
        return None
    kept: list[Tensor] = []

    def same(q: Tensor, keys: int) -> Tensor:
        if not kept:
            kept.append(bias(q, keys))
        return kept[0]

    return same
