"""The head of models that fill in words.

v words, n tokens, e size of a word's vector, d of the vectors that say words.
"""

from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.layers.activations import ACTIVATIONS, Activation
from regard.layers.words import Words


class MaskedWords(Words):
    """Words that are said by W norm(f(A x + a)) + b, with W the table they are read from, and f often gelu.

    Devlin et al. (2019), section 3.1, task 1.
    """

    def __init__(self, words: int, size: int, width: int, *, tied: bool, activation: Activation, eps: float) -> None:
        """`size` is that of a word's vector, `width` that of the vectors which say it."""
        super().__init__(words, size, tied=tied, bias=True)
        self.bend, self.norm = nn.Linear(width, size), nn.LayerNorm(size, eps=eps)
        self.activation = ACTIVATIONS[activation]

    def say(self, x: Float[Tensor, "*_ d"]) -> Float[Tensor, "*_ v"]:
        """A logit for each word."""
        return super().say(self._bent(x))

    def loss(self, x: Float[Tensor, "n d"], wanted: Int[Tensor, " n"], smoothing: float = 0.0) -> Float[Tensor, ""]:
        """The mean cross-entropy of saying the wanted words; the same as by way of `say`, and cheaper."""
        return super().loss(self._bent(x), wanted, smoothing)

    def _bent(self, x: Float[Tensor, "*_ d"]) -> Float[Tensor, "*_ e"]:
        return self.norm(self.activation(self.bend(x)))
