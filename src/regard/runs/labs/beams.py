"""What a wider search brings, and what it costs."""

import time
from collections.abc import Sequence

from regard.data.examples import Pair
from regard.decoding import Search
from regard.findings.translation import Beam
from regard.metrics.translation import bleu
from regard.runs.pairs.measure import readable
from regard.runs.progress import Progress
from regard.runs.run import Run
from regard.tasks.translate import outputs

BEAMS = (0, 1, 2, 5, 10)
"""Widths to try; 0 is greedy."""
TEXTS = 500
"""Test sentences that are translated with each."""


def beams_of(name: str, run: Run, pairs: Sequence[Pair], progress: Progress) -> list[Beam]:
    """BLEU and seconds of each width on the first test sentences."""
    chosen = pairs[:TEXTS]
    read = readable(run.recipe, run.tokenizers, [pair.source for pair in chosen])
    found: list[Beam] = []
    for place, beam in enumerate(BEAMS):
        start = time.perf_counter()
        said = outputs(run.model, read, Search(beam=beam) if beam else None)
        seconds = time.perf_counter() - start
        texts = [run.tokenizers.target.decode(best.tokens) for best, *_ in said]
        score = bleu(texts, [pair.target for pair in chosen])
        found.append(Beam(model=name, beam=beam, bleu=score.value, seconds=seconds))
        progress(f"{name}: beams", (place + 1) / len(BEAMS))
    return found
