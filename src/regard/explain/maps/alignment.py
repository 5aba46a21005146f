"""Which source words each target word looked at: in a model's own translation, or while it says a given one.

h heads, t target tokens and END, m source tokens and END.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import pairwise
from math import exp

import numpy as np
from numpy.typing import NDArray
from torch import nn

from regard.attention.padded import side_by_side
from regard.data.examples import Pair
from regard.decoding.hypothesis import Aligning, Hypothesis, attended
from regard.explain.explanation import Explanation, Map
from regard.explain.sides import between_spaces, maps_of
from regard.metrics.alignment import Gold, Looks, looks
from regard.tasks.device import device_of
from regard.text.pairs import Tokenizers
from regard.text.spans import Span, split_words
from regard.text.tokenizer import Tokenizer

AT_ONCE = 64
"""Sentences whose attention is held at a time."""

Grid = NDArray[np.float64]


def aligned(
    model: nn.Module,
    tokenizers: Tokenizers,
    text: str,
    output: Hypothesis,
    *,
    only: str = "",
    head: int | None = None,
    tokens: bool = False,
) -> Explanation:
    """An output of a model with the weights from its words to those of the source.

    Without a name or a head it is the last layer's attention, the mean over its heads; else every head, or the one
    given, of each layer whose name matches. Words are what stands between white space; weight on the source's END is
    left out. With `tokens`, rows and columns are tokens, the ends among them. A model without attention gives no maps.
    """
    source = tokenizers.source.encode(text)
    said, spans = spoken(tokenizers.target, output.tokens)
    words, looked_at = between_spaces(said, spans, tokens), between_spaces(text, source.spans, tokens)
    maps: list[Map] = []
    for site, weights in _watched(model, [[*source.ids, tokenizers.source.end_id]], [output])[0].items():
        if fnmatchcase(site, only or str(getattr(model, "aligns", ""))):
            maps += maps_of(site, weights, words, looked_at, head, each=bool(only))
    return Explanation(
        method="attention",
        target=said.strip(),
        kind="translation",
        text=text,
        label=said.strip(),
        probability=exp(output.log_probability),
        maps=maps,
        spans=looked_at.spans,
    )


def seen(model: nn.Module, tokenizers: Tokenizers, pairs: Sequence[Pair]) -> list[Looks]:
    """Where a model looks in each pair while it says the translation that is given; nothing for one without sites."""
    found: list[Looks] = []
    for start in range(0, len(pairs), AT_ONCE):
        some = pairs[start : start + AT_ONCE]
        sources = [tokenizers.source.encode(pair.source) for pair in some]
        targets = [tokenizers.target.encode(pair.target) for pair in some]
        given = [Hypothesis(tuple(target.ids), 0.0, 0.0) for target in targets]
        end = tokenizers.source.end_id
        maps = _watched(model, [[*source.ids, end] for source in sources], given)
        for pair, source, target, weights in zip(some, sources, targets, maps, strict=True):
            rows, columns = split_words(pair.target, target.spans), split_words(pair.source, source.spans)
            found.append(looks(weights, rows, columns))
    return found


def gold_of(pair: Pair) -> Gold:
    """The links that a pair carries."""
    return Gold(pair.alignment or frozenset(), pair.possible or frozenset())


def spoken(tokenizer: Tokenizer, ids: Sequence[int]) -> tuple[str, list[Span]]:
    """The text of tokens that a model said, and the characters that each added to it."""
    ends = [len(tokenizer.decode(ids[:count])) for count in range(len(ids) + 1)]
    return tokenizer.decode(ids), [(start, max(start, end)) for start, end in pairwise(ends)]


def _watched(model: nn.Module, sources: list[list[int]], given: Sequence[Hypothesis]) -> list[dict[str, Grid]]:
    """For each source the weights [h, t, m] of every layer while the model says its output."""
    model.eval()
    assert isinstance(model, Aligning), "only a model that can be searched says anything"
    place = device_of(model)
    said = attended(model, side_by_side(sources, place), given)
    return [{site: each.double().cpu().numpy() for site, each in (one.attention or {}).items()} for one in said]
