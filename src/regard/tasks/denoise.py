"""A clean text for a noisy one: cross-entropy of every word of the clean text.

n words of all clean texts.
"""

from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn

from regard.data.noisy_rows import NoisyBatch, NoisyRows
from regard.metrics.words import WordScores
from regard.tasks.device import device_of
from regard.tasks.saying import Tally, said
from regard.tasks.translate import Taught


@dataclass(frozen=True, kw_only=True)
class Denoise:
    """loss = −log p(word | words before it, noisy text), the mean over the words of the clean texts and their END."""

    validation: NoisyRows
    smoothing: float = 0.0

    def loss(self, model: nn.Module, batch: NoisyBatch) -> Tensor:
        """The mean over the words of the batch."""
        batch = batch.to(device_of(model))
        inside = batch.pairs.wanted_mask
        taught = cast(Taught, model)
        return taught.words.loss(taught.vectors(batch.pairs)[inside], batch.pairs.wanted[inside], self.smoothing)

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Loss and perplexity of the clean texts; the score is the (geometric) mean probability of a word."""
        found = denoised(model, self.validation)
        return {"score": 1 / found.perplexity, "loss": found.loss, "perplexity": found.perplexity}


@torch.no_grad()
def denoised(model: nn.Module, rows: NoisyRows) -> WordScores:
    """How well a model says the clean texts, row by row; right counts words that the noisy text lacks."""
    model.eval()
    tally = Tally()
    taught = cast(Taught, model)
    for chosen, each in rows.in_turn():
        batch = each.to(device_of(model))
        inside = batch.pairs.wanted_mask
        found = said(taught.words, taught.vectors(batch.pairs)[inside], batch.pairs.wanted[inside])
        owner = torch.arange(len(batch), device=inside.device)[:, None].expand_as(inside)[inside]
        tally.add(chosen, owner, found, batch.missing[inside])
    return tally.scores()
