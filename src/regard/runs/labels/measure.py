"""What a model is worth on a part of a corpus: accuracy, its slices, and where its attention falls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from regard.data.examples import Labelled, Span
from regard.data.loading import Texts, in_turn, kept
from regard.metrics.attention import received
from regard.metrics.intervals import Interval, Right, wilson
from regard.tasks.classify import predict, watched
from regard.tasks.device import device_of
from regard.text.tokenizer import Tokenizer


@dataclass(frozen=True, kw_only=True)
class Measured:
    """Accuracy on n examples, and on each slice of them."""

    n: int
    value: float
    interval: Interval
    slices: dict[str, float]
    sizes: dict[str, int]
    """Examples in each slice."""
    entropy: float | None
    rationale: float | None
    """Share of the attention that falls on gold rationale words, where they are known."""
    rationale_uniform: float | None
    """The same for equal weights."""
    right: Right
    """For each example, whether the label was found."""

    def summary(self) -> dict[str, Any]:
        """The figures, without the single examples."""
        return {
            "n": self.n,
            "metric": "accuracy",
            "value": self.value,
            "interval": list(self.interval),
            "slices": self.slices,
            "entropy": self.entropy,
            "rationale": self.rationale,
            "rationale_uniform": self.rationale_uniform,
        }

    def verdicts(self) -> dict[str, Any]:
        """What only the model could say, from which `recalled_measure` makes the rest again."""
        return {
            "right": "".join("01"[one] for one in self.right.tolist()),
            "entropy": self.entropy,
            "rationale": self.rationale,
            "rationale_uniform": self.rationale_uniform,
        }


def measure(
    model: nn.Module, texts: Texts, examples: Sequence[Labelled], tokenizer: Tokenizer, longest: int
) -> Measured:
    """Measure a model on tokenised examples."""
    said = predict(model, texts)
    share, uniform = (
        _on_rationale(model, texts, examples, tokenizer, longest) if said.entropies is not None else (None, None)
    )
    return _counted(
        examples,
        said.labels == np.array([example.label for example in examples]),
        entropy=None if said.entropies is None or np.isnan(said.entropies).all() else float(np.nanmean(said.entropies)),
        rationale=share,
        rationale_uniform=uniform,
    )


def recalled_measure(examples: Sequence[Labelled], verdicts: dict[str, Any]) -> Measured:
    """What was measured on these examples, from the verdicts that were kept."""
    more = {name: value for name, value in verdicts.items() if name != "right"}
    return _counted(examples, np.array([one == "1" for one in verdicts["right"]]), **more)


def _counted(examples: Sequence[Labelled], right: Right, **more: float | None) -> Measured:
    """What follows from which labels were found, with what else was seen."""
    names = sorted({name for example in examples for name in example.slices})
    member = {name: np.array([name in example.slices for example in examples]) for name in names}
    value = float(right.mean())
    return Measured(
        n=len(examples),
        value=value,
        interval=wilson(value, len(examples)),
        slices={name: float(right[inside].mean()) for name, inside in member.items()},
        sizes={name: int(inside.sum()) for name, inside in member.items()},
        right=right,
        **more,
    )


@torch.no_grad()
def _on_rationale(
    model: nn.Module, texts: Texts, examples: Sequence[Labelled], tokenizer: Tokenizer, longest: int
) -> tuple[float | None, float | None]:
    """Mean share of a text's weight that falls on its gold rationale, and the rationale's share of its tokens."""
    known = [number for number, example in enumerate(examples) if example.rationale]
    if not known:
        return None, None
    gold = {number: on_rationale(examples[number], tokenizer, longest) for number in known}
    shares: list[float] = []
    for chosen, each in in_turn(texts):
        batch = each.to(device_of(model))
        _, weights = watched(model, batch)
        assert weights is not None, "a model with entropies has weights"
        shown = received(weights, batch.rows.lengths).cpu()
        for row, number in enumerate(chosen.tolist()):
            if number in gold:
                shares.append(float(shown[row, torch.from_numpy(gold[number])].sum()))
    lengths = texts.lengths
    uniform = [len(where) / lengths[number] for number, where in gold.items()]
    return float(np.mean(shares)), float(np.mean(uniform))


def on_rationale(example: Labelled, tokenizer: Tokenizer, longest: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Places, among the tokens that a model reads, of those that touch a gold rationale."""
    spans = tokenizer.encode(example.text).spans
    return np.array(touching([spans[i] for i in kept(len(spans), longest)], example.rationale), dtype=np.int64)


def touching(spans: Sequence[Span], rationale: Sequence[Span]) -> list[int]:
    """Places of the spans that share a character with a gold rationale."""
    return [place for place, (a, b) in enumerate(spans) if any(a < end and start < b for start, end in rationale)]
