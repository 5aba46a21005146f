"""Translation through one vector (row R3): the whole source must fit into it, however long it is.

b sentences, t target tokens that are given, n rows of a search, v words of the target, d e sizes of
a word vector and of the source's.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from regard.data.pairs import Padded
from regard.errors import at_least
from regard.layers.cells import Bridge, Gated, Held, Stack, picked
from regard.layers.deep_output import Bend, DeepOutput
from regard.layers.dropout import Dropout
from regard.layers.recurrent import Recurrent
from regard.layers.vocabularies import TwoVocabularies
from regard.models.stepwise import Stepwise


@dataclass(frozen=True)
class State:
    """All that is known of a source, and what the decoder holds."""

    vector: Float[Tensor, "n e"]
    held: list[Held]


class FixedVector(Stepwise[State]):
    """R3. c = the encoder's last state, s_t = cell(s_{t−1}, [E y_{t−1}; c]), p(y_t) = softmax(W t(s_t, E y_{t−1}, c)).

    Cho et al. (2014), equations 3, 7 and 8; Sutskever, Vinyals & Le (2014), whose decoder sees c in s_0 alone. The
    readout t is that of `bahdanau`, so that the two differ by attention and by nothing else.
    """

    aligns = None
    longest = None

    def __init__(
        self,
        source: int,
        target: int,
        *,
        begin: int,
        end: int,
        width: int = 256,
        states: int = 256,
        layers: int = 1,
        cell: Gated = "gru",
        both_ways: bool = True,
        readout: Bend = "maxout",
        dropout: float = 0.2,
        tied: bool = False,
        joint: bool = False,
    ) -> None:
        """`source` and `target` count words; `width` is the size of a word vector, `states` that of a state."""
        super().__init__()
        at_least(1, width=width, states=states, layers=layers)
        self.begin, self.end = begin, end
        self.words = TwoVocabularies(source, target, width, tied=tied, joint=joint)
        self.drop = Dropout(dropout)
        self.encoder = Recurrent(width, states, cell=cell, layers=layers, both_ways=both_ways, dropout=dropout)
        size = self.encoder.size
        self.bridge = Bridge(size, states, cell=cell, layers=layers)
        self.decoder = Stack(width, size, states, cell=cell, layers=layers, dropout=dropout)
        self.readout = DeepOutput(states, width, size, width, bend=readout, dropout=dropout)

    def start(self, source: Padded) -> State:
        """The source as one vector."""
        read = self.encoder(self.drop(self.words.read_source(source.tokens)), source.rows)
        vector = self.drop(self.encoder.final(read, source.rows))
        return State(vector, self.bridge(vector))

    def pick(self, state: State, rows: Int[Tensor, " k"]) -> State:
        """Rows of everything."""
        return State(state.vector.index_select(0, rows), picked(state.held, rows))

    def follow(self, given: Int[Tensor, "b t"], state: State) -> tuple[Float[Tensor, "b t d"], State]:
        """Unfold the vector, word after word."""
        y = self.drop(self.words.read_target(given))
        c = state.vector[:, None].expand(-1, y.shape[1], -1)
        s, held = self.decoder.whole(torch.cat([y, c], dim=-1), state.held)
        return self.readout(s, y, c), State(state.vector, held)
