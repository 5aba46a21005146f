"""Several runs beside each other: on one text, word by word, or on the same test texts, with paired tests."""

from dataclasses import asdict, dataclass, field
from typing import Any

from regard.findings import Interval


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What one run says of the text."""

    run: str
    model: str
    label: str
    """A label, a translation, or the word that is expected."""
    probability: float
    probabilities: dict[str, float] = field(default_factory=dict[str, float])
    """Of every label, or of the likeliest words; empty for translations."""
    why: str = ""
    """Why its words could not be weighed; empty where they were."""


@dataclass(frozen=True, kw_only=True)
class ComparedWord:
    """A word of the text with its weight in each run."""

    word: str
    start: int
    end: int
    weights: list[float | None]
    """One for each run; None where a run's words could not be weighed."""
    apart: float | None
    """The largest weight minus the smallest; None where fewer than two runs have one."""


@dataclass(frozen=True, kw_only=True)
class Distance:
    """How differently two runs weigh the words."""

    run: str
    other: str
    distance: float
    """½ Σ |a − b|, each run's weights divided by the sum of their sizes: 0 if they agree, 1 if they share nothing."""


@dataclass(frozen=True, kw_only=True)
class ComparedText:
    """One text through several runs."""

    text: str
    method: str
    target: str
    """What all of them are asked about: the label that was named, or the first run's own; empty for words said."""
    signed: bool
    answers: list[Answer]
    words: list[ComparedWord]
    """In the order of the text."""
    distances: list[Distance]

    @property
    def by_disagreement(self) -> list[ComparedWord]:
        """The words on which the runs differ most, first."""
        return sorted(self.words, key=lambda word: (-(word.apart or 0.0), word.start))

    def as_json(self) -> dict[str, Any]:
        """All of it, as what `json.dumps` takes, the words by disagreement."""
        return asdict(self) | {"words": [asdict(word) for word in self.by_disagreement]}


@dataclass(frozen=True, kw_only=True)
class ComparedRun:
    """What one run is worth on the texts."""

    run: str
    model: str
    seed: int
    value: float
    interval: Interval
    parameters: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class Difference:
    """A run against the first one, text by text."""

    run: str
    baseline: str
    difference: float
    interval: Interval | None
    """95 %; none where texts cannot be paired."""
    p: float | None
    changes: list[str]
    """Where the recipes differ, the baseline's value first."""


@dataclass(frozen=True, kw_only=True)
class ComparedRuns:
    """Several runs on the same test texts."""

    corpus: str
    split: str
    n: int
    metric: str
    """accuracy, bleu, perplexity or bits_per_character."""
    runs: list[ComparedRun]
    differences: list[Difference]
    recalled: bool
    """Whether all of it was kept with the runs, so that nothing had to be computed again."""

    @property
    def less(self) -> bool:
        """Whether less is better."""
        return self.metric in ("perplexity", "bits_per_character")

    def as_json(self) -> dict[str, Any]:
        """All of it, as what `json.dumps` takes."""
        return asdict(self)
