"""A run's heads audited: what each does over many texts, and what the answers lose without it."""

import time
from dataclasses import replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from regard.explain.heads.reads import answered
from regard.explain.heads.roles import Role, Site, roles
from regard.explain.heads.worth import HOW, Chosen, How, without
from regard.findings.heads import Effect, HeadFigures, HeadReport, Share, role_of
from regard.metrics.resampling import Score, interval, paired, scored
from regard.runs.auditing.aligning import alignment_report
from regard.runs.auditing.sample import Sample, sample_of
from regard.runs.progress import Progress, silent
from regard.runs.run import Run

TEXTS = 400
"""Texts that are read unless another number is asked for."""
LEVEL = 0.05
"""How often chance alone may call any head important."""

Sums = NDArray[np.float64]


def head_report(
    run: Run,
    corpus: str = "",
    split: str = "",
    *,
    texts: int = TEXTS,
    seed: int = 0,
    silence: bool = True,
    progress: Progress = silent,
    command: str = "",
) -> HeadReport:
    """What every head of a run does on texts drawn from a part of a corpus; with `silence`, what each is worth."""
    sample = sample_of(run, corpus, split, texts, seed, progress)
    report = reported(run, sample, silence=silence, progress=progress, command=command)
    if sample.what != "translation":
        return report
    return replace(report, alignment=alignment_report(run, corpus, split, texts, seed))


def reported(
    run: Run, sample: Sample, *, silence: bool = True, progress: Progress = silent, command: str = ""
) -> HeadReport:
    """The same on texts that are drawn already."""
    began, model = time.monotonic(), run.model.eval()
    found = roles(model, sample.reads, sample.count, sample.marks, sample.tied)
    whole = answered(sample.reads, sample.count)
    every = [(role.site, head) for role in found for head in range(role.site.heads)]
    worth: dict[tuple[Site, int], dict[str, Effect]] = {}
    for number, one in enumerate(every if silence else ()):
        worth[one] = {how: _effect(run, sample, whole, [one], how, len(every)) for how in HOW}
        progress("heads", (number + 1) / len(every))
    losses, answers, right, asked = whole.sum(0)
    return HeadReport(
        run=str(run.folder),
        model=run.recipe.name,
        corpus=sample.corpus,
        split=sample.split,
        texts=sample.count,
        of=sample.of,
        answers=int(answers),
        what=sample.what,
        loss=float(losses / answers),
        accuracy=float(right / max(asked, 1)),
        heads=[
            _figures(role, head, worth.get((role.site, head), {})) for role in found for head in range(role.site.heads)
        ],
        silent={how: _effect(run, sample, whole, every, how, 1) for how in HOW} if silence else {},
        seconds=time.monotonic() - began,
        command=command,
    )


def _figures(role: Role, head: int, effects: dict[str, Effect]) -> HeadFigures:
    """One head, from the sums of its site."""
    shares: dict[str, Share] = {}
    for number, name in enumerate(role.relations):
        asked = role.asked[:, number]
        if not asked.any():
            continue
        score = _ratio(name, role.weight[:, head, number], asked)
        shares[name] = Share(
            value=score.value,
            interval=interval([score]),
            control=float(role.chance[:, number].sum() / asked.sum()),
            of=float(asked.sum() / max(role.asked.sum(0).max(), 1)),
        )
    entropy = float(role.entropy[:, head].sum() / max(role.tokens.sum(), 1))
    return HeadFigures(
        site=role.site.name,
        call=role.site.call if role.site.calls > 1 else None,
        head=head,
        kind=role.site.kind,
        role=role_of(shares, entropy),
        entropy=entropy,
        shares=shares,
        effects=effects,
    )


def _effect(run: Run, sample: Sample, whole: Sums, chosen: Chosen, how: How, tries: int) -> Effect:
    """What the answers lose without some heads; `tries` says among how many such changes this one is looked at."""
    silenced = without(run.model, sample.reads, sample.count, chosen, how)
    loss, loss_interval, _ = paired([_ratio("loss", *silenced.T[:2])], [_ratio("loss", *whole.T[:2])])
    accuracy, accuracy_interval, _ = paired([_ratio("accuracy", *silenced.T[2:])], [_ratio("accuracy", *whole.T[2:])])
    apart = loss_interval[0] > 0 or loss_interval[1] < 0
    return Effect(
        loss=loss,
        loss_interval=loss_interval,
        accuracy=accuracy,
        accuracy_interval=accuracy_interval,
        sure=apart and is_sure(silenced[:, 0] - whole[:, 0], tries),
    )


def is_sure(differences: Sums, tries: int) -> bool:
    """Whether a mean differs from nothing, though it is one of so many: a normal test at LEVEL / tries (Bonferroni)."""
    spread = float(differences.std(ddof=1)) if len(differences) > 1 else 0.0
    if not spread:
        return False
    return abs(float(differences.mean())) * len(differences) ** 0.5 / spread > NormalDist().inv_cdf(
        1 - LEVEL / tries / 2
    )


def _ratio(name: str, above: Sums, below: Sums) -> Score:
    """Σ above / Σ below over texts."""
    return scored(name, np.stack([above, below], axis=1), lambda sums: sums[..., 0] / np.maximum(sums[..., 1], 1e-12))
