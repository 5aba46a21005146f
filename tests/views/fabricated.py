"""A lab's result as it might come out, made up from a seed, and explanations; for tests that draw."""

import math
import random

from regard.explain.explanation import Explanation, Map
from regard.results import Comparison, Epoch, Interval, LabResult, Reading, Row, SweepPoint, Text

# row, model, accuracy, parameters, seconds, entropy at the end, times the equal share on the deciding words
LADDER: list[tuple[str, str, float, int, float, float | None, float | None]] = [
    ("P1", "mean", 0.852, 1_024_102, 3.1, 1.0, 1.0),
    ("P2", "attention", 0.893, 1_024_152, 3.9, 0.55, 4.1),
    ("P3", "text-query", 0.861, 1_024_102, 4.2, 0.86, 1.6),
    ("P3v", "text-query-value", 0.877, 1_034_302, 5.0, 0.78, 2.1),
    ("R1", "rnn", 0.801, 1_044_202, 31.0, None, None),
    ("R1", "lstm", 0.921, 1_104_602, 48.5, None, None),
    ("R1", "gru", 0.925, 1_084_402, 44.2, None, None),
    ("R2", "bi-lstm", 0.938, 1_185_002, 83.0, None, None),
    ("R2", "bi-gru", 0.936, 1_144_802, 75.4, None, None),
    ("R2", "stacked-lstm", 0.929, 1_265_402, 122.0, None, None),
    ("P4", "lstm-attention", 0.957, 1_185_102, 86.2, 0.42, 5.6),
    ("P4", "gru-attention", 0.955, 1_144_902, 78.8, 0.44, 5.2),
    ("P5", "attention-entropy", 0.889, 1_024_152, 4.0, 0.31, 5.0),
]
PARTS = ["negation", "contrast", "concession", "reported", "plot", "word-order", "long", "unseen"]
STORY = (
    "the film was not what I expected , but in the end I did enjoy it . my sister said that it is dull ; the hero "
    "loses a wonderful friend , and the plot drags for an hour before anything happens . still , the last scene is "
    "moving and the music fits . I would not call it a masterpiece"
)
WORDS = STORY.split()


def histogram(rng: random.Random, entropy: float, texts: int = 400) -> list[int]:
    bins = [0] * 20
    for _ in range(texts):
        value = min(max(rng.gauss(entropy, 0.07 if entropy < 0.99 else 0.0), 0.0), 1.0)
        bins[min(int(value * 20), 19)] += 1
    return bins


def epochs(rng: random.Random, value: float, entropy: float | None, length: int) -> list[Epoch]:
    found: list[Epoch] = []
    for i in range(1, length + 1):
        gone = 1 - math.exp(-i / 1.8)
        now = None if entropy is None else 1 - (1 - entropy) * gone
        found.append(
            Epoch(
                epoch=i,
                train_loss=0.69 - (0.6 * value) * gone + rng.gauss(0, 0.01),
                validation_loss=0.69 - (0.5 * value) * gone + 0.012 * max(0, i - 4) + rng.gauss(0, 0.012),
                validation=0.5 + (value - 0.5) * gone + rng.gauss(0, 0.006),
                entropy=now,
                histogram=None if now is None else histogram(rng, now),
            )
        )
    return found


def around(value: float, half: float) -> Interval:
    return max(value - half, 0.0), min(value + half, 1.0)


def row(rng: random.Random, line: tuple[str, str, float, int, float, float | None, float | None]) -> Row:
    name, model, value, parameters, seconds, entropy, times = line
    seeds = [0, 1, 2]
    per_seed = [value + rng.gauss(0, 0.005) for _ in seeds]
    blind = model in ("mean", "attention", "text-query", "text-query-value", "attention-entropy")
    slices = {part: min(value + rng.uniform(-0.09, 0.06), 0.998) for part in PARTS}
    slices["word-order"] = 0.5 if blind else 0.53 if model == "rnn" else min(value + 0.01, 1)
    slices["plot"] = 0.44 if model == "text-query" else slices["plot"]
    return Row(
        row=name,
        model=model,
        seeds=seeds,
        metric="accuracy",
        value=sum(per_seed) / 3,
        interval=around(sum(per_seed) / 3, rng.uniform(0.011, 0.02)),
        parameters=parameters,
        seconds=seconds,
        tokens_per_second=2_400_000 / seconds,
        validation=value + 0.01,
        per_seed=per_seed,
        slices=slices,
        entropy=entropy,
        rationale=None if times is None else 0.083 * times,
        rationale_uniform=None if times is None else 0.083,
        epochs=[epochs(rng, value, entropy, 8 - (seed if name == "R2" else 0)) for seed in seeds],
    )


