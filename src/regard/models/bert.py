"""BERT: an encoder that is taught by filling in words, and then asked something else.

n tokens of all texts end to end, d size of a vector.
"""

from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.errors import at_least
from regard.layers.activations import Activation
from regard.layers.births import born_small
from regard.models.masked import Placed, Purpose, block


class Bert(Placed):
    """x⁰ = norm(word + place + segment), x^l = post-norm block(x^(l−1)), L times.  Devlin et al. (2019), section 3.

    A text is CLS, a first piece, SEP, and perhaps a second piece and SEP; segments are 0 up to the first SEP, then 1.
    """

    def __init__(
        self,
        words: int,
        *,
        width: int = 768,
        layers: int = 12,
        heads: int = 12,
        hidden: int = 0,
        dropout: float = 0.1,
        attention_dropout: float = 0.1,
        text_dropout: float | None = None,
        longest: int = 512,
        first: int = 0,
        segments: int = 2,
        activation: Activation = "gelu",
        eps: float = 1e-12,
        purpose: Purpose = "words",
        classes: int = 2,
        tied: bool = True,
        pooled: bool = True,
    ) -> None:
        """`hidden` 0 is four times the width; `longest` counts the tokens that there are places for."""
        at_least(1, layers=layers)
        at_least(0, hidden=hidden)
        super().__init__(
            words,
            size=width,
            width=width,
            longest=longest,
            first=first,
            segments=segments,
            dropout=dropout,
            text_dropout=text_dropout,
            activation=activation,
            eps=eps,
            purpose=purpose,
            classes=classes,
            tied=tied,
            pooled=pooled,
        )
        self.layers = nn.ModuleList(
            block(
                width,
                heads=heads,
                hidden=hidden or 4 * width,
                dropout=dropout,
                attention_dropout=attention_dropout,
                activation=activation,
                eps=eps,
            )
            for _ in range(layers)
        )
        self.looks = f"layers.{layers - 1}.attention"
        born_small(self)

    def think(self, x: Float[Tensor, "n d"], rows: Ragged) -> Float[Tensor, "n d"]:
        """Block after block."""
        for layer in self.layers:
            x = layer(x, rows)
        return x
