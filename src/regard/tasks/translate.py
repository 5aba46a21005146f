"""A sentence for a sentence: cross-entropy of every target token, and BLEU of what the model says by itself.

b pairs, n target tokens in all, v words of the target, d size of a vector.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, cast

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.attention.padded import Padded
from regard.data.loading import Texts
from regard.data.pairs import PairBatch, PairTexts, plan_pairs, sources_in_turn
from regard.decoding import Drawing, Hypothesis, Search, beam_search, greedy, sample
from regard.metrics.translation import bleu
from regard.roles import Decodable, Head
from regard.tasks.agreement import disagreement
from regard.tasks.device import device_of

LISTENED = 256
"""Validation sentences that a model translates after each epoch."""
AT_ONCE = 4096
"""Tokens of a batch when nothing is learned, padding included."""


class Taught(Protocol):
    """A model that reads a source and the target so far, and has a vector for what comes next."""

    @property
    def words(self) -> Head:
        """What makes words of its vectors."""
        ...

    def vectors(self, batch: PairBatch) -> Float[Tensor, "b t d"]:
        """A vector for each word that is wanted."""
        ...


@dataclass(frozen=True, kw_only=True)
class Translate:
    """loss = CE, or with R-Drop, where each pair is read twice under other dropout, CE + α/2·½(KL(p₁‖p₂) + KL(p₂‖p₁)).

    Liang et al. (2021), equation 4, halved: CE is the mean over both passes, so that its size stays that of one.
    """

    validation: PairTexts
    references: Sequence[str]
    """What the validation sources should become, as text."""
    decode: Callable[[Sequence[int]], str]
    """From target tokens to text."""
    smoothing: float = 0.0
    """Share of the target probability spread evenly over all words."""
    rdrop: float = 0.0
    """α: how much two passes must agree."""

    def loss(self, model: nn.Module, batch: PairBatch) -> Tensor:
        """The mean over the target tokens of the batch."""
        batch = batch.to(device_of(model))
        if not self.rdrop:
            x, wanted = _taught(model, batch)
            return cast(Taught, model).words.loss(x, wanted, self.smoothing)
        x, wanted = _taught(model, _twice(batch))
        logits = cast(Taught, model).words.say(x)
        return F.cross_entropy(logits, wanted, label_smoothing=self.smoothing) + self.rdrop / 2 * disagreement(logits)

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Loss and perplexity of the references, and as score BLEU / 100 of some sentences that are said greedily."""
        loss = mean_loss(model, self.validation)
        sources = self.validation.source.first(LISTENED)
        said = [self.decode(best.tokens) for (best,) in outputs(model, sources)]
        score = bleu(said, self.references[: len(said)]).value / 100
        return {"score": score, "loss": loss, "perplexity": float(np.exp(loss))}


@torch.no_grad()
def mean_loss(model: nn.Module, pairs: PairTexts) -> float:
    """The mean cross-entropy of a target token, nothing dropped and nothing smoothed."""
    model.eval()
    total, count = 0.0, 0
    for chosen in plan_pairs(pairs.source.lengths, pairs.target.lengths, tokens=AT_ONCE, seed=0, epoch=0):
        x, wanted = _taught(model, pairs.batch(chosen).to(device_of(model)))
        total += float(cast(Taught, model).words.loss(x, wanted)) * len(wanted)
        count += len(wanted)
    return total / count


@torch.no_grad()
def outputs(
    model: nn.Module,
    sources: Texts,
    search: Search | Drawing | None = None,
    tell: Callable[[float], None] | None = None,
) -> list[list[Hypothesis]]:
    """For each source its best outputs, best first; without a search, greedily, one each. `tell` hears how far."""
    model.eval()
    said: list[list[Hypothesis]] = [[] for _ in range(len(sources))]
    decodable = cast(Decodable[Padded, Any], model)
    width = search.beam if isinstance(search, Search) else 1
    chance = torch.Generator(device_of(model))
    if isinstance(search, Drawing):
        chance.manual_seed(search.seed)
    for chosen, each in sources_in_turn(sources, AT_ONCE // width):
        source = each.to(device_of(model))
        if search is None:
            found = [[one] for one in greedy(decodable, source)]
        elif isinstance(search, Drawing):
            found = _drawn(decodable, source, search, chance)
        else:
            found = beam_search(decodable, source, **asdict(search))
        for number, best in zip(chosen.tolist(), found, strict=True):
            said[number] = best
        if tell is not None:
            tell(sum(map(bool, said)) / len(said))
    return said


def _drawn(
    model: Decodable[Padded, Any], source: Padded, how: Drawing, chance: torch.Generator
) -> list[list[Hypothesis]]:
    """For each source so many outputs as are asked for, the likeliest first."""
    drawn = [
        sample(
            model,
            source,
            temperature=how.temperature,
            shortest=how.shortest,
            longest=how.longest,
            generator=chance,
        )
        for _ in range(how.n_best)
    ]
    return [sorted(each, key=lambda one: -one.log_probability) for each in zip(*drawn, strict=True)]


def _taught(model: nn.Module, batch: PairBatch) -> tuple[Float[Tensor, "n d"], Int[Tensor, " n"]]:
    """The vectors of all tokens that are wanted, and these."""
    inside = batch.wanted_mask
    return cast(Taught, model).vectors(batch)[inside], batch.wanted[inside]


def _twice(batch: PairBatch) -> PairBatch:
    rows = torch.arange(len(batch), device=batch.source.ids.device).repeat(2)
    return PairBatch(batch.source.pick(rows), batch.target.pick(rows))
