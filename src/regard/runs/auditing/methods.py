"""Ways of explaining, each on trial: on as many texts as its budget of tokens allows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from regard.errors import Mistake
from regard.explain.asking import Verdict
from regard.explain.cut import Way
from regard.explain.methods import METHODS
from regard.explain.question import Question
from regard.explain.trust.deletion import ranked
from regard.explain.trust.stable import shuffled
from regard.explain.trust.trials import Floats, Trial, both_ends, by_chance, tried
from regard.findings.audit import Alike, Audited, Erasing, Figure
from regard.runs.auditing.figures import figure_of, mean_of
from regard.runs.auditing.known import Scores, alike, found
from regard.runs.auditing.setting import FEWEST, PART, Setting
from regard.runs.progress import Progress
from regard.runs.questions import unanswered
from regard.runs.run import Run
from regard.tasks.device import device_of

DRAWS = 3
"""Random orders of the control."""
BLIND = ("random", "uniform")
"""Controls that know nothing of a model."""


@dataclass(frozen=True)
class Trials:
    """Every method's findings, and what they are measured by."""

    methods: list[Audited]
    drops: dict[str, Figure]
    draws: int = DRAWS


@dataclass
class Controls:
    """Random orders of the texts, for each way in which words are taken away."""

    setting: Setting
    progress: Progress
    most: int
    """Texts that the method with most texts explains."""
    known: dict[Way, tuple[tuple[Floats, Floats], Trial]] = field(
        default_factory=dict[Way, tuple[tuple[Floats, Floats], Trial]]
    )

    def texts(self, way: Way, count: int) -> int:
        """How many of so many texts are tried in this way."""
        return count if way == "left-out" else max(min(FEWEST, count), count // PART)

    def of(self, way: Way) -> tuple[tuple[Floats, Floats], Trial]:
        """The answers to whole and empty texts, and the control."""
        if way not in self.known:
            many, doing = self.setting.many.first(self.texts(way, self.most)), f"random, {way}"
            ends = both_ends(many, way)

            def tell(share: float) -> None:
                self.progress(doing, share)

            self.known[way] = ends, by_chance(many, way, ends, draws=DRAWS, seed=self.setting.seed, tell=tell)
        return self.known[way]


def audited(setting: Setting, names: Sequence[str], progress: Progress) -> Trials:
    """Each method of these names: its trial, what it finds of the known words, and what it is worth elsewhere."""
    allowed = {name: setting.allowed(name) for name in names}
    most = max((count for name, count in allowed.items() if name not in BLIND), default=max(allowed.values()))
    allowed |= {name: min(most, count) for name, count in allowed.items()}
    controls = Controls(setting, progress, most)
    ways = setting.questions[0].cut.ways()
    random = shuffled(setting.model, setting.seed)
    methods = [_one(setting, name, allowed[name], ways, controls, random, progress) for name in names]
    drops = {way: mean_of(controls.of(way)[1].drop) for way in ways}
    return Trials(methods, drops)


def _one(
    setting: Setting,
    name: str,
    count: int,
    ways: Sequence[Way],
    controls: Controls,
    random: nn.Module,
    progress: Progress,
) -> Audited:
    questions = setting.questions[:count]
    try:
        scores = explained(name, questions, setting.half, lambda share: progress(name, share))
    except Mistake as mistake:
        return Audited(method=name, texts=0, why=str(mistake))
    erased = {way: _tried(setting, name, way, scores, controls, progress) for way in ways}
    compared = questions[: setting.compared(name, count)]
    without: list[NDArray[np.float64]] = []
    if name not in BLIND and compared:
        blind = [of_model(question, random) for question in compared]
        without = explained(name, blind, setting.half, lambda share: progress(f"{name}, shuffled weights", share))
    return Audited(
        method=name,
        texts=count,
        erased=erased,
        found=found(setting.examples, questions, scores, setting.seed),
        randomised=alike([(scores, without)], setting.seed) if without else None,
        seeds=_other_seeds(setting, name, compared, scores, progress),
    )


def explained(
    name: str, questions: Sequence[Question], half: bool, tell: Callable[[float], None]
) -> list[NDArray[np.float64]]:
    """For each text a score for each of its words."""
    with torch.autocast(device_of(questions[0].model).type, torch.bfloat16, enabled=half):
        found = METHODS[name].together(questions, tell)
    return [question.merged(one)[question.words] for question, one in zip(questions, found, strict=True)]


def _tried(setting: Setting, name: str, way: Way, scores: Scores, controls: Controls, progress: Progress) -> Erasing:
    """The trial of a method's explanations; that of the control itself is known already."""
    ends, control = controls.of(way)
    count = controls.texts(way, len(scores))
    trial = control.first(count)
    if name != "random":
        orders = [ranked(one, (setting.seed, number)) for number, one in enumerate(scores[:count])]
        doing = f"{name}, {way}"
        trial = tried(setting.many, orders, way, ends, tell=lambda share: progress(doing, share))
    (first, second), (more, alone) = trial.figures(), trial.beyond(control)
    removed, kept = trial.curve()
    return Erasing(
        comprehensiveness=figure_of(first),
        sufficiency=figure_of(second),
        beyond=figure_of(more),
        beyond_sufficiency=figure_of(alone),
        full=float(trial.full.mean()),
        removed=removed,
        kept=kept,
    )


def _other_seeds(
    setting: Setting, name: str, questions: Sequence[Question], scores: Scores, progress: Progress
) -> Alike | None:
    """The same method on other runs, asked about the same labels."""
    if name in BLIND or not setting.others or not questions:
        return None
    pairs: list[tuple[Scores, Scores]] = []
    for other in setting.others:
        doing = f"{name}, {other.folder.name}"
        asked = [asked_of(other, question) for question in questions]
        pairs.append((scores, explained(name, asked, setting.half, lambda share, at=doing: progress(at, share))))
    return alike(pairs, setting.seed)


def asked_of(other: Run, question: Question) -> Question:
    """The same text and label, asked of another run; words are the same only where tokens are."""
    found = unanswered(other, question.text).about(question.target)
    if [found.groups[word] for word in found.words] != [question.groups[word] for word in question.words]:
        raise Mistake(f"{other.folder} cuts texts into other words than the run that is audited; name one of its kind.")
    return found


def of_model(question: Question, model: nn.Module) -> Question:
    """The same question about another model of the same kind."""
    return replace(question, asked=Verdict(model))
