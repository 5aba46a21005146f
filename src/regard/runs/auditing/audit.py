"""A run audited on a part of a corpus: how far explanations of its answers can be trusted."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from torch import nn

from regard.data.examples import Labelled
from regard.errors import Mistake, unknown
from regard.explain.methods import METHODS
from regard.explain.question import Question
from regard.explain.target import Target
from regard.explain.trust import needed
from regard.explain.trust.deletion import SHARES
from regard.explain.trust.many import half_will_do
from regard.findings.audit import Audit
from regard.models.masked import Masked
from regard.runs.auditing.attention import adversarial, against_uniform, needs, refuse_unequal
from regard.runs.auditing.figures import share_of
from regard.runs.auditing.methods import asked_of, audited
from regard.runs.auditing.setting import COMPARED, Setting
from regard.runs.differences import differences
from regard.runs.labels.evaluation import examples_of
from regard.runs.progress import Progress, silent
from regard.runs.questions import unanswered
from regard.runs.run import Run, for_task
from regard.tasks.device import device_named

BUDGET = 300_000
"""Tokens that each method may read, its trial included."""
USUAL = tuple(name for name in METHODS if name not in ("occlusion", "value-zeroing", "uniform"))
"""What is tried unless methods are named: of like ones the exact one, and no control that is a random order again."""
CHECKED = 32
"""Texts by which it is seen whether half of the digits will do."""
TOLD = 100
"""Texts after which it is told how many were cut into words."""
EVERY = "all"
WHERE = ("seed", "device", "threads", "precision", "compiled")
"""Settings of a training in which runs of one model may differ: what is drawn, and where it was computed."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is to be audited, and how thoroughly."""

    corpus: str = ""
    split: str = ""
    methods: Sequence[str] = ()
    """None means the usual ones, `all` every one."""
    texts: int = 1_000
    seed: int = 0
    budget: int = BUDGET
    also: Sequence[Run] = ()
    """Runs that differ in their seed."""
    uniform: Run | None = None
    """A run that was trained with equal weights."""
    device: str = "cpu"
    command: str = ""


def audit(run: Run, wanted: Wanted, progress: Progress = silent) -> Audit:
    """Numbers with controls and intervals, on texts drawn from a part of a corpus: the test part, or the one named."""
    began = time.monotonic()
    for_task(run, "classify")
    names = _named(wanted.methods)
    for other in (*wanted.also, *filter(None, [wanted.uniform])):
        _same_labels(run, other)
    for other in wanted.also:
        _another_seed(run, other)
    if wanted.uniform is not None:
        refuse_unequal(run, wanted.uniform)
    corpus, split, examples = examples_of(run, wanted.corpus, wanted.split)
    drawn = np.random.default_rng(wanted.seed).permutation(len(examples))[: wanted.texts]
    chosen = [examples[int(i)] for i in drawn]
    place = device_named(wanted.device)
    models: list[nn.Module] = [one.model.to(place) for one in (run, *wanted.also)]
    questions = _questions(run, chosen, progress)
    for other in wanted.also:
        for question in questions[:COMPARED]:
            asked_of(other, question)
    texts = [np.array(question.ids) for question in questions]
    half = half_will_do(models[0], texts[:CHECKED])
    said = needed.answers(models[0], texts, half=half, tell=lambda share: progress("answers", share))
    setting = Setting(
        run=run,
        others=list(wanted.also),
        model=models[0],
        half=half,
        seed=wanted.seed,
        budget=wanted.budget,
        examples=chosen,
        questions=[
            question.about(Target(label, run.classes[label]))
            for question, label in zip(questions, said.labels.tolist(), strict=True)
        ],
    )
    right = said.labels == np.array([example.label for example in chosen])
    trials = audited(setting, names, progress)
    found = Audit(
        run=str(run.folder),
        model=run.recipe.name,
        parameters=sum(weight.numel() for weight in models[0].parameters()),
        corpus=corpus,
        split=split,
        texts=len(chosen),
        of=len(examples),
        seed=wanted.seed,
        budget=wanted.budget,
        shares=list(SHARES),
        precision="bfloat16" if half else "float32",
        accuracy=share_of(right),
        drops=trials.drops,
        met={way: met for way, met in _met(run).items() if way in trials.drops},
        draws=trials.draws,
        methods=trials.methods,
        needed=needs(setting, said, progress),
        adversarial=adversarial(setting, progress),
        uniform=against_uniform(run, wanted.uniform, chosen, right, progress),
        others=[str(other.folder) for other in wanted.also],
        seconds=time.monotonic() - began,
        command=wanted.command,
    )
    for one in (run, *wanted.also):
        one.model.cpu()
    return found


def _questions(run: Run, examples: Sequence[Labelled], progress: Progress) -> list[Question]:
    """What is asked about each text, before it is known which label it gets."""
    found: list[Question] = []
    for example in examples:
        found.append(unanswered(run, example.text))
        if len(found) % TOLD == 0:
            progress("texts", len(found) / len(examples))
    return found


def _named(methods: Sequence[str]) -> list[str]:
    """The methods to try, in the order of the table."""
    if list(methods) == [EVERY]:
        return list(METHODS)
    for name in methods:
        if name not in METHODS:
            raise unknown("method", name, [*METHODS, EVERY])
    return [name for name in METHODS if name in (methods or USUAL)]


def _same_labels(run: Run, other: Run) -> None:
    """Nothing, if two runs give the same labels; else that they cannot be compared."""
    for_task(other, "classify")
    if other.classes != run.classes:
        raise Mistake(
            f"{other.folder} gives the labels {', '.join(other.classes)} and {run.folder} {', '.join(run.classes)}; "
            "compare runs on the same corpus."
        )


def _another_seed(run: Run, other: Run) -> None:
    """Nothing, if a run is the same model trained again; else that it cannot show what a seed changes."""
    ours, theirs = run.recipe, other.recipe
    alike = replace(theirs, training=replace(theirs.training, **{leaf: vars(ours.training)[leaf] for leaf in WHERE}))
    found = [
        *differences(alike, ours),
        *(f"the {part}" for part in ("corpus", "start", "teachers") if vars(alike)[part] != vars(ours)[part]),
    ]
    if found:
        raise Mistake(
            f"{other.folder} differs from {run.folder} in more than its seed: {', '.join(found)}; train the same model "
            "with another --seed."
        )
    if theirs.training.seed == ours.training.seed:
        raise Mistake(f"{other.folder} was trained like {run.folder}, with the same seed; train with another --seed.")


def _met(run: Run) -> dict[str, bool]:
    """Whether texts with words taken away are of a kind that the model met when it learned, by the way.

    A shorter text is one that it could have met. A hole is, where words were blanked in training, where the model
    learned to fill blanks, or where rare words were read as unknown ones.
    """
    made = run.recipe
    blanks = made.task.blanked > 0 or isinstance(getattr(run.model, "body", None), Masked)
    rare = run.tokenizer.kind == "words" and made.text.least > 1
    return {"left-out": True, "hole": blanks or rare}
