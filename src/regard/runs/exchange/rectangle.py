"""Our classifiers on texts side by side, as graphs of fixed operators have them: every place of a batch is computed.

b texts, n places of each, of which its own tokens are the first, c classes, d size of a vector. Layers are those of the
model, and so are the weights of attention; only what leads from one to the next is written out here once more.
"""

import copy
from typing import Any, cast

import torch
import torch.nn.functional as F
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from regard.attention.core import normalise
from regard.attention.ragged import Ragged
from regard.layers.pooling import MeanPool, TextQueryPool
from regard.models.finetuned import Finetuned
from regard.models.reader import Reader
from regard.models.recurrent import FinalState, Recurring
from regard.models.self_attention import SelfAttention
from regard.models.transformer import Transformer
from regard.runs.exchange.recurrence import Recurrence

Vectors = Float[Tensor, "b n d"]


class Rectangle(Ragged):
    """Rows that keep their padding: each takes `places`, and all entries of a flat tensor are counted with it."""

    def __init__(self, lengths: Int[Tensor, " b"], places: int) -> None:
        super().__init__(lengths)
        self.shape = (lengths.shape[0], places)
        self.longest, self.even = places, False
        each = torch.arange(places)
        self.mask = each < lengths[:, None]
        self.position = each.expand(self.shape).flatten()

    def pad(self, flat: Tensor, fill: float = 0.0) -> Tensor:
        """[b n, …] to [b, n, …]; what stands after the end of a row stays what it is."""
        return flat.unflatten(0, self.shape)

    def flat(self, padded: Tensor) -> Tensor:
        """[b, n, …] back to [b n, …]."""
        return padded.flatten(0, 1)


class Rectangular(nn.Module):
    """A classifier as a function of padded token numbers and lengths."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model: Any = copy.deepcopy(model).requires_grad_(False)
        if isinstance(model, Recurring):
            self.model.read = Recurrence(model.read)
        if isinstance(model, Transformer) and model.encoder.place is not None:
            vectors = self.model.encoder.place(torch.arange(model.encoder.longest))
            self.model.encoder.place = nn.Embedding.from_pretrained(vectors)

    @property
    def weighs(self) -> bool:
        """Whether a pooling says how much each token counts."""
        return self.model.looks == "pool"

    def forward(self, ids: Int[Tensor, "b n"], lengths: Int[Tensor, " b"]) -> tuple[Tensor, ...]:
        """Logits [b, c], and where a pooling weighs the tokens, its weights [b, n]."""
        x, rows = self._in_context(ids, Rectangle(lengths, ids.shape[1]))
        if isinstance(self.model, FinalState):
            return (self.model.classify(_ends(x, rows.lengths, self.model.read.both_ways)),)
        if self.model.pool is None:
            return (self.model.classify(x[:, 0]),)
        text, weights = pooled(self.model.pool, x, rows.mask)
        logits = self.model.classify(text)
        return (logits, weights) if self.weighs else (logits,)

    def _in_context(self, ids: Int[Tensor, "b n"], rows: Rectangle) -> tuple[Vectors, Rectangle]:
        """The vectors that a text is made of, and where they stand."""
        model = self.model
        if isinstance(model, Finetuned):
            return rows.pad(cast(Reader, model.body).vectors(rows.flat(ids), rows)), rows
        x = F.embedding(ids, model.embed.weight)
        match model:
            case Recurring():
                return model.read(x, rows.lengths), rows
            case SelfAttention():
                for attention in model.layers:
                    x = torch.relu(attention(x, mask=rows.key_mask))
                return x, rows
            case Transformer():
                x = model.enter(model.scale * x)
                if model.front is not None:
                    x = torch.cat([model.front.vector.expand(x.shape[0], 1, -1), x], dim=1)
                    rows = Rectangle(rows.lengths + 1, rows.longest + 1)
                return rows.pad(model.encoder(rows.flat(x), rows)), rows
            case _:
                return x, rows


def pooled(pool: nn.Module, x: Vectors, mask: Bool[Tensor, "b n"]) -> tuple[Float[Tensor, "b d"], Float[Tensor, "b n"]]:
    """What a pooling makes of the vectors of each text, and by which weights."""
    values = x
    if isinstance(pool, TextQueryPool):
        queries = pool.query(pooled(pool.mean, x, mask)[0])
        scores = (x @ queries[..., None])[..., 0]
        values = x if pool.value is None else pool.value(x)
    elif isinstance(pool, MeanPool):
        scores = torch.zeros_like(x[..., 0])
    else:
        scores = x @ pool.get_parameter("query")
    weights = normalise(scores, mask)
    return (weights[:, None] @ values)[:, 0], weights


def _ends(states: Vectors, lengths: Int[Tensor, " b"], both_ways: bool) -> Float[Tensor, "b d"]:
    """The state after the last token of each text; both ways, with the one that came to its first token last."""
    last = states[torch.arange(states.shape[0]), lengths - 1]
    half = last.shape[-1] // 2
    return torch.cat([last[:, :half], states[:, 0, half:]], dim=-1) if both_ways else last
