"""Raw attention: the weights that a model averaged with, word by word."""

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
import torch
from torch import Tensor, nn

from regard.attention.watch import NothingSeen, watching
from regard.data.batch import Batch, collate
from regard.errors import Mistake
from regard.explain.explanation import Explanation, Map
from regard.explain.reading import numbers
from regard.explain.rows import Rows
from regard.explain.sides import as_read, shortened
from regard.tasks.classify import looks
from regard.text.spans import merge
from regard.text.tokenizer import Encoded, Tokenizer

FRONT = "[CLS]"
"""How a learned vector in front of a text is called."""


@torch.no_grad()
def raw(
    model: nn.Module,
    tokenizer: Tokenizer,
    classes: Sequence[str],
    text: str,
    read: Encoded | None = None,
    *,
    longest: int = 0,
    only: str = "",
    head: int | None = None,
    tokens: bool = False,
) -> Explanation:
    """The weights of every attention whose name matches `only`, and the label they led to.

    Without a name it is the attention that the model says its verdict rests on. Columns are words (pieces of a word
    are added up) unless `tokens` asks for the tokens themselves. A model without attention gives no maps. `read` are
    the tokens where they are known; else they are those of the text that are kept where `longest` are read.
    """
    read = read or shortened(tokenizer.encode(text), longest)
    count = len(read.ids)
    logits, maps = _watched(model, collate(np.array(read.ids), np.array([count])), only or looks(model))
    logits = numbers(logits)
    probabilities = logits.softmax(-1)[0]
    side = as_read(tokenizer, text, read, tokens or tokenizer.kind == "words")
    groups, covered, columns = side.groups, side.spans, side.names
    front = max((calls[-1].shape[-1] for calls in maps.values()), default=count) - count
    if front:
        groups = [*([i] for i in range(front)), *([i + front for i in group] for group in groups)]
        covered, columns = [(0, 0)] * front + covered, [FRONT] * front + columns
    label = int(probabilities.argmax())
    return Explanation(
        method="attention",
        target=classes[label],
        text=text,
        label=classes[label],
        probability=float(probabilities[label]),
        maps=[
            _map(name, number, calls[-1], columns, groups)
            for name, calls in maps.items()
            for number in _heads(name, calls[-1], head)
        ],
        spans=covered,
    )


def _watched(model: nn.Module, batch: Batch, only: str | None) -> tuple[Tensor, dict[str, list[Tensor]]]:
    """The logits and the maps of one pass; no maps where no attention of that name ran."""
    if only is None:
        return model(batch), {}
    logits: Tensor | None = None
    maps: dict[str, list[Tensor]] = {}
    with suppress(NothingSeen), watching(model, only) as watch:
        logits, maps = model(batch), watch.maps
    assert logits is not None
    return logits, maps


def _heads(name: str, weights: Tensor, head: int | None) -> list[int]:
    count = weights.shape[1]
    if head is None:
        return list(range(count))
    if not 0 <= head < count:
        raise Mistake(f"{name} has no head {head}; it has heads 0 to {count - 1}.")
    return [head]


def _map(name: str, head: int, weights: Tensor, columns: list[str], groups: list[list[int]]) -> Map:
    matrix = merge(weights[0, head].double().numpy(), groups)
    rows = ["text"]
    if len(matrix) > 1:
        rows, matrix = columns, np.stack([matrix[group].mean(0) for group in groups])
    return Map(
        name=name if weights.shape[1] == 1 else f"{name}.{head}", rows=rows, columns=columns, weights=Rows(matrix)
    )
