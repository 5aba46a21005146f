"""A text that is a weighted mean of its tokens: what is answered without some of them is arithmetic, no reading.

With t = Σ_i α_i x_i and neither the proportions of α nor x depending on other tokens, those that stay keep theirs:

    logits without S = Σ_{i∉S} α_i W x_i / Σ_{i∉S} α_i + b

n tokens, w words, v variants, c classes, d size of a vector.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.watch import watching
from regard.data.batch import collate
from regard.explain.cut import Cut, Tokens, Way
from regard.layers.pooling import MeanPool, QueryPool
from regard.models.pooling import Pooled
from regard.tasks.device import device_of

CLOSE = 1e-6
"""Where less of the weight than this stays, what stays is added up anew: a difference has too few digits left."""


def is_mean(model: nn.Module) -> bool:
    """Whether a model is one that reads a text as a weighted mean whose parts do not depend on each other."""
    return isinstance(model, Pooled) and isinstance(model.pool, MeanPool | QueryPool)


class Mean:
    """One text before such a model."""

    def __init__(self, model: nn.Module, cut: Cut):
        assert isinstance(model, Pooled), "only a pooled text is a mean of its tokens"
        self.model, self.cut = model, cut
        hole = [] if cut.hole is None else [cut.hole]
        weights, parts = _taken_apart(model, np.array([*cut.ids, *hole], dtype=np.int64))
        self.bias = model.classify.bias.detach().double().cpu().numpy()
        self.each = np.concatenate([weights[:, None], weights[:, None] * parts], axis=1)
        """[n, 1 + c]: of each token its weight and what it adds, the hole's behind them."""
        self.places = np.argsort(cut.word, kind="stable")
        self.starts = np.searchsorted(cut.word[self.places], np.arange(cut.words + 1))

    def logits(self, sets: Iterable[Sequence[int]], way: Way) -> Float[Tensor, "v c"]:
        """What is answered when the words of each set, by their numbers, are taken away."""
        return torch.from_numpy(np.stack([self._without(self._tokens(words), way) for words in sets]))

    def _tokens(self, words: Sequence[int]) -> Tokens:
        """The places of the tokens of some words."""
        if not len(words):
            return np.zeros(0, dtype=np.int64)
        return np.concatenate([self.places[self.starts[word] : self.starts[word + 1]] for word in sorted(words)])

    def _without(self, out: Tokens, way: Way) -> NDArray[np.float64]:
        text = self.each[: len(self.cut.ids)]
        gone = np.zeros(len(text), dtype=bool)
        gone[out] = True
        kept = text.sum(0) - text[out].sum(0) if 2 * len(out) < len(text) else text[~gone].sum(0)
        if kept[0] < CLOSE:
            kept = text[~gone].sum(0)
        if way == "hole":
            kept = kept + len(out) * self.each[-1]
        return kept[1:] / kept[0] + self.bias if kept[0] > 0 else _read(self.model, self.cut.erased(gone, way))


@torch.no_grad()
def _taken_apart(model: Pooled, ids: Tokens) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The weight [n] of each token, and [n, c] the logits that it alone would give, without their bias."""
    batch = collate(ids, np.array([len(ids)])).to(device_of(model))
    vectors = model.embed(batch.words)
    with watching(model, "pool") as watch:
        model.pool(vectors, batch.tokens, batch.rows)
    weights = watch.maps["pool"][-1][0, 0, 0].double()
    parts = (vectors.double() @ model.classify.weight.double().T)[batch.tokens]
    return weights.cpu().numpy(), parts.cpu().numpy()


@torch.no_grad()
def _read(model: Pooled, ids: Tokens) -> NDArray[np.float64]:
    """The logits of a text as the model reads it."""
    return model(collate(ids, np.array([len(ids)])).to(device_of(model)))[0].double().cpu().numpy()
