"""Llama (row T8): places are angles, norms have no mean, thoughts a gate, and heads share keys and values.

d size of a vector.
"""

from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.heads import MultiHead, Turn
from regard.errors import at_least
from regard.layers.activations import ACTIVATIONS, Activation
from regard.layers.births import born_small
from regard.layers.blocks_causal import CausalBlock
from regard.layers.feedforward import GatedFeedForward
from regard.layers.positions import Rotary, Stretch
from regard.layers.words import Words
from regard.models.causal import Causal


class Llama(Causal):
    """x^(0) = E_word; queries and keys are turned by their places.  Touvron et al. (2023), section 2.2.

    RMSNorm before each look and each thought, a gated network (SwiGLU), no biases; groups of heads with common keys and
    values since Llama 2, slower turns for longer texts (`stretch`) since Llama 3.1.
    """

    def __init__(
        self,
        words: int,
        *,
        end: int,
        width: int = 4096,
        layers: int = 32,
        heads: int = 32,
        groups: int = 0,
        hidden: int = 0,
        longest: int = 2048,
        base: float = 10000.0,
        stretch: Stretch | None = None,
        dropout: float = 0.0,
        attention_dropout: float = 0.0,
        activation: Activation = "silu",
        bias: bool = False,
        eps: float = 1e-6,
        tied: bool = False,
    ) -> None:
        """`words` counts them, `end` is the one that ends a text; `groups` 0 is one a head, `hidden` 0 8/3 widths.

        `longest` limits what is generated, with its prompt: angles go on for ever, what was learned of them does not.
        """
        super().__init__()
        at_least(1, layers=layers, longest=longest)
        at_least(0, groups=groups, hidden=hidden)
        self.end, self.longest, self.eps = end, longest, eps
        self.activation: Activation = activation
        self.base, self.stretch, self.bias = base, stretch, bias
        self.words = Words(words, width, tied=tied)
        self.layers = nn.ModuleList(
            CausalBlock(
                MultiHead(width, heads, groups=groups or heads, bias=bias, key_bias=bias, dropout=attention_dropout),
                GatedFeedForward(width, hidden or 8 * width // 3, activation=ACTIVATIONS[activation]),
                (nn.RMSNorm(width, eps=eps), nn.RMSNorm(width, eps=eps)),
                dropout=dropout,
            )
            for _ in range(layers)
        )
        self.rotary = Rotary(width // heads, base, stretch)
        self.norm = nn.RMSNorm(width, eps=eps)
        born_small(self.layers, deep=layers)

    def read(self, tokens: Int[Tensor, "*_"], places: Int[Tensor, "*_"]) -> Float[Tensor, "*_ d"]:
        """Words alone."""
        return self.words(tokens)

    def turns(self, places: Int[Tensor, "*_"]) -> Turn:
        """Angles, computed once for all layers."""
        return self.rotary.at(places)
