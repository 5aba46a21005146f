"""Results as values: what a lab found, with nothing about how it was computed or how it looks.

Everything here is plain data (numbers, strings, lists), so it can be written as JSON, drawn, or compared.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

from regard.findings import Interval
from regard.findings.self_attention import SelfAttentionFindings
from regard.findings.transformers import TransformersFindings
from regard.findings.translation import TranslationFindings


@dataclass(frozen=True, kw_only=True)
class Epoch:
    """What was measured after one pass over the training texts."""

    epoch: int
    train_loss: float
    validation_loss: float
    validation: float
    """The task's measure on the validation part (accuracy for classifiers, BLEU / 100 for translators), 0 to 1."""
    perplexity: float | None = None
    """Of the validation targets, where words are said."""
    entropy: float | None = None
    """Mean entropy of the attention divided by log n: 1 is a plain mean, 0 a single word."""
    histogram: list[int] | None = None
    """How many validation texts have a normalised entropy in each of 20 equal bins of [0, 1]."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One model of a lab's ladder, over all its seeds."""

    row: str
    """The course's row, such as P2."""
    model: str
    seeds: list[int]
    metric: str
    value: float
    """Mean over the seeds, on the test part."""
    interval: Interval
    """95 %, from the spread over seeds and the size of the test part together."""
    parameters: int
    seconds: float
    """Training time, mean over the seeds."""
    tokens_per_second: float
    validation: float
    per_seed: list[float]
    slices: dict[str, float] = field(default_factory=dict)
    """The measure on named parts of the test set (phenomena, word order, long texts, …), mean over seeds."""
    measures: dict[str, float] = field(default_factory=dict)
    """Other measures by name, on the test part, mean over the seeds."""
    looks: str = ""
    """Whose attention entropy and rationale are of: `pool`, one question to the whole text; `words`, each word's in the
    last layer; `cls`, that of CLS in the last layer."""
    entropy: float | None = None
    rationale: float | None = None
    """Share of the attention that falls on gold rationale words."""
    rationale_uniform: float | None = None
    """The same share for a plain mean: the rationale's part of the words."""
    epochs: list[list[Epoch]] = field(default_factory=list)
    """For each seed, its epochs."""


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Two models on the same test examples, and whether their difference is more than noise."""

    model: str
    baseline: str
    difference: float
    """Measure of `model` minus that of `baseline`."""
    interval: Interval
    p: float
    """Of a paired test; small means that chance alone would rarely give such a difference."""
    changes: list[str] = field(default_factory=list[str])
    """Where the recipes differ, such as `model.heads 1 → 4`, the baseline's value first."""


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How one model read one text: a weight per word, and the verdict."""

    model: str
    words: list[str]
    weights: list[float]
    """One per word; they sum to one. Empty for a model without attention."""
    label: str
    probability: float


@dataclass(frozen=True, kw_only=True)
class Text:
    """One text through all models."""

    text: str
    gold: str
    rationale: list[int]
    """Positions, in `words` of the readings, of the gold rationale; empty where none is known."""
    readings: list[Reading]


@dataclass(frozen=True, kw_only=True)
class SweepPoint:
    """One setting of the entropy weight λ in loss = CE + λ·H (row P5)."""

    weight: float
    value: float
    interval: Interval
    entropy: float
    rationale: float | None = None


@dataclass(frozen=True, kw_only=True)
class LabResult:
    """All that a lab found."""

    lab: str
    corpus: str
    command: str
    """What to type to get this again."""
    sizes: dict[str, int]
    """Examples per part: train, validation, test."""
    classes: list[str]
    notes: list[str]
    """Facts about the data that a reader must know (duplicates, coverage of the vectors, …)."""
    rows: list[Row]
    comparisons: list[Comparison]
    texts: list[Text]
    sweep: list[SweepPoint]
    steps: list[Comparison] = field(default_factory=list)
    """Models of the ladder against the one that they go on from."""
    self_attention: SelfAttentionFindings | None = None
    """What the second chapter shows beside its table."""
    translation: TranslationFindings | None = None
    """What the third chapter shows beside its table."""
    transformers: TransformersFindings | None = None
    """What the last chapter shows beside its table."""
    versions: dict[str, str] = field(default_factory=dict)
    report: str = ""
    """Path of the page, once written."""

    def as_json(self) -> dict[str, Any]:
        """The whole result, as what `json.dumps` takes."""
        return asdict(self)
