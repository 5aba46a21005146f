"""Whether a run needs its attention, and whether its weights could be others."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from torch import nn

from regard.attention.heads import MultiHead
from regard.data.examples import Labelled
from regard.errors import Mistake
from regard.explain.cut import Tokens
from regard.explain.methods.weights import POOL
from regard.explain.reading import Tell, batches
from regard.explain.trust.adversary import ALIKE, MOST, adversaries, pooling_of
from regard.explain.trust.needed import Answers, Change, answers, permuted, uniform
from regard.findings.audit import Adversarial, Baseline, Figure, Needed
from regard.layers.pooling import MeanPool, QueryPool, TextQueryPool
from regard.metrics.intervals import paired
from regard.runs.auditing.figures import mean_of, share_of
from regard.runs.auditing.setting import FEWEST, Setting
from regard.runs.progress import Progress
from regard.runs.questions import unanswered
from regard.runs.run import Run
from regard.tasks.device import device_of

SEARCHED = 200
"""Texts that other weights are looked for at most."""
CHANGES = ("uniform", "permuted")


def needs(setting: Setting, said: Answers, progress: Progress) -> list[Needed]:
    """The answers with equal weights and with permuted ones: where the answer rests, and everywhere.

    None for a model whose weights are equal as it is.
    """
    site = setting.questions[0].asked.looks
    if site is None or isinstance(setting.model.get_submodule(site), MeanPool):
        return []
    texts = [cut.ids for cut in setting.many.cuts[: _within(setting)]]
    labels = np.array([example.label for example in setting.examples[: len(texts)]])
    own = Answers(said.probabilities[: len(texts)])
    places = {"last": site, "all": "*"} if _several(setting.model) else {"last": site}
    found: list[Needed] = []
    for where, only in places.items():
        for change in CHANGES:
            doing = f"{change} weights, {where}"
            other = _changed(setting, texts, only, change, lambda share, at=doing: progress(at, share))
            right, before = (one.labels == labels for one in (other, own))
            found.append(
                Needed(
                    change=change,
                    where=where,
                    accuracy=share_of(right),
                    difference=mean_of(right.astype(np.float64) - before),
                    changed=share_of(own.changed(other)),
                    distance=share_of(own.distance(other)),
                )
            )
    return found


def _changed(setting: Setting, texts: Sequence[Tokens], only: str, change: str, tell: Tell) -> Answers:
    edit: Change = uniform if change == "uniform" else permuted(setting.seed)
    return answers(setting.model, texts, half=setting.half, only=only, change=edit, tell=tell)


def _within(setting: Setting) -> int:
    """How many texts are read with other weights: four kinds of them, and attention written out takes twice as long."""
    passes = np.full(len(setting.questions), 2.0 * len(CHANGES) ** 2)
    return max(min(FEWEST, len(setting.questions)), setting.within(passes, 2 * setting.budget))


def _several(model: nn.Module) -> bool:
    """Whether the model has layers of attention, besides that of its verdict or with it."""
    return sum(isinstance(part, MultiHead | QueryPool | TextQueryPool) for part in model.modules()) > 1


def adversarial(setting: Setting, progress: Progress) -> Adversarial | None:
    """The farthest other weights with the same answer; None where the answer is not linear in one look at the text."""
    site = setting.questions[0].asked.looks
    if site is None or isinstance(setting.model.get_submodule(site), MeanPool):
        return None
    texts = [cut.ids for cut in setting.many.cuts[: min(SEARCHED, _within(setting))] if len(cut.ids) > 1]
    if not texts:
        return None
    divergences: list[NDArray[np.float64]] = []
    parts = list(batches(setting.model, np.array([len(text) for text in texts]), traced=True))
    for number, chosen in enumerate(parts):
        pooling = pooling_of(setting.model, site, [texts[i] for i in chosen.tolist()])
        if pooling is None:
            return None
        divergences.append(adversaries(pooling, seed=setting.seed).divergence)
        progress("other weights, same answer", (number + 1) / len(parts))
    found = np.concatenate(divergences)
    return Adversarial(divergence=mean_of(found), most=MOST, far=share_of(found > MOST / 2), alike=ALIKE)


def refuse_unequal(run: Run, baseline: Run) -> None:
    """Nothing, if a baseline weighs all words alike where the run's answers rest."""
    pool = getattr(baseline.model, "pool", None)
    same_kind = baseline.recipe.model["kind"] == run.recipe.model["kind"] and getattr(run.model, "looks", None) == POOL
    alone = getattr(baseline.model, "looks", None) == POOL
    if not isinstance(pool, MeanPool) or not (alone or same_kind):
        raise Mistake(
            f"{baseline.folder} learned weights of its own; --uniform takes a run that was trained with equal weights: "
            "of `mean`, of `lstm-mean`, or of `transformer` with --set model.pooling=mean."
        )


def against_uniform(
    run: Run, baseline: Run | None, examples: Sequence[Labelled], right: NDArray[np.bool_], progress: Progress
) -> Baseline | None:
    """The run beside one that was trained with equal weights, on the same texts."""
    if baseline is None:
        return None
    model = baseline.model.to(device_of(run.model))
    texts = [np.array(unanswered(baseline, example.text).ids) for example in examples]
    said = answers(model, texts, tell=lambda share: progress("trained with equal weights", share))
    theirs = said.labels == np.array([example.label for example in examples])
    value, between, p = paired([right], [theirs])
    model.cpu()
    return Baseline(
        run=str(baseline.folder),
        model=baseline.recipe.name,
        accuracy=share_of(theirs),
        difference=Figure(value=value, interval=between, n=len(right)),
        p=p,
    )
