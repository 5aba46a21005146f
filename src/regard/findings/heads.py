"""What each head of a run does over many texts, and whether it matters."""

from dataclasses import asdict, dataclass, field
from typing import Any

from regard.findings import Interval

MOST = 0.5
"""Share of its weight from which a head is named after where it goes."""
BEYOND = 0.2
"""How far that share must lie above what chance would give."""
OFTEN = 0.1
"""Part of the tokens that must have such a one to look at."""
FLAT = 0.95
"""Entropy, divided by that of equal weights, from which a head looks at all alike."""
LEAST = 0.01
"""Change of the loss from which a head matters: the answers are about 1 % less probable without it."""


@dataclass(frozen=True, kw_only=True)
class Share:
    """How much of a head's weight goes to one kind of token."""

    value: float
    """Mean over the tokens that have one to look at."""
    interval: Interval
    """95 %, by drawing the texts anew."""
    control: float
    """The same for a head that looks at all alike; one whose weights are shuffled has it too, on average."""
    of: float
    """Part of all tokens that have such a one to look at."""

    @property
    def names(self) -> bool:
        """Whether a head is named after it."""
        return self.value >= MOST and self.value - self.control >= BEYOND and self.of >= OFTEN


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What changes when a head is silent."""

    loss: float
    """The mean loss then, less that with the head."""
    loss_interval: Interval
    """95 %, paired: both on the same texts, drawn anew."""
    accuracy: float
    accuracy_interval: Interval
    sure: bool
    """Whether the change of the loss is more than chance would bring to any of so many heads, in 19 of 20 audits."""

    @property
    def matters(self) -> bool:
        """Whether the change is sure, and large enough to be told."""
        return self.sure and abs(self.loss) >= LEAST


@dataclass(frozen=True, kw_only=True)
class HeadFigures:
    """One head."""

    site: str
    """Path of its attention."""
    call: int | None
    """Which use of that attention, where a model uses it several times."""
    head: int
    """Counted from 0."""
    kind: str
    """`self`, `causal` or `cross`."""
    role: str
    """The kind of token that most of its weight goes to; `broad` where it looks at all alike; else empty."""
    entropy: float
    """Divided by that of equal weights: 1 looks at all alike, 0 at a single token."""
    shares: dict[str, Share]
    effects: dict[str, Effect] = field(default_factory=dict[str, Effect])
    """By what took the place of its weights: `zero` or `uniform`."""

    @property
    def name(self) -> str:
        """How it is called: its attention, the use of it, its number."""
        return ".".join(str(part) for part in (self.site, self.call, self.head) if part is not None)


@dataclass(frozen=True, kw_only=True)
class AlignmentRate:
    """The alignment error rate of one way to read a translator, from 0 to 1."""

    readout: str
    """How it is called."""
    site: str
    """The attention; empty for the mean over all."""
    head: int | None
    """One of its heads; None for the mean over them."""
    later: bool
    """Whether it is read one step later, when the word has been said."""
    value: float
    interval: Interval
    precision: float
    recall: float


@dataclass(frozen=True, kw_only=True)
class AlignmentReport:
    """Whether a translator's attention says which word translates which."""

    pairs: int
    rates: list[AlignmentRate]
    """Mean, layers and heads, each while a word is said and one step later."""
    best: AlignmentRate | None
    """By the way that was best on the validation part."""
    diagonal: AlignmentRate
    """The baseline that looks at no word: each at the same part of its sentence."""
    random: AlignmentRate
    """The control: any word, as equal weights would choose."""


@dataclass(frozen=True, kw_only=True)
class HeadReport:
    """All heads of a run."""

    run: str
    model: str
    corpus: str
    split: str
    texts: int
    """Rows that were read: texts, sentences, or parts of documents."""
    of: int
    """Texts that the part has."""
    answers: int
    """Labels or words that had to be said."""
    what: str
    """What these are: `label`, `next`, `masked`, `clean` or `translation`."""
    loss: float
    accuracy: float
    heads: list[HeadFigures]
    silent: dict[str, Effect] = field(default_factory=dict[str, Effect])
    """All heads at once."""
    alignment: AlignmentReport | None = None
    """Of a translator, on pairs whose links are known."""
    seconds: float = 0.0
    command: str = ""

    def as_json(self) -> dict[str, Any]:
        """All of it, as what `json.dumps` takes."""
        return asdict(self)


def role_of(shares: dict[str, Share], entropy: float) -> str:
    """What a head is named after: where most of its weight goes, the farthest above chance first."""
    named = {name: share for name, share in shares.items() if share.names}
    if named:
        return max(named, key=lambda name: (round(named[name].value - named[name].control, 6), name))
    return "broad" if entropy >= FLAT else ""
