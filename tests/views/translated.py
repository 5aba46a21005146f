"""What the chapter on translation might find, made up from a seed; for tests that draw."""

import math
import random
from dataclasses import replace

from regard.findings.translation import AlignedSentence, Alignments, Beam, ByLength, TranslationFindings
from regard.results import Comparison, Epoch, LabResult, Row

from .fabricated import lab

SOURCE = ["The", "agreement", "on", "the", "European", "Economic", "Area", "was", "signed", "in", "August", "1992", "."]
TARGET = [
    "L'",
    "accord",
    "sur",
    "la",
    "zone",
    "économique",
    "européenne",
    "a",
    "été",
    "signé",
    "en",
    "août",
    "1992",
    ".",
]
LINKS = [(source, target) for target, source in enumerate([0, 1, 2, 3, 6, 5, 4, 7, 7, 8, 9, 10, 11, 12])]
SHORT = (["I", "sleep", "."], ["je", "dors", "."], [(0, 0), (1, 1), (2, 2)])
BANDS = {"5-9 words": 812, "10-14 words": 640, "15-19 words": 320, "20-24 words": 141, "25-29 words": 52}
# model: BLEU on the shortest and on the longest sentences, parameters, error rates raw, shifted and best
MODELS: dict[str, tuple[float, float, int, tuple[float, float, float] | None]] = {
    "rnn": (91.3, 43.1, 812_000, None),
    "bahdanau": (97.9, 94.8, 1_204_000, (0.071, 0.46, 0.041)),
    "luong-dot": (96.8, 91.0, 1_101_000, (0.63, 0.083, 0.078)),
    "luong-bilinear": (97.0, 92.2, 1_133_000, (0.61, 0.079, 0.071)),
    "luong-mlp": (97.2, 92.1, 1_140_000, (0.6, 0.09, 0.082)),
    "transformer": (97.5, 97.8, 1_610_000, (0.41, 0.33, 0.049)),
}


def epochs(rng: random.Random, value: float) -> list[Epoch]:
    return [
        Epoch(
            epoch=i,
            train_loss=4 * math.exp(-i / 2) + 0.3,
            validation_loss=4 * math.exp(-i / 2) + 0.4 + rng.uniform(0, 0.05),
            validation=value / 100 * (1 - math.exp(-i / 1.5)),
            perplexity=math.exp(4 * math.exp(-i / 2) + 0.4),
        )
        for i in range(1, 7)
    ]


def bleus(model: str) -> dict[str, float]:
    first, last, _, _ = MODELS[model]
    return {band: first + (last - first) * i / 4 for i, band in enumerate(BANDS)}


def row(rng: random.Random, name: str, model: str) -> Row:
    parts = bleus(model)
    value = sum(parts.values()) / len(parts)
    per_seed = [value + rng.gauss(0, 0.6) for _ in range(3)]
    return Row(
        row=name,
        model=model,
        seeds=[0, 1, 2],
        metric="bleu",
        value=value,
        interval=(value - 1.2, value + 1.2),
        parameters=MODELS[model][2],
        seconds=120.0,
        tokens_per_second=9000.0,
        validation=value + 0.4,
        per_seed=per_seed,
        slices={"word-order": value - 7, "agreement": value + 1, **parts},
        measures={"bleu_tokenised": value + 0.9, "chrf": value + 1.7, "exact_match": (value - 10) / 100},
        epochs=[epochs(rng, value) for _ in range(3)],
    )


def sentence(
    rng: random.Random, model: str, pair: tuple[list[str], list[str], list[tuple[int, int]]]
) -> AlignedSentence:
    (source, target, links), right = pair, model != "luong-mlp" or pair is SHORT
    said = target if right else [*target[:-2], "mille", *target[-1:]]
    raw = [
        [math.exp(4.0 * ((j, i) in links) + rng.gauss(0, 0.7)) for j in range(len(source))] for i in range(len(said))
    ]
    return AlignedSentence(
        model=model,
        source=source,
        target=said,
        weights=[[0.97 * w / sum(one) for w in one] for one in raw],
        reference=" ".join(target),
        gold=links if right else [],
    )


def translated(seed: int = 0) -> TranslationFindings:
    """All that the chapter shows beside its ladder."""
    rng = random.Random(seed)
    seeing = [model for model, (*_, known) in MODELS.items() if known]
    return TranslationFindings(
        languages=("en", "fr"),
        signature="nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.5.1",
        lengths=[
            ByLength(model=model, length=band, n=BANDS[band], bleu=value, exact=value / 110)
            for model in MODELS
            for band, value in bleus(model).items()
        ],
        beams=[
            Beam(model=model, beam=beam, bleu=middle + gain, seconds=(0.5 + i) * (0.8 + 0.3 * beam))
            for i, (model, middle) in enumerate((name, bleus(name)["10-14 words"]) for name in MODELS)
            for beam, gain in ((0, 0.0), (1, 0.0), (2, 0.6 - 0.2 * i), (5, 1.1 - 0.3 * i), (10, 1.0 - 0.3 * i))
        ],
        alignments=[
            Alignments(
                model=model,
                n=1000,
                raw=known[0],
                shifted=known[1],
                best=known[2],
                best_interval=(known[2] - 0.006, known[2] + 0.006),
                readout="decoder.attention, one step later" if known[0] > known[1] else "mean",
                diagonal=0.45,
                random=0.88,
            )
            for model, (*_, known) in MODELS.items()
            if known
        ],
        sentences=[
            *(sentence(rng, model, (SOURCE, TARGET, LINKS)) for model in seeing),
            *(sentence(rng, model, SHORT) for model in seeing),
        ],
    )


def chapter(found: TranslationFindings | None = None, models: int = len(MODELS)) -> LabResult:
    """A `translation` lab."""
    rng = random.Random(0)
    named = zip(("R3", "R7", "R8", "R8", "R8", "T6"), MODELS, strict=True)
    rows = [row(rng, name, model) for name, model in list(named)[:models]]
    return replace(
        lab(lengths=()),
        lab="translation",
        corpus="probe-phrases",
        command="regard lab translation --corpus probe-phrases",
        classes=[],
        rows=rows,
        comparisons=[
            Comparison(
                model=one.model,
                baseline="rnn",
                difference=one.value - rows[0].value,
                interval=(one.value - rows[0].value - 1.5, one.value - rows[0].value + 1.5),
                p=0.0002,
            )
            for one in rows[1:]
        ],
        texts=[],
        sweep=[],
        translation=translated() if found is None else found,
    )
