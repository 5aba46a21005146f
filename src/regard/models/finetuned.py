"""A language model that is asked for labels (rows T8, T9).

b texts, n tokens of all texts end to end, c classes, d size of a vector.
"""

from typing import Any, Literal, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.heads import MultiHead
from regard.attention.padded import Padded
from regard.attention.ragged import Ragged
from regard.data.batch import Batch
from regard.layers.dropout import Dropout
from regard.layers.pooling import MeanPool
from regard.models.bart import Bart
from regard.models.masked import Masked

Pooling = Literal["usual", "first", "last", "mean"]


class Finetuned(nn.Module):
    """logits = W t + b, with t the vector of a text: of its first token, of its last one, or the mean of all.

    The first token of a model of masked words goes through the layer that it tells pairs by (Devlin et al., 2019,
    section 4), where it has one. The last token is what a model of the next word (Radford et al., 2018, section 3.2)
    and the decoder of BART (Lewis et al., 2020, section 3.1), which is given the text once more, know most from.
    """

    def __init__(self, body: nn.Module, classes: int, *, pooling: Pooling = "usual", head_dropout: float = 0.1) -> None:
        """`usual` is the last token; of models of masked words the first, or the mean where no layer awaits it."""
        super().__init__()
        self.body = body
        self.pooling = _usual(body) if pooling == "usual" else pooling
        self.pool = MeanPool()
        self.drop = Dropout(head_dropout)
        width, self.looks = self._last_look()
        self.classify = nn.Linear(width, classes)
        nn.init.normal_(self.classify.weight, std=0.02)
        nn.init.zeros_(self.classify.bias)

    def forward(self, batch: Batch) -> Float[Tensor, "b c"]:
        """Read, take what stands for the text, decide."""
        return self.classify(self.drop(self.text(batch.words[batch.tokens], batch.rows)))

    def text(self, tokens: Int[Tensor, " n"], rows: Ragged) -> Float[Tensor, "b d"]:
        """The vector of each text."""
        x = self._vectors(tokens, rows)
        if self.pooling == "mean":
            return self.pool(x, torch.arange(len(x), device=x.device), rows)
        if self.pooling == "last":
            return x[rows.starts + rows.lengths - 1]
        if isinstance(self.body, Masked) and self.body.pool is not None:
            return self.body.text(x, rows)
        return x[rows.starts]

    def _vectors(self, tokens: Int[Tensor, " n"], rows: Ragged) -> Float[Tensor, "n d"]:
        if not isinstance(self.body, Bart):
            return cast(Any, self.body).vectors(tokens, rows)
        if self.pooling == "mean":
            return self.body.encoder(self.body.words(tokens) * self.body.scale, rows)
        given = rows.pad(tokens)
        return rows.flat(self.body.follow(given, self.body.start(Padded(given, rows)))[0])

    def _last_look(self) -> tuple[int, str]:
        """The width of the vectors, and the name of the attention that makes the last of them."""
        found = {name: part for name, part in self.body.named_modules() if isinstance(part, MultiHead)}
        if self.pooling == "mean":
            found = {name: part for name, part in found.items() if not name.startswith("decoder.")}
        name, look = list(found.items())[-1]
        return look.out.out_features, f"body.{name}"


def _usual(body: nn.Module) -> Pooling:
    if not isinstance(body, Masked):
        return "last"
    return "mean" if body.pool is None else "first"
