"""What an audit finds: how far explanations of a run's answers can be trusted, each figure beside its control."""

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from regard.findings import Interval


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A mean over texts and its 95 % interval."""

    value: float
    interval: Interval
    n: int
    """Texts."""


@dataclass(frozen=True, kw_only=True)
class Erasing:
    """What becomes of the answers when the words that a method names are taken away, or stand alone."""

    comprehensiveness: Figure
    sufficiency: Figure
    """Both normalised by the drop from the whole text to the empty one (Carton et al., 2020)."""
    beyond: Figure
    """Comprehensiveness less that of random orders of the same texts."""
    beyond_sufficiency: Figure
    full: float
    """The mean probability of the answer with the whole text."""
    removed: list[float]
    """The mean probability of the answer without the first words, for each share."""
    kept: list[float]
    """The same with these words alone."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """Whether a method names the words that are known to decide, where the model's answer is right."""

    first: Figure
    """Precision at 1."""
    precision: Figure
    """Precision at g, the number of deciding words."""
    average: Figure
    """Average precision."""
    chance: float
    """What a random ranking has at 1 and at g."""
    slices: dict[str, float]
    """Precision at g on parts of the test set."""


@dataclass(frozen=True, kw_only=True)
class Alike:
    """How alike two explanations of the same texts are."""

    overlap: Figure
    """Share of the first tenth of the words that both name."""
    chance: float
    """The same for random orders."""
    correlation: float | None
    """Spearman's rank correlation, mean over texts."""


@dataclass(frozen=True, kw_only=True)
class Audited:
    """One way of explaining."""

    method: str
    texts: int
    erased: dict[str, Erasing] = field(default_factory=dict[str, Erasing])
    """By the way in which words are taken away: `left-out`, `hole`."""
    found: Found | None = None
    randomised: Alike | None = None
    """The trained model's explanations against those of the same model with shuffled weights."""
    seeds: Alike | None = None
    """Against those of runs that differ in their seed."""
    why: str = ""
    """Why the model cannot be explained so; empty where it can."""


@dataclass(frozen=True, kw_only=True)
class Needed:
    """The model's answers with other attention weights than its own."""

    change: str
    """`uniform` or `permuted`."""
    where: str
    """`last` for the attention that the answer rests on, `all` for every one."""
    accuracy: Figure
    difference: Figure
    """That accuracy less the model's own on the same texts."""
    changed: Figure
    """Share of the answers that became another label."""
    distance: Figure
    """Total variation of the answers, from 0 to 1."""


@dataclass(frozen=True, kw_only=True)
class Adversarial:
    """Other weights with the same answer, text by text (Jain & Wallace, 2019)."""

    divergence: Figure
    """Jensen-Shannon, in nats, of the farthest weights that were found."""
    most: float
    """What it can be at most: ln 2."""
    far: Figure
    """Share of the texts with such weights more than half as far as can be."""
    alike: float
    """How far the answers may be apart and still be the same."""


@dataclass(frozen=True, kw_only=True)
class Baseline:
    """The run beside one that was trained with equal weights (Wiegreffe & Pinter, 2019)."""

    run: str
    model: str
    accuracy: Figure
    difference: Figure
    """The run's accuracy less that of the baseline, on the same texts."""
    p: float


@dataclass(frozen=True, kw_only=True)
class Audit:
    """All that an audit found."""

    run: str
    model: str
    parameters: int
    corpus: str
    split: str
    texts: int
    """Texts that were drawn from the part."""
    of: int
    """Texts that the part has."""
    seed: int
    budget: int
    """Tokens that each method may read."""
    shares: list[float]
    precision: str
    """In which matrices were multiplied: `float32` or `bfloat16`."""
    accuracy: Figure
    drops: dict[str, Figure]
    """What an answer loses from the whole text to the empty one, by the way in which words are taken away."""
    met: dict[str, bool]
    """Whether the model met such texts when it learned, by the way."""
    draws: int
    """Random orders of the control."""
    methods: list[Audited]
    needed: list[Needed]
    adversarial: Adversarial | None
    uniform: Baseline | None
    others: list[str]
    """Runs that differ in their seed."""
    alignment: dict[str, Any] | None = None
    """Alignment error rates of a translation run."""
    heads: list[dict[str, Any]] | None = None
    """What each head does, and whether it matters."""
    seconds: float
    command: str = ""

    def as_json(self) -> dict[str, Any]:
        """All of it, as what `json.dumps` takes; what is no number is null."""
        return _plain(asdict(self))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
