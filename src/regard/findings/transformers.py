"""What the last chapter finds: objectives, few labels, preferences, attention of three designs, and parity."""

from dataclasses import dataclass

from regard.findings import Interval


@dataclass(frozen=True, kw_only=True)
class Cut:
    """A text as a model reads it."""

    text: str
    words: list[list[str]]
    """The pieces of each word."""


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """How texts are cut into tokens."""

    kind: str
    """`pieces` of words, whole `words`, or `characters`."""
    size: int
    """Of the vocabulary."""
    per_word: float
    """Tokens that a word of the test texts takes, on average."""
    cuts: list[Cut]


@dataclass(frozen=True, kw_only=True)
class Choice:
    """A word for a blank."""

    word: str
    probability: float


@dataclass(frozen=True, kw_only=True)
class Saying:
    """What one model says to one text."""

    model: str
    asked: str
    """Which words it learned to say: the `next` one, `masked` ones, or those of a `clean` text."""
    prompt: str
    said: str
    """How the prompt goes on, the text with its blank filled in, or the text as it was before the noise."""
    choices: list[Choice]
    """The best words for the blank, the best first; empty where there is none."""
    reference: str
    """The text as it was, where the prompt was made from one."""


@dataclass(frozen=True, kw_only=True)
class FewLabels:
    """One model that learned from so many labels."""

    model: str
    labels: int
    """Of the training part."""
    whole: bool
    """Whether these are all that there are."""
    pretrained: bool
    """Whether it had read the texts before, or began with random weights."""
    value: float
    """Accuracy on the test part, mean over the seeds."""
    interval: Interval
    per_seed: list[float]
    updates: int
    """Steps of its training with the first seed; it may have stopped early."""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A prompt, and what a model answers before and after it learned preferences."""

    prompt: str
    before: str
    after: str
    worth_before: float | None
    worth_after: float | None
    """What the answers are worth by the rule behind the preferences, where that is known."""


@dataclass(frozen=True, kw_only=True)
class Preferred:
    """One language model before and after it learned preferences; shares between 0 and 1, means over the seeds.

    Before, it has learned both answers of every pair: what answers are like, not which are better.
    """

    model: str
    corpus: str
    n: int
    """Pairs of the test part."""
    likelier_before: float
    likelier: float
    """Share of the pairs whose chosen answer is more probable than the rejected one."""
    accuracy: float
    """Share of the pairs in which the chosen answer gained more than the rejected one: the reward of DPO."""
    interval: Interval
    kl: float
    """log π − log π before, of a token, the mean over answers that the model drew itself."""
    asked: int
    """Prompts that it answered itself."""
    win_rate: float | None
    """Of the prompts answered not equally well before and after, the share answered better after."""
    ties: float | None
    """Share of the prompts answered equally well."""
    beats_before: float | None
    beats: float | None
    """Share of its own answers that are better than the rejected ones."""
    answers: list[Answer]


@dataclass(frozen=True, kw_only=True)
class LookMap:
    """The weights of one attention, who looks (row) at what (column)."""

    layer: int
    head: int
    """Both counted from 1."""
    weights: list[list[float]]


@dataclass(frozen=True, kw_only=True)
class Look:
    """One sentence through one kind of attention of one model."""

    model: str
    design: str
    """`encoder`, `decoder` or `encoder-decoder`."""
    site: str
    """`self`: a text looks at itself. `cross`: what is said looks at what was read."""
    text: str
    rows: list[str]
    columns: list[str]
    answer: str
    """What the model says to the sentence: the word that it expects next, or the text that it puts in its place."""
    probability: float
    maps: list[LookMap]


@dataclass(frozen=True, kw_only=True)
class Parity:
    """One family beside the published library, the same random weights in both; largest differences."""

    family: str
    logits: float
    attention: float
    back: float
    """Of the logits, after the weights have gone from ours back into the library."""
    tolerance: float
    met: bool
    """Whether all of them are within the tolerance."""


@dataclass(frozen=True, kw_only=True)
class TransformersFindings:
    """All that the last chapter shows beside its table."""

    tokens: Tokens
    sayings: list[Saying]
    labels: list[FewLabels]
    preferred: Preferred | None
    """Where a model of the next word was trained."""
    looks: list[Look]
    parity: list[Parity]
    library: str
    """What the families were held against, with its version; empty where it is not installed."""
