"""A label for a text: cross-entropy, accuracy, and how concentrated the attention is.

n texts, c classes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from regard.attention.watch import watching
from regard.data.batch import Batch, Numbers
from regard.data.loading import Texts, in_turn, original_order
from regard.errors import Mistake
from regard.metrics.attention import entropy, histogram
from regard.tasks.agreement import disagreement, twice
from regard.tasks.device import device_of

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


@dataclass(frozen=True)
class Predictions:
    """What a model says of each of n texts."""

    probabilities: Floats
    """[n, c]."""
    entropies: Floats | None = None
    """[n], normalised by log n; None for a model without attention, NaN for a text of one word."""
    losses: Floats | None = None
    """[n], where labels are known."""

    @property
    def labels(self) -> Numbers:
        """The most probable class of each text."""
        return self.probabilities.argmax(1)


@dataclass(frozen=True, kw_only=True)
class Classify:
    """loss = CE + λ·H, with H the mean entropy of the attention (row P5); λ = 0 is plain cross-entropy."""

    validation: Texts
    entropy_weight: float = 0.0
    """λ: positive presses the attention together, negative spreads it."""
    smoothing: float = 0.0
    """Share of the target probability spread evenly over all classes."""
    rdrop: float = 0.0
    """α of R-Drop: how much two passes with other dropout must agree.  Liang et al. (2021), equation 4, halved."""
    blanked: float = 0.0
    """Share of the words that the second of these passes does not see."""
    blank: int = 0
    """What it reads in their place."""

    def loss(self, model: nn.Module, batch: Batch) -> Tensor:
        """The mean over the batch."""
        batch = batch.to(device_of(model))
        if self.rdrop:
            batch = twice(batch, blank=self.blank, share=self.blanked)
            logits = model(batch).float()
            return self._cross_entropy(logits, batch) + self.rdrop / 2 * disagreement(logits)
        if not self.entropy_weight:
            return self._cross_entropy(model(batch), batch)
        logits, weights = watched(model, batch, keep_grad=True)
        if weights is None:
            raise Mistake("task.entropy_weight is set, but the model has no attention whose entropy could be weighed.")
        return self._cross_entropy(logits, batch) + self.entropy_weight * entropy(weights, batch.rows.lengths).mean()

    def _cross_entropy(self, logits: Tensor, batch: Batch) -> Tensor:
        assert batch.labels is not None, "a batch to learn from carries labels"
        return F.cross_entropy(logits, batch.labels, label_smoothing=self.smoothing)

    def measure(self, model: nn.Module) -> dict[str, float | list[int]]:
        """Accuracy, loss, and the entropy of the attention on the validation part."""
        assert self.validation.labels is not None, "a part to measure on carries labels"
        said = predict(model, self.validation)
        assert said.losses is not None
        figures: dict[str, float | list[int]] = {
            "score": float((said.labels == self.validation.labels).mean()),
            "loss": float(said.losses.mean()),
        }
        if said.entropies is not None and not np.isnan(said.entropies).all():
            figures["entropy"] = float(np.nanmean(said.entropies))
            figures["histogram"] = histogram(said.entropies)
        return figures


@torch.no_grad()
def predict(model: nn.Module, texts: Texts) -> Predictions:
    """Probabilities for every text, and the entropy of the attention that the verdict rests on."""

    def say(batch: Batch) -> dict[str, Tensor]:
        logits, weights = watched(model, batch)
        said = {"probabilities": logits.softmax(-1).double()}
        if weights is not None:
            said["entropies"] = entropy(weights, batch.rows.lengths, normalised=True).double()
        if batch.labels is not None:
            said["losses"] = F.cross_entropy(logits, batch.labels, reduction="none").double()
        return said

    return Predictions(**{name: each.numpy() for name, each in _of_every(model, texts, say).items()})


def agreed(said: Sequence[Tensor]) -> Tensor:
    """Probabilities [n, c] from the log-probabilities of several models: softmax of the mean, as if of one."""
    logits = torch.stack(list(said)).mean(0)
    return logits.softmax(-1)


@torch.no_grad()
def log_probabilities(model: nn.Module, texts: Texts, progress: Callable[[float], None]) -> Tensor:
    """[n, c], of every text in its order; nobody watches."""

    def say(batch: Batch) -> dict[str, Tensor]:
        logits = model(batch).float()
        return {"log": logits.log_softmax(-1)}

    return _of_every(model, texts, say, progress)["log"]


def _of_every(
    model: nn.Module,
    texts: Texts,
    say: Callable[[Batch], dict[str, Tensor]],
    progress: Callable[[float], None] = lambda share: None,
) -> dict[str, Tensor]:
    """What is said of every text, by name and in the order of the texts; `progress` is told the share that is done."""
    model.eval()
    found: dict[str, list[Tensor]] = {}
    chosen: list[Numbers] = []
    place, done = device_of(model), 0
    for rows, batch in in_turn(texts):
        for name, each in say(batch.to(place)).items():
            found.setdefault(name, []).append(each.cpu())
        chosen.append(rows)
        done += len(rows)
        progress(done / len(texts))
    order = torch.from_numpy(original_order(chosen))
    return {name: torch.cat(parts)[order] for name, parts in found.items()}


def watched(model: nn.Module, batch: Batch, keep_grad: bool = False) -> tuple[Tensor, Tensor | None]:
    """The logits, and the weights [b, h, q, k] that the model names as its own (`looks`); None without attention."""
    site = looks(model)
    if site is None:
        return model(batch), None
    with watching(model, site, keep_grad=keep_grad) as watch:
        logits = model(batch)
    return logits, watch.maps[site][-1]


def looks(model: nn.Module) -> str | None:
    """The name of the attention that a classifier says its verdict rests on; None if it names none."""
    return getattr(model, "looks", None)
