"""GPT-2 (row T8): blocks that look back, over words and learned places.

d size of a vector.
"""

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.heads import MultiHead
from regard.errors import at_least
from regard.layers.activations import ACTIVATIONS, Activation
from regard.layers.births import born_small
from regard.layers.blocks_causal import CausalBlock
from regard.layers.dropout import Dropout
from regard.layers.feedforward import FeedForward
from regard.layers.positions import within
from regard.layers.words import Words
from regard.models.causal import Causal


class GPT(Causal):
    """x^(0) = E_word + E_place, x^(l) = block(x^(l−1)), logits E norm(x^(L)).  Radford et al. (2019), section 2.3.

    Norms stand before each look and each thought, and once after the last block. What the blocks add is drawn 1/√(2L)
    times as large, so that a deep stack begins as a shallow one.
    """

    def __init__(
        self,
        words: int,
        *,
        end: int,
        width: int = 768,
        layers: int = 12,
        heads: int = 12,
        hidden: int = 0,
        longest: int = 1024,
        dropout: float = 0.1,
        attention_dropout: float = 0.1,
        word_dropout: float = 0.1,
        activation: Activation = "gelu-tanh",
        eps: float = 1e-5,
        tied: bool = True,
    ) -> None:
        """`words` counts them, `end` is the one that ends a text; `hidden` 0 is four widths."""
        super().__init__()
        at_least(1, layers=layers, longest=longest)
        at_least(0, hidden=hidden)
        self.end, self.longest, self.eps = end, longest, eps
        self.activation: Activation = activation
        self.words = Words(words, width, tied=tied)
        self.places = nn.Parameter(nn.init.normal_(torch.empty(longest, width), std=0.02))
        self.drop = Dropout(word_dropout)
        self.layers = nn.ModuleList(
            CausalBlock(
                MultiHead(width, heads, key_bias=True, dropout=attention_dropout),
                FeedForward(width, hidden or 4 * width, activation=ACTIVATIONS[activation]),
                (nn.LayerNorm(width, eps=eps), nn.LayerNorm(width, eps=eps)),
                dropout=dropout,
            )
            for _ in range(layers)
        )
        self.norm = nn.LayerNorm(width, eps=eps)
        born_small(self.layers, deep=layers)

    def read(self, tokens: Int[Tensor, "*_"], places: Int[Tensor, "*_"]) -> Float[Tensor, "*_ d"]:
        """Words and places, added."""
        return self.drop(self.words(tokens) + F.embedding(within(places, len(self.places)), self.places))
