"""The same texts through all models."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from regard.data.examples import Corpus, Labelled
from regard.explain.explanation import Explanation
from regard.explain.maps.attention import raw
from regard.results import Reading, Text
from regard.runs.labels.measure import touching
from regard.runs.run import Run, open_run

SHOWN = 6
"""Texts that are shown."""
SHORT = 120
"""Words of the longest text that is shown."""


def read_by_all(corpus: Corpus, folders: Mapping[str, Path]) -> list[Text]:
    """A few test texts, as the run in each folder read them."""
    runs = {name: open_run(folder) for name, folder in folders.items()}
    return [_text(example, corpus.classes[example.label], runs) for example in chosen(corpus.test)]


def _text(example: Labelled, gold: str, runs: Mapping[str, Run]) -> Text:
    said = {name: _read(example.text, run) for name, run in runs.items()}
    words = [(start, end) for start, end in next(iter(said.values())).spans if start < end]
    return Text(
        text=example.text,
        gold=gold,
        rationale=touching(words, example.rationale),
        readings=[_reading(name, one) for name, one in said.items()],
    )


def _read(text: str, run: Run) -> Explanation:
    return raw(run.model, run.tokenizer, run.classes, text, longest=run.recipe.text.longest)


def _reading(name: str, said: Explanation) -> Reading:
    front = sum(start == end for start, end in said.spans)
    return Reading(
        model=name,
        words=[said.text[start:end] for start, end in said.spans[front:]],
        weights=_received(said, front),
        label=said.label,
        probability=said.probability,
    )


def _received(said: Explanation, front: int) -> list[float]:
    """The share of each word in the weight that words received, mean over the heads and over who asks."""
    if not said.maps:
        return []
    asking = [one.weights[:front] if front else one.weights for one in said.maps]
    received = np.mean(asking, axis=(0, 1))[front:]
    return (received / received.sum()).tolist()


def chosen(examples: Sequence[Labelled]) -> list[Labelled]:
    """Short examples of different slices, with one label and the other in turn."""
    picked: list[Labelled] = []
    seen: set[tuple[str, ...]] = set()
    for example in examples:
        short = len(example.text.split()) <= SHORT
        if short and example.slices[:1] not in seen and example.label == len(picked) % 2:
            seen.add(example.slices[:1])
            picked.append(example)
        if len(picked) == SHOWN:
            break
    others = (example for example in examples if example not in picked and len(example.text.split()) <= SHORT)
    while len(picked) < SHOWN and (following := next(others, None)) is not None:
        if following.label != picked[-1].label if picked else True:
            picked.append(following)
    return picked
