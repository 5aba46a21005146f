"""What a model that learned to answer is worth: how well it says the wanted answers, and what it says itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from torch import nn

from regard.attention.padded import Padded, side_by_side
from regard.data.batch import Numbers
from regard.data.instructed import InstructedTexts
from regard.data.preferred import Tokens
from regard.decoding import greedy
from regard.metrics.words import OfWords, WordScores
from regard.roles import Decodable
from regard.runs.answers.asking import LONGEST, Right
from regard.tasks.device import device_of
from regard.tasks.instruct import answer_words
from regard.text.tokenizer import Tokenizer

ASKED = 200
"""Prompts that a model answers itself."""
AT_ONCE = 50


@dataclass(frozen=True, kw_only=True)
class Answering(OfWords):
    """Perplexity of the wanted answers, and how many answers of the model's own are right."""

    own: dict[str, float] = field(default_factory=dict[str, float])
    """Of the most probable answers to some of the prompts, `exact`: the share that is the wanted one word for word;
    `right`: where it is known which answers are right, the share of these."""

    @property
    def measures(self) -> dict[str, float]:
        """What else is measured, by name."""
        return {"loss": self.words.loss, "word_accuracy": self.words.accuracy, **self.own}

    def summary(self) -> dict[str, Any]:
        """The figures."""
        return {
            "n": self.n,
            "metric": "perplexity",
            "value": self.value,
            "interval": list(self.interval),
            "words": "answers",
            "slices": self.slices,
            **self.measures,
        }

    def verdicts(self) -> dict[str, Any]:
        """What only the model could say."""
        return {"words": self.words.as_lists(), "own": self.own}


def recalled_answers(kept: dict[str, Any]) -> Answering:
    """What was measured, from the verdicts that were kept."""
    return Answering(words=WordScores.from_lists(kept["words"]), own=kept["own"])


def measure_answers(model: nn.Module, texts: InstructedTexts, tokenizer: Tokenizer, right: Right | None) -> Answering:
    """Measure a model on prompts and their answers; it answers some of the prompts itself."""
    words = answer_words(model, texts)
    places: Numbers = np.unique(np.linspace(0, len(texts) - 1, min(ASKED, len(texts))).astype(int))
    wanted = [list(texts.answers[i][:-1]) for i in places]
    said = likeliest(model, [texts.prompts[i] for i in places], max(LONGEST, *map(len, wanted)), texts.longest)
    own = {"exact": float(np.mean([one == other for one, other in zip(said, wanted, strict=True)]))}
    if right is not None:
        own["right"] = float(np.mean([right(tokenizer.decode(one)) for one in said]))
    return Answering(words=words, own=own)


def likeliest(model: nn.Module, prompts: Sequence[Tokens], most: int, longest: int) -> list[list[int]]:
    """The most probable answer to each prompt, of at most so many tokens; a prompt leaves room for them."""
    model.eval()
    most = min(most, longest // 2)
    kept = [prompt[-(longest - most) :] for prompt in prompts]
    found: list[list[int]] = []
    for start in range(0, len(kept), AT_ONCE):
        source = side_by_side(kept[start : start + AT_ONCE]).to(device_of(model))
        found += [list(one.tokens) for one in greedy(cast(Decodable[Padded, Any], model), source, longest=most)]
    return found
