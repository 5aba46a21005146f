"""What the third chapter finds: where one vector fails, what a beam brings, and whether attention aligns."""

from dataclasses import dataclass

from regard.findings import Interval


@dataclass(frozen=True, kw_only=True)
class ByLength:
    """One model on the test sentences of one range of lengths."""

    model: str
    length: str
    """Words of the source, such as `10-14 words`."""
    n: int
    bleu: float
    exact: float
    """Share of the sentences that are their references, word for word."""


@dataclass(frozen=True, kw_only=True)
class Beam:
    """One model with one width of the search."""

    model: str
    beam: int
    """0 is greedy: the best word at each step."""
    bleu: float
    seconds: float
    """For all test sentences."""


@dataclass(frozen=True, kw_only=True)
class Alignments:
    """How far one model's attention is from known word alignments; error rates between 0 and 1."""

    model: str
    n: int
    """Sentence pairs whose alignment is known."""
    raw: float
    """Mean over layers and heads, while each word is said."""
    shifted: float
    """The same, one step later."""
    best: float | None
    """By the read-out that was best on the validation part."""
    best_interval: Interval | None
    readout: str
    """Which that was."""
    diagonal: float
    """The baseline that looks at no word."""
    random: float
    """The control."""


@dataclass(frozen=True, kw_only=True)
class AlignedSentence:
    """One sentence, translated by one model, and the source words that each target word looked at, if it looked."""

    model: str
    source: list[str]
    target: list[str]
    weights: list[list[float]]
    """For each target word, a weight for each source word; empty for a model without attention."""
    reference: str
    gold: list[tuple[int, int]]
    """Known links (source word, target word), where the translation is the reference."""


@dataclass(frozen=True, kw_only=True)
class TranslationFindings:
    """All that the chapter on translation shows beside its ladder."""

    languages: tuple[str, str]
    signature: str
    """How BLEU was counted."""
    lengths: list[ByLength]
    beams: list[Beam]
    alignments: list[Alignments]
    sentences: list[AlignedSentence]
