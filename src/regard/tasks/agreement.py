"""Two passes over the same examples that must agree.

n examples, v answers to choose from.
"""

import torch
from jaxtyping import Float
from torch import Tensor

from regard.data.batch import Batch


def disagreement(logits: Float[Tensor, "2n v"]) -> Float[Tensor, ""]:
    """½(KL(p₁‖p₂) + KL(p₂‖p₁)) = ½ Σ (p₁ − p₂)(log p₁ − log p₂), the mean over n; p₁ is of the first half."""
    first, second = (logits - logits.logsumexp(-1, keepdim=True)).chunk(2)
    return ((first.exp() - second.exp()) * (first - second)).sum(-1).mean() / 2


def twice(batch: Batch, *, blank: int, share: float = 0.0) -> Batch:
    """Every text twice, all of them before all of them again; of the second time a share of the words are blanks.

    The first and the last token of a text, which frame it, are never blanked.
    """
    rows = batch.rows
    words = torch.cat([batch.words, batch.words.new_full((1,), blank)]) if share else batch.words
    again = batch.tokens
    if share:
        framing = (rows.position == 0) | (rows.position == rows.lengths[rows.owner] - 1)
        drawn = torch.rand(len(again), device=again.device) < share
        again = again.masked_fill(drawn & ~framing, len(words) - 1)
    labels = None if batch.labels is None else torch.cat([batch.labels, batch.labels])
    return Batch(words, torch.cat([batch.tokens, again]), rows.twice(), labels)
