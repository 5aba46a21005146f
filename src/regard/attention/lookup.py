"""A look at the source by one head of any score.

s sources, n rows (several hypotheses may share a source), q queries, m source tokens, d e widths.
"""

from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.cache import Memory
from regard.attention.core import mix
from regard.attention.ragged import Ragged
from regard.attention.scores import Additive, Bilinear, Concatenated, Dot


class Lookup(nn.Module):
    """c = Σ_j α_j h_j, α_j = exp(score(q, h_j)) / Σ_k exp(score(q, h_k)).  Bahdanau et al. (2015), equations 5, 6."""

    def __init__(self, score: Dot | Bilinear | Additive | Concatenated, dropout: float = 0.0) -> None:
        super().__init__()
        self.score, self.dropout = score, dropout

    def remember(self, states: Float[Tensor, "s m e"], rows: Ragged) -> Memory:
        """The keys prepared and the states as values, once a source."""
        return Memory([(self.score.prepare(states)[:, None], states[:, None])], rows.key_mask)

    def forward(self, queries: Float[Tensor, "n q d"], memory: Memory) -> Float[Tensor, "n q e"]:
        """The context of each query."""
        ((keys, values),) = memory.layers
        scores = self.score.compare(memory.ask(queries)[:, None], keys)
        mixed = mix(scores, values, memory.mask, by=self, dropout=self.dropout if self.training else 0.0)
        return memory.answer(mixed[:, 0])
