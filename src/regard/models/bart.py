"""BART (row T10): an encoder-decoder that learns language by putting noisy texts right.

b texts, m source tokens, t target tokens that are given, n rows of a search or tokens end to end, q new target tokens,
v words, d size of a vector.
"""

from collections.abc import Iterable
from typing import cast

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from regard.attention.cache import Memory, Past, remember
from regard.attention.heads import KeysValues, MultiHead
from regard.attention.padded import Padded, with_padding, without_padding
from regard.attention.ragged import Ragged
from regard.data.pairs import PairBatch
from regard.errors import at_least
from regard.layers.activations import ACTIVATIONS, Activation
from regard.layers.births import born_small
from regard.layers.blocks import EncoderBlock
from regard.layers.blocks_decoder import DecoderBlock
from regard.layers.dropout import Dropout
from regard.layers.feedforward import FeedForward
from regard.layers.positions import within
from regard.layers.words import Words
from regard.models.translator import State


class Bart(nn.Module):
    """y = encoder(E x), p(w_t | w_<t, x) = softmax(E decoder(E w_<t, y) + b), with one table E for all.

    Lewis et al. (2020), section 2.1: the Transformer of Vaswani et al. (2017), norms after the residuals, with GeLUs,
    learned positions and a norm before the first block of each stack. It reads a noisy text and says the clean one.
    """

    other_ends: tuple[int, ...] = ()

    def __init__(
        self,
        words: int,
        *,
        begin: int,
        end: int,
        first: int | None = None,
        padding: int = 1,
        width: int = 768,
        layers: int = 6,
        decoder_layers: int = 0,
        heads: int = 12,
        decoder_heads: int = 0,
        hidden: int = 0,
        decoder_hidden: int = 0,
        longest: int = 1024,
        scaled: bool = False,
        activation: Activation = "gelu",
        dropout: float = 0.1,
        attention_dropout: float = 0.0,
    ) -> None:
        """`hidden` 0 is four widths; a size of the decoder that is 0 is that of the encoder. `longest` counts places.

        An output begins after `begin`; with `first`, always with this word. Nothing here asks for `padding`: published
        models name a word for it. With `scaled` words are read times √d.
        """
        super().__init__()
        hidden, decoder_layers = hidden or 4 * width, decoder_layers or layers
        decoder_heads, decoder_hidden = decoder_heads or heads, decoder_hidden or hidden
        at_least(1, layers=layers, decoder_layers=decoder_layers, hidden=hidden, decoder_hidden=decoder_hidden)
        at_least(2, longest=longest)
        self.begin, self.end, self.first, self.longest = begin, end, first, longest - 1
        self.padding = padding
        self.activation: Activation = activation
        self.scale = width**0.5 if scaled else 1.0
        self.words = Words(words, width, bias=True)

        def look(heads: int) -> MultiHead:
            return MultiHead(width, heads, key_bias=True, dropout=attention_dropout)

        def feed(hidden: int) -> FeedForward:
            return FeedForward(width, hidden, activation=ACTIVATIONS[activation])

        def norms() -> tuple[nn.Module, nn.Module]:
            return nn.LayerNorm(width), nn.LayerNorm(width)

        def read() -> EncoderBlock:
            return EncoderBlock(look(heads), feed(hidden), norms(), pre_norm=False, dropout=dropout)

        def say() -> DecoderBlock:
            looks, three = (look(decoder_heads), look(decoder_heads)), (*norms(), nn.LayerNorm(width))
            return DecoderBlock(*looks, feed(decoder_hidden), three, pre_norm=False, dropout=dropout)

        self.encoder = Encoder(self.entrance(longest, width), (read() for _ in range(layers)), dropout)
        self.decoder = Decoder(self.entrance(longest, width), (say() for _ in range(decoder_layers)), dropout)
        born_small(self)
        self.aligns = f"decoder.layers.{decoder_layers - 1}.cross"

    def entrance(self, longest: int, width: int) -> nn.Module:
        """What gives the words of a stack their places."""
        return Placed(longest, width)

    def forward(
        self,
        source: Int[Tensor, "b m"],
        source_mask: Bool[Tensor, "b m"] | None,
        target: Int[Tensor, "b t"],
        target_mask: Bool[Tensor, "b t"] | None = None,
    ) -> Float[Tensor, "b t v"]:
        """Logits of what follows each target token, 0 at padding; a mask is True at real tokens, None is all of them.

        Places are counted over real tokens, so that padding may stand anywhere.
        """
        (read, texts), (given, rows) = without_padding(source, source_mask), without_padding(target, target_mask)
        x, _ = self.follow(rows.pad(given), self.start(Padded(texts.pad(read), texts)))
        return with_padding(self.words.say(rows.flat(x)), target, target_mask)

    def vectors(self, batch: PairBatch) -> Float[Tensor, "b t d"]:
        """What says each word that is wanted: `words` has its logits and its loss."""
        return self.follow(batch.given, self.start(batch.source))[0]

    def start(self, source: Padded) -> State:
        """The source in its context."""
        y = self.encoder(self.words(source.tokens) * self.scale, source.rows)
        return State(self.decoder.remember(source.rows.pad(y), source.rows), Past([]))

    def follow(self, given: Int[Tensor, "b t"], state: State) -> tuple[Float[Tensor, "b t d"], State]:
        """A vector for what comes after each given token; keys and values of those before them are there already."""
        x, past = self.decoder(self.words(given) * self.scale, state.memory, state.past)
        return x, State(state.memory, past)

    def step(self, tokens: Int[Tensor, " n"], state: State) -> tuple[Float[Tensor, "n v"], State]:
        """Logits of one word more; where the first is fixed, it has all the probability."""
        x, after = self.follow(tokens[:, None], state)
        logits = self.words.say(x[:, 0])
        if self.first is not None and not state.past.length:
            others = torch.arange(logits.shape[1], device=logits.device) != self.first
            logits = logits.masked_fill(others, float("-inf"))
        return logits, after

    def pick(self, state: State, rows: Int[Tensor, " k"]) -> State:
        """Rows of everything."""
        return State(state.memory.pick(rows), state.past.pick(rows))


