"""What a model that learned preferences is worth: which answers it prefers, and what it says itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import torch
from torch import nn

from regard.attention.padded import Padded, side_by_side
from regard.data.answers import Preference
from regard.data.preferred import PreferredTexts, answered
from regard.decoding import Hypothesis, sample
from regard.metrics.intervals import Interval, wilson
from regard.models.causal import Causal
from regard.roles import Decodable
from regard.runs.answers.asking import LONGEST, Right, Rule
from regard.tasks.device import device_of
from regard.tasks.prefer import DirectPreference, Reward, log_probabilities, margins_of
from regard.text.tokenizer import Tokenizer

ASKED = 200
"""Prompts that a model answers itself."""
AT_ONCE = 50


@dataclass(frozen=True, kw_only=True)
class Preferring:
    """In how many pairs the chosen answer is worth more to a model, and what its own answers are worth."""

    margins: np.ndarray[Any, Any]
    """r(x, y_w) − r(x, y_l) of each pair."""
    slices: dict[str, float]
    sizes: dict[str, int]
    own: dict[str, float] = field(default_factory=dict[str, float])
    """`kl`: log π − log π_ref of a token, the mean over answers that the model drew itself. Where the rule is known,
    `win_rate`: of the prompts to which the model and its reference answer not equally well, the share that the model
    answers better; `ties`: the share of all prompts that they answer equally well; `beats_rejected` and
    `reference_beats_rejected`: the shares of their answers that are worth more than the rejected one. Where it is known
    which answers are right, `right`: the share of the model's own that are; who only pleases the rule has few."""

    @property
    def n(self) -> int:
        """Pairs."""
        return len(self.margins)

    @property
    def value(self) -> float:
        """The share of the pairs in which the chosen answer is worth more."""
        return float((self.margins > 0).mean())

    @property
    def interval(self) -> Interval:
        """95 %."""
        return wilson(self.value, self.n)

    @property
    def measures(self) -> dict[str, float]:
        """What else is measured, by name."""
        loss = float(np.logaddexp(0.0, -self.margins).mean())
        return {"loss": loss, "margin": float(self.margins.mean()), **self.own}

    def summary(self) -> dict[str, Any]:
        """The figures."""
        return {
            "n": self.n,
            "metric": "accuracy",
            "value": self.value,
            "interval": list(self.interval),
            "slices": self.slices,
            **self.measures,
        }

    def verdicts(self) -> dict[str, Any]:
        """What only the model could say."""
        return {"margins": self.margins.tolist(), "own": self.own}


def preferring(pairs: Sequence[Preference], margins: np.ndarray[Any, Any], own: dict[str, float]) -> Preferring:
    """What follows from the margins of these pairs."""
    names = sorted({name for pair in pairs for name in pair.slices})
    inside = {name: np.array([name in pair.slices for pair in pairs]) for name in names}
    return Preferring(
        margins=margins,
        slices={name: float((margins[member] > 0).mean()) for name, member in inside.items()},
        sizes={name: int(member.sum()) for name, member in inside.items()},
        own=own,
    )


def measure_preferences(
    task: Reward | DirectPreference,
    model: nn.Module,
    texts: PreferredTexts,
    pairs: Sequence[Preference],
    tokenizer: Tokenizer,
    rule: Rule | None,
    right: Right | None = None,
) -> Preferring:
    """Measure a model on pairs; one that says words answers some of the prompts itself, drawn with a fixed seed."""
    margins = margins_of(task, model, texts)
    if not isinstance(task, DirectPreference):
        return preferring(pairs, margins, {})
    return preferring(pairs, margins, _own(task.reference, model, texts, pairs, tokenizer, rule, right))


@torch.no_grad()
def _own(
    reference: nn.Module,
    model: nn.Module,
    texts: PreferredTexts,
    pairs: Sequence[Preference],
    tokenizer: Tokenizer,
    rule: Rule | None,
    right: Right | None,
) -> dict[str, float]:
    prompts = [prompt[-(texts.longest - LONGEST) :] for prompt in texts.prompts[:ASKED]]
    said = answers(model, prompts)
    apart, words = 0.0, 0
    for start in range(0, len(said), AT_ONCE):
        rows = answered(prompts[start : start + AT_ONCE], said[start : start + AT_ONCE]).to(device_of(model))
        apart += float((log_probabilities(model, rows) - log_probabilities(reference, rows)).sum())
        words += sum(map(len, said[start : start + AT_ONCE]))
    found = {"kl": apart / words}
    if right is not None:
        found["right"] = float(np.mean([right(tokenizer.decode(one)) for one in said]))
    if rule is None:
        return found
    ours, theirs = (
        np.array([rule(tokenizer.decode(one)) for one in each]) for each in (said, answers(reference, prompts))
    )
    rejected = np.array([rule(pair.rejected) for pair in pairs[: len(said)]])
    decided = int((ours != theirs).sum())
    return {
        **found,
        "win_rate": float((ours > theirs).sum()) / decided if decided else 0.5,
        "ties": 1 - decided / len(said),
        "beats_rejected": float((ours > rejected).mean()),
        "reference_beats_rejected": float((theirs > rejected).mean()),
    }


def answers(model: nn.Module, prompts: Sequence[Sequence[int]], seed: int = 0) -> list[list[int]]:
    """An answer to each prompt, drawn as the model's probabilities are, with its END where it came to one."""
    model.eval()
    chance = torch.Generator(device=device_of(model)).manual_seed(seed)
    end = cast(Causal, model).end
    found: list[Hypothesis] = []
    for start in range(0, len(prompts), AT_ONCE):
        source = side_by_side(prompts[start : start + AT_ONCE]).to(device_of(model))
        found += sample(cast(Decodable[Padded, Any], model), source, longest=LONGEST, generator=chance)
    return [[*one.tokens, *([end] if len(one.tokens) < LONGEST else [])] for one in found]
