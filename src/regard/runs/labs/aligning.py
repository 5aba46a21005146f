"""One trained translator, taken apart: by length, against known alignments, sentence by sentence."""

from regard.data.examples import Pair
from regard.explain.alignment import aligned
from regard.findings.translation import Aligned, Alignments, ByLength
from regard.runs.measure_pairs import Translated, readable
from regard.runs.run import Run
from regard.tasks.translate import Search, outputs


def by_length(name: str, test: Translated) -> list[ByLength]:
    """BLEU and exact matches for each range of source lengths."""
    return [
        ByLength(model=name, length=part, n=test.sizes[part], bleu=value, exact=test.right_slices[part])
        for part, value in test.slices.items()
        if part.endswith(" words")
    ]


def alignments_of(name: str, test: Translated) -> list[Alignments]:
    """The error rates of a model's attention; nothing where it has none, or no alignment is known."""
    known = test.alignment
    if known is None:
        return []
    return [
        Alignments(
            model=name,
            n=known.n,
            raw=known.raw.value,
            shifted=known.shifted.value,
            best=None if known.best is None else known.best.value,
            best_interval=known.interval,
            readout=known.readout,
            diagonal=known.diagonal.value,
            random=known.random.value,
        )
    ]


def sentence_by(name: str, run: Run, pair: Pair) -> list[Aligned]:
    """One sentence as a model translates it under beam search, with the last layer's attention if it has any."""
    ((best, *_),) = outputs(run.model, readable(run.recipe, run.tokenizers, [pair.source]), Search())
    said = aligned(run.model, run.tokenizers, pair.source, best)
    return [
        Aligned(
            model=name,
            source=one.columns,
            target=one.rows,
            weights=one.weights,
            reference=pair.target,
            gold=sorted(pair.alignment or ()) if said.label == pair.target else [],
        )
        for one in said.maps
    ]
