"""RoBERTa: BERT, taught by filling in words alone.

b texts, d size of a vector.
"""

from jaxtyping import Float
from torch import Tensor

from regard.layers.activations import Activation
from regard.models.bert import Bert
from regard.models.masked import Purpose


class Roberta(Bert):
    """BERT without segments and without pairs, trained longer, on more, with new masks every time.  Liu et al. (2019).

    The first of its places are never used: those of a text are counted from `first`, which is the number of the padding
    token and one more. A text that is to be classified has dropout before its vector is made, too.
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
        first: int = 2,
        segments: int = 1,
        activation: Activation = "gelu",
        eps: float = 1e-5,
        purpose: Purpose = "words",
        classes: int = 2,
        tied: bool = True,
        pooled: bool = True,
    ) -> None:
        super().__init__(
            words,
            width=width,
            layers=layers,
            heads=heads,
            hidden=hidden,
            dropout=dropout,
            attention_dropout=attention_dropout,
            text_dropout=text_dropout,
            longest=longest,
            first=first,
            segments=segments,
            activation=activation,
            eps=eps,
            purpose=purpose,
            classes=classes,
            tied=tied,
            pooled=pooled,
        )

    def summary(self, x: Float[Tensor, "b d"]) -> Float[Tensor, "b d"]:
        """The first tokens' vectors, some numbers dropped where classes are asked for."""
        return x if self.classify is None else self.text_drop(x)
