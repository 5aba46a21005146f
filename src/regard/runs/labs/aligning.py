"""One trained translator, taken apart: by length, against known alignments, sentence by sentence."""

from collections.abc import Sequence

from regard.data.examples import Pair, Pairs
from regard.decoding import Search
from regard.explain.maps.alignment import aligned
from regard.explain.rows import listed
from regard.findings.translation import AlignedSentence, Alignments, ByLength
from regard.runs.pairs.measure import Translated, readable
from regard.runs.run import Run
from regard.tasks.translate import outputs

SENTENCES = {
    "probe-phrases": "The agreement on the European Economic Area was signed in August 1992 .",
}
"""What is always looked at, by the name of the corpus."""
SHOWN = 3
"""Test sentences that are looked at besides."""


def worth_seeing(corpus: Pairs, wanted: Sequence[str] = ()) -> list[Pair]:
    """The sentences to look at: those asked for, else the course's own and a few short ones of the test part."""
    known = {pair.source: pair for pair in corpus.test}
    if not wanted:
        own = SENTENCES.get(corpus.name)
        short = [pair.source for pair in corpus.test if 6 <= len(pair.source.split()) <= 16 and pair.source != own]
        wanted = ([own] if own else []) + short[:SHOWN]
    return [known.get(text, Pair(text, "")) for text in wanted]


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


def sentence_by(name: str, run: Run, pair: Pair) -> AlignedSentence:
    """One sentence as a model translates it under beam search, with the last layer's attention if it has any."""
    ((best, *_),) = outputs(run.model, readable(run.recipe, run.tokenizers, [pair.source]), Search())
    said = aligned(run.model, run.tokenizers, pair.source, best)
    return AlignedSentence(
        model=name,
        source=pair.source.split(),
        target=said.label.split(),
        weights=listed(said.maps[0].weights) if said.maps else [],
        reference=pair.target,
        gold=sorted(pair.alignment or ()) if said.maps and said.label == pair.target else [],
    )
