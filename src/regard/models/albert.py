"""ALBERT: BERT with small word vectors and few layers, each of which is used many times.

n tokens of all texts end to end, e size of a word vector, d of all others.
"""

from typing import cast

from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.errors import Mistake, at_least
from regard.layers.activations import Activation
from regard.layers.births import born_small
from regard.models.masked import Placed, Purpose, block


class Albert(Placed):
    """x⁰ = W norm(word + place + segment) + b, x^l = the blocks of a group(x^(l−1)), L times.  Lan et al. (2020).

    Word vectors are of size e, much smaller than d (section 3.1, factorised embeddings). The L layers are cut into
    groups of neighbours whose weights are the same (section 3.1, shared parameters): usually all are one group. A layer
    is one block, or `inner` of them. A pair asks whether two pieces of a text stand in their order (section 3.1,
    sentence order). A watch sees a block once for every layer that uses it.
    """

    def __init__(
        self,
        words: int,
        *,
        size: int = 128,
        width: int = 768,
        layers: int = 12,
        groups: int = 1,
        inner: int = 1,
        heads: int = 12,
        hidden: int = 0,
        dropout: float = 0.0,
        attention_dropout: float = 0.0,
        text_dropout: float | None = 0.1,
        longest: int = 512,
        segments: int = 2,
        activation: Activation = "gelu-tanh",
        eps: float = 1e-12,
        purpose: Purpose = "words",
        classes: int = 2,
        tied: bool = True,
        pooled: bool = True,
    ) -> None:
        """`size` is that of a word's vector; `hidden` 0 is four times the width; `longest` counts places."""
        at_least(1, layers=layers, groups=groups, inner=inner)
        at_least(0, hidden=hidden)
        if groups > layers:
            raise Mistake(f"{layers} layers cannot make {groups} groups; change model.groups or model.layers.")
        super().__init__(
            words,
            size=size,
            width=width,
            longest=longest,
            first=0,
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
        self.enter = nn.Linear(size, width)
        self.groups = nn.ModuleList(
            nn.ModuleList(
                block(
                    width,
                    heads=heads,
                    hidden=hidden or 4 * width,
                    dropout=dropout,
                    attention_dropout=attention_dropout,
                    activation=activation,
                    eps=eps,
                )
                for _ in range(inner)
            )
            for _ in range(groups)
        )
        self.layers = layers
        self.looks = f"groups.{groups - 1}.{inner - 1}.attention"
        born_small(self)

    def think(self, x: Float[Tensor, "n e"], rows: Ragged) -> Float[Tensor, "n d"]:
        """Layer after layer, each the blocks of its group."""
        x = self.enter(x)
        for layer in range(self.layers):
            group = self.groups[int(layer / (self.layers / len(self.groups)))]
            for each in cast(nn.ModuleList, group):
                x = each(x, rows)
        return x
