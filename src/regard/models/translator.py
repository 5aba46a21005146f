"""The encoder-decoder Transformer (rows T6, T7): attention alone, N blocks each.

b sentences, t target tokens that are given, n rows of a search, v words of the target, d size of a
word vector.
"""

from dataclasses import dataclass
from typing import Literal

from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.cache import Memory, Past
from regard.data.pairs import Padded
from regard.errors import at_least
from regard.layers.blocks import Encoder
from regard.layers.blocks_decoder import Decoder, DecoderPosition
from regard.layers.vocabularies import TwoVocabularies
from regard.models.stepwise import Stepwise


@dataclass(frozen=True)
class State:
    """The source as every layer looks at it, and the target so far."""

    memory: Memory
    past: Past


class Translator(Stepwise[State]):
    """T7. y = encoder(E x), p(y_t | y_<t, x) = softmax(E decoder(E y_<t, y)), with E also times √d where it is read.

    Vaswani et al. (2017), section 3, where norms stand after the residuals (`pre_norm` false); before them (Xiong et
    al., 2020) deep stacks learn without a long warm-up. A target token sees itself and those before it (T6). Places are
    sinusoids, of which there are `longest`, or distances inside both languages (Shaw et al., 2018), which sentences of
    any length have.
    """

    def __init__(
        self,
        source: int,
        target: int,
        *,
        begin: int,
        end: int,
        width: int = 256,
        layers: int = 3,
        decoder_layers: int = 0,
        heads: int = 4,
        hidden: int = 0,
        dropout: float = 0.1,
        attention_dropout: float = 0.0,
        norm: Literal["layer", "rms"] = "layer",
        pre_norm: bool = True,
        position: DecoderPosition = "sinusoidal",
        longest: int = 1024,
        tied: bool = True,
        joint: bool = False,
    ) -> None:
        """`source` and `target` count words; `hidden` 0 is four widths, `decoder_layers` 0 as many as `layers`."""
        super().__init__()
        at_least(1, width=width)
        at_least(2, longest=longest)
        at_least(0, hidden=hidden, decoder_layers=decoder_layers)
        self.begin, self.end = begin, end
        self.longest = longest - 1 if position == "sinusoidal" else None
        self.words = TwoVocabularies(source, target, width, tied=tied, joint=joint, scaled=True)
        hidden, decoder_layers = hidden or 4 * width, decoder_layers or layers
        self.encoder = Encoder(
            width,
            layers=layers,
            heads=heads,
            hidden=hidden,
            dropout=dropout,
            attention_dropout=attention_dropout,
            norm=norm,
            pre_norm=pre_norm,
            position=position,
            longest=longest,
        )
        self.decoder = Decoder(
            width,
            layers=decoder_layers,
            heads=heads,
            hidden=hidden,
            dropout=dropout,
            attention_dropout=attention_dropout,
            norm=norm,
            pre_norm=pre_norm,
            position=position,
            longest=longest,
        )
        self.aligns = f"decoder.layers.{decoder_layers - 1}.cross"

    def start(self, source: Padded) -> State:
        """The source in its context."""
        y = self.encoder(self.words.read_source(source.tokens), source.rows)
        return State(self.decoder.remember(source.rows.pad(y), source.rows), Past([]))

    def pick(self, state: State, rows: Int[Tensor, " k"]) -> State:
        """Rows of everything."""
        return State(state.memory.pick(rows), state.past.pick(rows))

    def follow(self, given: Int[Tensor, "b t"], state: State) -> tuple[Float[Tensor, "b t d"], State]:
        """All given tokens at once; keys and values of those before them are there already."""
        x, past = self.decoder(self.words.read_target(given), state.memory, state.past)
        return x, State(state.memory, past)