def comparison(rng: random.Random, model: str, difference: float) -> Comparison:
    half = rng.uniform(0.009, 0.014)
    p = math.erfc(abs(difference) / (half / 1.96) / math.sqrt(2))
    return Comparison(
        model=model,
        baseline="mean",
        difference=difference,
        interval=(difference - half, difference + half),
        p=p,
    )


def reading(rng: random.Random, model: str, words: list[str], rationale: list[int], peak: float | None) -> Reading:
    weights: list[float] = []
    if peak is not None:
        raw = [math.exp(rng.gauss(0, 0.8 * (peak > 1)) + (math.log(4 * peak) * (i in rationale) if peak > 1 else 0))
               for i in range(len(words))]  # fmt: skip
        weights = [w / sum(raw) for w in raw]
    right = rng.random() < 0.85
    return Reading(
        model=model,
        words=words,
        weights=weights,
        label="positive" if right else "negative",
        probability=rng.uniform(0.55, 0.999),
    )


def text(rng: random.Random, length: int) -> Text:
    words = [rng.choice(WORDS) for _ in range(length)]
    start = rng.randrange(max(1, length - 4))
    rationale = list(range(start, min(start + 4, length)))
    return Text(
        text=" ".join(words).replace(" ,", ",").replace(" .", ".").replace(" ;", ";"),
        gold="positive",
        rationale=rationale,
        readings=[reading(rng, model, words, rationale, times) for _, model, *_, times in LADDER],
    )


def lab(lengths: tuple[int, ...] = (12, 24, 60, 140, 300), seed: int = 0) -> LabResult:
    """A full `pooling` lab: 13 models, 3 seeds, 8 epochs."""
    rng = random.Random(seed)
    rows = [row(rng, line) for line in LADDER]
    points = [(-0.3, 0.87, 0.93), (-0.1, 0.884, 0.84), (-0.03, 0.892, 0.67), (0.0, 0.893, 0.55),
              (0.03, 0.894, 0.46), (0.1, 0.889, 0.31), (0.3, 0.872, 0.17), (1.0, 0.806, 0.06)]  # fmt: skip
    return LabResult(
        lab="pooling",
        corpus="probe-reviews",
        command="regard lab pooling --corpus probe-reviews --seeds 3",
        sizes={"train": 8000, "validation": 1000, "test": 2000},
        classes=["negative", "positive"],
        notes=[
            "probe-reviews is generated: its labels and deciding words are known by construction.",
            "12 test texts also stand in the training part.",
        ],
        rows=rows,
        comparisons=[comparison(rng, r.model, r.value - rows[0].value) for r in rows[1:]],
        texts=[text(rng, length) for length in lengths],
        sweep=[
            SweepPoint(weight=w, value=v, interval=around(v, 0.014), entropy=h, rationale=0.083 * (6.5 - 5.5 * h))
            for w, v, h in points
        ],
        versions={"regard": "0.1.0", "python": "3.11.2", "torch": "2.13.0"},
    )


def one_row(words: list[str], weights: list[float], text: str | None = None) -> Explanation:
    """What attention pooling gives: one row that looks at all words."""
    text = " ".join(words) if text is None else text
    spans, at = [], 0
    for word in words:
        start = text.index(word, at)
        at = start + len(word)
        spans.append((start, at))
    return Explanation(
        method="attention",
        target="negative",
        text=text,
        label="negative",
        probability=0.934,
        maps=[Map(name="pool", rows=["text"], columns=words, weights=[weights])],
        spans=spans,
    )


def disliked() -> Explanation:
    return one_row(["I", "did", "not", "like", "it", "."], [0.05, 0.1, 0.4, 0.35, 0.05, 0.05], "I did not like it.")


def square(size: int = 6) -> Explanation:
    """What self-attention gives: every word looks at every word."""
    words = [f"w{i}" for i in range(size)]
    weights = [[2.0 ** -abs(i - j) for j in range(size)] for i in range(size)]
    return Explanation(
        method="attention",
        target="positive",
        text=" ".join(words),
        label="positive",
        probability=0.8,
        maps=[Map(name="layers.0", rows=words, columns=words, weights=[[w / sum(r) for w in r] for r in weights])],
        spans=[],
    )
