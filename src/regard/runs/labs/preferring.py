"""A language model before and after it learned preferences (row T9)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import nn

from regard.data.preferred import PreferredTexts
from regard.data.probes.preferences import NAME, kindness
from regard.findings.transformers import Answer, Preferred
from regard.metrics.intervals import over_seeds
from regard.runs.preferences.measure import ASKED, LONGEST, Preferring, answers
from regard.runs.preferences.purpose import PreparedPreferences, prepared
from regard.runs.progress import silent
from regard.runs.run import Run, open_run
from regard.runs.trained import Trained
from regard.tasks.prefer import AT_ONCE, log_probabilities

SHOWN = 2
"""Prompts whose answers are shown."""


def preferred(name: str, before: Run, runs: Sequence[Trained[Preferring]]) -> Preferred:
    """The model `before`, which has learned answers, beside what it became with each seed."""
    first = runs[0]
    data = prepared(first.recipe, silent)
    after = open_run(first.folder)
    tests = [run.test for run in runs]

    def mean(measure: str) -> float | None:
        known = [test.own[measure] for test in tests if measure in test.own]
        return float(np.mean(known)) if known else None

    return Preferred(
        model=name,
        corpus=first.corpus,
        n=tests[0].n,
        likelier_before=likelier(before.model, data.test),
        likelier=float(np.mean([likelier(open_run(run.folder).model, data.test) for run in runs])),
        accuracy=float(np.mean([test.value for test in tests])),
        interval=over_seeds([test.value for test in tests], tests[0].n),
        kl=mean("kl") or 0.0,
        asked=min(ASKED, tests[0].n),
        win_rate=mean("win_rate"),
        ties=mean("ties"),
        beats_before=mean("reference_beats_rejected"),
        beats=mean("beats_rejected"),
        answers=_answers(data, before, after),
    )


@torch.no_grad()
def likelier(model: nn.Module, texts: PreferredTexts) -> float:
    """The share of the pairs whose chosen answer is more probable to a model than the rejected one."""
    model.eval()
    more: list[np.ndarray[Any, Any]] = []
    for start in range(0, len(texts), AT_ONCE):
        chosen, rejected = log_probabilities(
            model, texts.batch(np.arange(start, min(start + AT_ONCE, len(texts))))
        ).chunk(2)
        more.append((chosen > rejected).numpy())
    return float(np.concatenate(more).mean())


def _answers(data: PreparedPreferences, before: Run, after: Run) -> list[Answer]:
    """What both draw with the same seed to the first test prompts."""
    pairs, texts, tokenizer = data.corpus.test[:SHOWN], data.test, data.tokenizers.source
    prompts = [prompt[-(texts.longest - LONGEST) :] for prompt in texts.prompts[:SHOWN]]
    said = [[tokenizer.decode(one).strip() for one in answers(run.model, prompts)] for run in (before, after)]
    known = data.corpus.name == NAME
    return [
        Answer(
            prompt=pair.prompt,
            before=one,
            after=other,
            worth_before=kindness(one) if known else None,
            worth_after=kindness(other) if known else None,
        )
        for pair, one, other in zip(pairs, *said, strict=True)
    ]
