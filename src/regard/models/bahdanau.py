"""Translation that looks at the source before each word (rows R7, T1), by the state that the last word left.

b sentences, t target tokens that are given, n rows of a search, v words of the target, d size of a
word vector.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.cache import Memory
from regard.attention.lookup import Lookup
from regard.attention.scores import Additive
from regard.data.pairs import Padded
from regard.errors import at_least, below_one
from regard.layers.cells import Bridge, Gated, Held, LearnedStart, Stack, picked
from regard.layers.deep_output import Bend, DeepOutput
from regard.layers.dropout import Dropout
from regard.layers.recurrent import Recurrent
from regard.layers.vocabularies import TwoVocabularies
from regard.models.stepwise import Stepwise


@dataclass(frozen=True)
class State:
    """The source, and what the decoder holds."""

    memory: Memory
    held: list[Held]


class Bahdanau(Stepwise[State]):
    """R7, T1. e_tj = v_aᵀ tanh(W_a s_{t−1} + U_a h_j), c_t = Σ_j α_tj h_j with α_t = softmax(e_t), h_j = [→h_j; ←h_j].

    s_t = cell(s_{t−1}, [E y_{t−1}; c_t]), s_0 = tanh(W_s ←h_1), p(y_t) = softmax(W_o t(s_t, E y_{t−1}, c_t)).
    Bahdanau, Cho & Bengio (2015), equations 4 to 7 and appendix A.2.2; the readout t sees s_t, as in their equation 4
    (the appendix writes s_{t−1}).
    """

    aligns = "attention"
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
        alignment: int = 0,
        cell: Gated = "gru",
        readout: Bend = "maxout",
        dropout: float = 0.2,
        attention_dropout: float = 0.0,
        tied: bool = False,
        joint: bool = False,
        bridge: bool = True,
    ) -> None:
        """`source` and `target` count words; `alignment` is the hidden layer of the score, 0 as large as a state.

        Without `bridge` s_0 is learned, the same for every source: what the decoder knows of a source it has looked up,
        and the weights tell all of it. ←h_1 tells it the first words unseen.
        """
        super().__init__()
        at_least(1, width=width, states=states)
        at_least(0, alignment=alignment)
        below_one(attention_dropout=attention_dropout)
        self.begin, self.end = begin, end
        self.words = TwoVocabularies(source, target, width, tied=tied, joint=joint)
        self.drop = Dropout(dropout)
        self.encoder = Recurrent(width, states, cell=cell, both_ways=True)
        self.bridge = Bridge(states, states, cell=cell) if bridge else LearnedStart(states, cell=cell)
        self.attention = Lookup(Additive(states, 2 * states, alignment or states), attention_dropout)
        self.decoder = Stack(width, 2 * states, states, cell=cell)
        self.readout = DeepOutput(states, width, 2 * states, width, bend=readout, dropout=dropout)

    def start(self, source: Padded) -> State:
        """Every word of the source, read both ways."""
        h = self.drop(self.encoder(self.drop(self.words.read_source(source.tokens)), source.rows))
        backwards = self.encoder.final(h, source.rows)[:, self.encoder.size // 2 :]
        return State(self.attention.remember(source.rows.pad(h), source.rows), self.bridge(backwards))

    def pick(self, state: State, rows: Int[Tensor, " k"]) -> State:
        """Rows of everything."""
        return State(state.memory.pick(rows), picked(state.held, rows))

    def follow(self, given: Int[Tensor, "b t"], state: State) -> tuple[Float[Tensor, "b t d"], State]:
        """Before each word look, then move on; all is said at the end."""
        y = self.drop(self.words.read_target(given))
        weight, held = self.decoder.feed(), state.held
        contexts: list[Tensor] = []
        states: list[Tensor] = []
        for known in self.decoder.ahead(y):
            c = self.attention(held[-1][0][:, None], state.memory)[:, 0]
            s, held = self.decoder.step(known, c, weight, held)
            contexts.append(c)
            states.append(s)
        t = self.readout(torch.stack(states, dim=1), y, torch.stack(contexts, dim=1))
        return t, State(state.memory, held)
