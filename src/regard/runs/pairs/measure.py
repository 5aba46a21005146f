"""What a translator is worth on sentence pairs: BLEU and its kin, slice by slice, and whether its attention aligns."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import nn

from regard.data.examples import Pair
from regard.data.loading import Texts
from regard.decoding import Search
from regard.metrics.intervals import Interval, Right
from regard.metrics.resampling import Score, interval
from regard.metrics.translation import bleu, chrf, exact, tokenised_bleu
from regard.runs.pairs.alignments import Alignment, alignment, recalled_alignment
from regard.runs.pairs.build import longest_read, sources
from regard.runs.recipe import Recipe
from regard.tasks.translate import outputs
from regard.text.pairs import Tokenizers


@dataclass(frozen=True, kw_only=True)
class Translated:
    """BLEU of n translations, and what else can be said of them."""

    bleu: Score
    """On texts as people read them."""
    interval: Interval
    """95 %, of BLEU."""
    chrf: Score
    tokenised: Score
    """BLEU of lower-cased words as papers count them; not to be compared with the other."""
    right: Right
    """For each sentence, whether it is its reference."""
    slices: dict[str, float]
    """BLEU of the named parts, those by length of the source among them."""
    right_slices: dict[str, float]
    """Exact matches in the same parts."""
    sizes: dict[str, int]
    """Pairs in each slice."""
    search: Search
    alignment: Alignment | None = None
    """Where people or a grammar drew links, and the model has attention."""
    aligned_slices: dict[str, float] = field(default_factory=dict[str, float])
    """Alignment error rate by the best read-out in the same parts, where the links of all pairs are known."""
    said: Sequence[str] = field(default=(), repr=False)

    @property
    def n(self) -> int:
        """Sentences that were translated."""
        return len(self.right)

    @property
    def value(self) -> float:
        """BLEU, from 0 to 100."""
        return self.bleu.value

    def summary(self) -> dict[str, Any]:
        """The figures, without the single sentences."""
        return {
            "n": self.n,
            "metric": "bleu",
            "value": self.value,
            "interval": list(self.interval),
            "signature": self.bleu.signature,
            "slices": self.slices,
            "chrf": self.chrf.value,
            "chrf_signature": self.chrf.signature,
            "bleu_tokenised": self.tokenised.value,
            "bleu_tokenised_signature": self.tokenised.signature,
            "exact_match": float(self.right.mean()),
            "exact_match_slices": self.right_slices,
            "sizes": self.sizes,
            "beam": self.search.beam,
            "alpha": self.search.alpha,
            "alignment": None if self.alignment is None else self.alignment.summary(),
            "alignment_slices": self.aligned_slices,
        }

    def verdicts(self) -> dict[str, Any]:
        """What only the model could say, from which `recalled_pairs` makes the rest again."""
        return {
            "said": list(self.said),
            "search": asdict(self.search),
            "alignment": None if self.alignment is None else self.alignment.verdicts(),
        }


def measure_pairs(
    made: Recipe,
    model: nn.Module,
    tokenizers: Tokenizers,
    pairs: Sequence[Pair],
    *,
    language: str,
    choose: Sequence[Pair] = (),
    search: Search | None = None,
    tell: Callable[[float], None] | None = None,
) -> Translated:
    """Translate the sources and compare; `language` is the targets', and on `choose` a read-out is chosen."""
    search = search or Search()
    found = outputs(model, readable(made, tokenizers, [pair.source for pair in pairs]), search, tell)
    said = [tokenizers.target.decode(best.tokens) for best, *_ in found]
    return _compared(said, pairs, language, search, alignment(made, model, tokenizers, pairs, choose))


def recalled_pairs(pairs: Sequence[Pair], verdicts: dict[str, Any], *, language: str) -> Translated:
    """What was measured on these pairs, from the verdicts that were kept."""
    seen = verdicts["alignment"]
    aligned = None if seen is None else recalled_alignment(seen)
    return _compared(verdicts["said"], pairs, language, Search(**verdicts["search"]), aligned)


def _compared(
    said: Sequence[str], pairs: Sequence[Pair], language: str, search: Search, aligned: Alignment | None
) -> Translated:
    """What follows from the sentences that were said, with how they were found and what was looked at."""
    references = [pair.target for pair in pairs]
    score, right = bleu(said, references), exact(said, references)
    inside = _members(pairs)
    return Translated(
        bleu=score,
        interval=interval([score]),
        chrf=chrf(said, references),
        tokenised=tokenised_bleu(said, references, language),
        right=right,
        slices={name: score.on(rows) for name, rows in inside.items()},
        right_slices={name: float(right[rows].mean()) for name, rows in inside.items()},
        sizes={name: len(rows) for name, rows in inside.items()},
        search=search,
        alignment=aligned,
        aligned_slices=_aligned(aligned, inside, len(pairs)),
        said=said,
    )


def _aligned(aligned: Alignment | None, inside: dict[str, NDArray[np.intp]], pairs: int) -> dict[str, float]:
    """The best error rate of each slice, if it was taken on all pairs."""
    best = aligned.best if aligned else None
    return {name: best.on(rows) for name, rows in inside.items()} if best and len(best.counts) == pairs else {}


def readable(made: Recipe, tokenizers: Tokenizers, texts: Sequence[str]) -> Texts:
    """The sources in tokens, cut where the model reads no further: one long sentence must not stop a measure."""
    return sources(tokenizers.source, texts).started(longest_read(made))


def _members(pairs: Sequence[Pair]) -> dict[str, NDArray[np.intp]]:
    """Which pairs each slice holds, phenomena first, then lengths from short to long."""
    names = {name for pair in pairs for name in pair.slices}
    lengths = {name: int(name.partition(" ")[0].partition("-")[0].rstrip("+")) for name in names if _by_length(name)}
    order = [*sorted(names - lengths.keys()), *sorted(lengths, key=lengths.__getitem__)]
    return {name: np.flatnonzero([name in pair.slices for pair in pairs]) for name in order}


def _by_length(name: str) -> bool:
    return name.endswith(" words") and name[:1].isdecimal()