class Placed(nn.Module):
    """norm(x + p_i), with a learned p for each place i.

    Published tables have two rows before that of the first place, which nothing uses.
    """

    UNUSED = 2

    def __init__(self, longest: int, width: int) -> None:
        super().__init__()
        self.places = nn.Parameter(nn.init.normal_(torch.empty(self.UNUSED + longest, width), std=0.02))
        self.norm = nn.LayerNorm(width)

    def forward(self, x: Float[Tensor, "*_ n d"], places: Int[Tensor, " n"]) -> Float[Tensor, "*_ n d"]:
        """The words at their places."""
        within(places, len(self.places) - self.UNUSED)
        return self.norm(x + F.embedding(places + self.UNUSED, self.places))


class Encoder(nn.Module):
    """Blocks over the source."""

    def __init__(self, enter: nn.Module, layers: Iterable[EncoderBlock], dropout: float) -> None:
        super().__init__()
        self.enter, self.layers, self.drop = enter, nn.ModuleList(layers), Dropout(dropout)

    def forward(self, x: Float[Tensor, "n d"], rows: Ragged) -> Float[Tensor, "n d"]:
        """The tokens in their context."""
        x = self.drop(self.enter(x, rows.position))
        for layer in self.layers:
            x = layer(x, rows)
        return x


class Decoder(nn.Module):
    """Blocks over targets of which some tokens may be known already."""

    def __init__(self, enter: nn.Module, layers: Iterable[DecoderBlock], dropout: float) -> None:
        super().__init__()
        self.enter, self.layers, self.drop = enter, nn.ModuleList(layers), Dropout(dropout)

    def remember(self, context: Float[Tensor, "s m d"], rows: Ragged) -> Memory:
        """The source as all layers will look at it."""
        return remember((cast(DecoderBlock, layer).cross for layer in self.layers), context, rows)

    def forward(self, x: Float[Tensor, "n q d"], memory: Memory, past: Past) -> tuple[Float[Tensor, "n q d"], Past]:
        """The new tokens in their context, and the longer past."""
        x = self.drop(self.enter(x, torch.arange(past.length, past.length + x.shape[-2], device=x.device)))
        longer: list[KeysValues] = []
        for number, layer in enumerate(self.layers):
            x, pair = layer(x, memory, number, past.layers[number] if past.layers else None)
            longer.append(pair)
        return x, Past(longer)
