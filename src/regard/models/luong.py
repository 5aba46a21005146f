"""Translation that looks at the source after each step (rows R6, R8), by the state that the step has reached.

b sentences, t target tokens that are given, n rows of a search, v words of the target, d s sizes of
a word vector and of a state.
"""

from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.cache import Memory
from regard.attention.lookup import Lookup
from regard.attention.scores import Bilinear, Concatenated, Dot
from regard.data.pairs import Padded
from regard.errors import Mistake, at_least, below_one
from regard.layers.cells import Bridge, Gated, Held, Stack, picked
from regard.layers.dropout import Dropout
from regard.layers.recurrent import Recurrent
from regard.layers.vocabularies import TwoVocabularies
from regard.models.stepwise import Stepwise

Kind = Literal["dot", "bilinear", "mlp"]


@dataclass(frozen=True)
class State:
    """The source, what the decoder holds, and h~ of the last step."""

    memory: Memory
    held: list[Held]
    said: Float[Tensor, "n d"]


class Luong(Stepwise[State]):
    """R6, R8. α_tj = softmax_j score(h_t, h¯_j), c_t = Σ_j α_tj h¯_j, h~_t = tanh(W_c [c_t; h_t]).

    p(y_t) = softmax(W_s h~_t); h_t = cell(h_{t−1}, E y_{t−1}) or, fed with what it said, cell(h_{t−1}, [E y_{t−1};
    h~_{t−1}]). Luong, Pham & Manning (2015), equations 5 to 8, global attention, and section 3.3. The score is hᵀh¯
    (`dot`), hᵀW h¯ (`bilinear`) or w₂ᵀ tanh(W₁ [h; h¯]) (`mlp`). Here h~ is as large as a word vector, and the
    encoder may read both ways.
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
        score: Kind = "dot",
        feeding: bool = True,
        width: int = 256,
        states: int = 256,
        layers: int = 1,
        cell: Gated = "lstm",
        both_ways: bool = True,
        dropout: float = 0.2,
        attention_dropout: float = 0.0,
        tied: bool = False,
        joint: bool = False,
    ) -> None:
        """`source` and `target` count words; `states` is the size of h and of h¯, of both directions together."""
        super().__init__()
        at_least(1, width=width, states=states, layers=layers)
        below_one(attention_dropout=attention_dropout)
        if both_ways and states % 2:
            raise Mistake(f"{states} numbers of a state cannot be shared by two directions; set model.states even.")
        self.begin, self.end, self.feeding = begin, end, feeding
        self.words = TwoVocabularies(source, target, width, tied=tied, joint=joint)
        self.drop = Dropout(dropout)
        each = states // 2 if both_ways else states
        self.encoder = Recurrent(width, each, cell=cell, layers=layers, both_ways=both_ways, dropout=dropout)
        self.bridge = Bridge(states, states, cell=cell, layers=layers)
        self.decoder = Stack(width, width if feeding else 0, states, cell=cell, layers=layers, dropout=dropout)
        self.attention = Lookup(_score(score, states), attention_dropout)
        self.combine = nn.Linear(2 * states, width)

    def start(self, source: Padded) -> State:
        """Every word of the source, read."""
        h = self.drop(self.encoder(self.drop(self.words.read_source(source.tokens)), source.rows))
        held = self.bridge(self.encoder.final(h, source.rows))
        said = held[-1][0].new_zeros(len(source), self.combine.out_features)
        return State(self.attention.remember(source.rows.pad(h), source.rows), held, said)

    def pick(self, state: State, rows: Int[Tensor, " k"]) -> State:
        """Rows of everything."""
        return State(state.memory.pick(rows), picked(state.held, rows), state.said.index_select(0, rows))

    def follow(self, given: Int[Tensor, "b t"], state: State) -> tuple[Float[Tensor, "b t d"], State]:
        """Step, look, say; without feeding all steps come before all looks."""
        y = self.drop(self.words.read_target(given))
        if self.feeding:
            return self._fed(y, state)
        h, held = self.decoder.whole(y, state.held)
        return self._look(h, state.memory), State(state.memory, held, state.said)

    def _fed(self, y: Float[Tensor, "b t d"], state: State) -> tuple[Float[Tensor, "b t d"], State]:
        weight, held, last = self.decoder.feed(), state.held, state.said
        said: list[Tensor] = []
        for known in self.decoder.ahead(y):
            h, held = self.decoder.step(known, last, weight, held)
            last = self._look(h[:, None], state.memory)[:, 0]
            said.append(last)
        return torch.stack(said, dim=1), State(state.memory, held, last)

    def _look(self, h: Float[Tensor, "b t s"], memory: Memory) -> Float[Tensor, "b t d"]:
        c = self.attention(h, memory)
        return self.drop(torch.tanh(self.combine(torch.cat([c, h], dim=-1))))


def _score(kind: Kind, states: int) -> Dot | Bilinear | Concatenated:
    match kind:
        case "dot":
            return Dot()
        case "bilinear":
            return Bilinear(states, states)
        case "mlp":
            return Concatenated(states, states, states)
