"""Exact leave-one-out without reading a text again, where a text is a weighted mean of its words.

t = Σ_i α_i v_i with α_i = exp(s_i) / Σ_k exp(s_k), and neither s_i nor v_i depends on other words. Without word j the
others keep their proportions: t_j = (t − α_j v_j) / (1 − α_j). So all that leaving out each word of a whole corpus
takes is one pass over its tokens.

b texts, n tokens, w words, u distinct tokens, c classes.
"""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.watch import watching
from regard.data.batch import Numbers, collate
from regard.data.loading import Texts
from regard.models.pooling import Pooled
from regard.tasks.device import device_of

AT_ONCE = 500_000
"""Tokens that are held at a time."""
CLOSE = 1e-9
"""Where less than this is left besides a word, the rest is read again: 1 − α has too few digits."""


def left_out(
    model: nn.Module, texts: Texts, nothing: Sequence[int], words: NDArray[np.int64] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Logits [b, c] of each text, and [w, c] of its text without each word, words of all texts end to end.

    `words` [n] numbers the word of each token, over all texts; None is each token alone. A text that has no other word
    is read as `nothing`, what a text without words is read as.
    """
    exact = copy.deepcopy(model).double().eval()
    words = np.arange(len(texts.ids)) if words is None else words
    whole: list[NDArray[np.float64]] = []
    each: list[NDArray[np.float64]] = []
    for first, last in _stretches(texts.offsets):
        begin, end = int(texts.offsets[first]), int(texts.offsets[last])
        said, alone = _pass(
            exact,
            texts.ids[begin:end],
            np.diff(texts.offsets[first : last + 1]),
            words[begin:end] - words[begin],
            np.array(nothing),
        )
        whole.append(said)
        each.append(alone)
    return np.concatenate(whole), np.concatenate(each)


def drops(model: nn.Module, texts: Texts, nothing: Sequence[int], labels: Numbers | None = None) -> NDArray[np.float64]:
    """p(label) − p(label without the token) for each token of all texts; labels are the model's own unless given."""
    whole, each = left_out(model, texts, nothing)
    chosen = whole.argmax(1) if labels is None else labels
    owner = np.repeat(np.arange(len(texts)), texts.lengths)
    return _probability(whole, chosen)[owner] - _probability(each, chosen[owner])


def _stretches(offsets: NDArray[Any]) -> list[tuple[int, int]]:
    """Texts first … last − 1 that are read together."""
    found: list[tuple[int, int]] = []
    first = 0
    while first < len(offsets) - 1:
        last = int(np.searchsorted(offsets, offsets[first] + AT_ONCE, side="right")) - 1
        last = max(last, first + 1)
        found.append((first, last))
        first = last
    return found


@torch.no_grad()
def _pass(
    model: nn.Module, ids: Numbers, lengths: Numbers, words: NDArray[np.int64], nothing: Numbers
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    assert isinstance(model, Pooled)
    batch = collate(ids, lengths).to(device_of(model))
    rows, number = batch.rows, torch.from_numpy(words).to(batch.tokens.device)
    vectors = model.embed(batch.words)
    with watching(model, "pool") as watch:
        model.pool(vectors, batch.tokens, rows)
    weights = rows.flat(watch.maps["pool"][-1][:, 0, 0])
    parts = weights[:, None] * (vectors @ model.classify.weight.T)[batch.tokens]
    count = int(number[-1]) + 1
    total = _sums(parts, rows.owner, len(rows.lengths))
    share, part = _sums(weights, number, count), _sums(parts, number, count)
    owner = torch.empty(count, dtype=torch.long, device=number.device).index_copy_(0, number, rows.owner)
    rest = 1 - share
    found = (total[owner] - part) / rest[:, None] + model.classify.bias
    for one in (rest < CLOSE).nonzero()[:, 0].tolist():
        left = ids[(rows.owner == owner[one]).cpu().numpy() & (words != one)]
        left = left if len(left) else nothing
        found[one] = model(collate(left, np.array([len(left)])).to(found.device))[0]
    return (total + model.classify.bias).cpu().numpy(), found.cpu().numpy()


def _sums(values: Tensor, groups: Tensor, count: int) -> Tensor:
    return values.new_zeros(count, *values.shape[1:]).index_add_(0, groups, values)


def _probability(logits: NDArray[np.float64], labels: Numbers) -> NDArray[np.float64]:
    largest = logits.max(1, keepdims=True)
    return np.exp(logits - largest)[np.arange(len(logits)), labels] / np.exp(logits - largest).sum(1)
