"""BLOOM (row T8): a norm over the words, and places that are distances.

d size of a vector.
"""

from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.heads import Bias, MultiHead
from regard.errors import at_least
from regard.layers.activations import ACTIVATIONS
from regard.layers.births import born_small
from regard.layers.blocks_causal import CausalBlock
from regard.layers.feedforward import FeedForward
from regard.layers.relative import Alibi
from regard.layers.words import Words
from regard.models.causal import Causal


class Bloom(Causal):
    """x^(0) = norm(E_word), and head h pays m_h for each place that it looks back.  Le Scao et al. (2022), section 3.2.

    Nothing is added for places: a text may be longer than any that was learned from (ALiBi). The norm over the words
    keeps the training of large models stable.
    """

    def __init__(
        self,
        words: int,
        *,
        end: int,
        width: int = 1024,
        layers: int = 24,
        heads: int = 16,
        dropout: float = 0.0,
        attention_dropout: float = 0.0,
        eps: float = 1e-5,
        tied: bool = True,
    ) -> None:
        """`words` counts them, `end` is the one that ends a text."""
        super().__init__()
        at_least(1, layers=layers)
        self.end, self.longest, self.eps = end, None, eps
        self.words = Words(words, width, tied=tied)
        self.enter = nn.LayerNorm(width, eps=eps)
        self.distance = Alibi(heads)
        self.layers = nn.ModuleList(
            CausalBlock(
                MultiHead(width, heads, key_bias=True, dropout=attention_dropout),
                FeedForward(width, 4 * width, activation=ACTIVATIONS["gelu-tanh"]),
                (nn.LayerNorm(width, eps=eps), nn.LayerNorm(width, eps=eps)),
                dropout=dropout,
            )
            for _ in range(layers)
        )
        self.norm = nn.LayerNorm(width, eps=eps)
        born_small(self.layers, deep=layers)

    def read(self, tokens: Int[Tensor, "*_"], places: Int[Tensor, "*_"]) -> Float[Tensor, "*_ d"]:
        """Words, each normalised."""
        return self.enter(self.words(tokens))

    def biases(self) -> Bias:
        """What looking back costs."""
        return self.distance
