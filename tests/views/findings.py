"""What the chapter on self-attention might find, made up from a seed; for tests that draw."""

import math
import random
from dataclasses import replace

from regard.findings.self_attention import (
    Depth,
    Head,
    HeadMap,
    Looking,
    Matrix,
    PositionMap,
    SelfAttentionFindings,
    Sentence,
    Swap,
)
from regard.results import Comparison, LabResult

from .fabricated import around, lab

SENTENCE = "The animal didn't cross the street because it was too tired"
# kind of model: accuracy at 1, 2, 3, 6, 12 layers, and what each layer hands down of the gradient it gets
DEPTHS = {
    "self": ([0.861, 0.874, 0.87, 0.712, 0.562], 0.42),
    "self-residual": ([0.872, 0.889, 0.893, 0.894, 0.891], 0.93),
    "self-batchnorm": ([0.868, 0.881, 0.884, 0.87, 0.846], 1.08),
}
KINDS = {"sinusoidal": "", "learned": "self-learned", "relative": "self-relative", "alibi": ""}


def depths(rng: random.Random) -> list[Depth]:
    return [
        Depth(
            model=model,
            layers=layers,
            value=value,
            interval=around(value, 0.014),
            train_loss=0.95 - 0.9 * value + rng.gauss(0, 0.005),
            updates=800,
            born=[0.4 * kept ** (layers - i) * rng.uniform(0.8, 1.2) for i in range(layers)],
            trained=[0.05 * (0.6 + 0.4 * kept) ** (layers - i) * rng.uniform(0.7, 1.4) for i in range(layers)],
        )
        for model, (values, kept) in DEPTHS.items()
        for layers, value in zip((1, 2, 3, 6, 12), values, strict=True)
    ]


def position(rng: random.Random, kind: str, size: int) -> list[list[float]]:
    rates = [100 ** (-k / 16) for k in range(16)]
    own = [[rng.gauss(0, 1) for _ in range(16)] for _ in range(size)]
    match kind:
        case "sinusoidal":
            return [[sum(math.cos(r * (i - j)) for r in rates) for j in range(size)] for i in range(size)]
        case "learned":
            return [[sum(a * b for a, b in zip(own[i], own[j], strict=True)) for j in range(size)] for i in range(size)]
        case "relative":
            return [[0.8 * math.exp(-(((j - i + 1) / 3) ** 2)) - 0.3 for j in range(size)] for i in range(size)]
        case _:
            return [[-0.25 * abs(i - j) for j in range(size)] for i in range(size)]


def weights(rng: random.Random, kind: int, size: int) -> list[list[float]]:
    """What one head does with a sentence: 0 and 1 look back and ahead, others spread their weight."""
    raw = [
        [
            math.exp(4.5 * (j == max(i - 1, 0)) if kind == 0 else 4.5 * (j == min(i + 1, size - 1)) if kind == 1 else 0)
            * math.exp(rng.gauss(0, 0.25 * kind))
            for j in range(size)
        ]
        for i in range(size)
    ]
    return [[w / sum(row) for w in row] for row in raw]


def sentence(rng: random.Random, words: list[str], layers: int, heads: int) -> Sentence:
    return Sentence(
        text=" ".join(words),
        words=words,
        unknown=words[1:2],
        label="negative",
        probability=0.71,
        maps=[
            HeadMap(layer=layer, head=head, weights=weights(rng, (layer * head - 1) % 5, len(words)))
            for layer in range(1, layers + 1)
            for head in range(1, heads + 1)
        ],
    )


def born(rng: random.Random, layer: int, number: int) -> Looking:
    """A newborn head: the first looks back from the beginning, the others spread their weight."""
    back = 0.7 if layer * number == 1 else rng.uniform(0.05, 0.2)
    return Looking(entropy=rng.uniform(0.3, 0.9), distance=rng.uniform(1, 22), previous=back, same=0.1, next=0.1)


def head(rng: random.Random, layer: int, number: int) -> Head:
    previous, same, after = (rng.uniform(0.02, 0.3) for _ in range(3))
    if layer * number == 1:
        previous = 0.83
    elif layer * number == 6:
        after = 0.64
    total = previous + same + after
    shares = [share / max(total, 1.0) for share in (previous, same, after)]
    flat = (layer, number) == (3, 4)
    return Head(
        layer=layer,
        head=number,
        entropy=0.99 if flat else rng.uniform(0.25, 0.9),
        distance=rng.uniform(0.8, 22),
        previous=shares[0],
        same=shares[1],
        next=shares[2],
        born=born(rng, layer, number),
        arranged=False,
        texts=400,
    )


def by_hand() -> list[Matrix]:
    """Attention on two words of two numbers, the numbers of the first product worked out by hand."""
    words, sizes = ["Un", "arbre"], ["1", "2"]
    given = {"X": [[1.5, -0.5], [0.2, 2.0]], "W_Q": [[1.0, 0.0], [2.0, 1.0]], "W_K": [[0.5, 1.0], [0.0, -1.0]]}
    made = {"Q": [[0.5, -0.5], [4.2, 2.0]], "K": [[0.75, 2.0], [0.1, -1.8]], "V": [[1.5, -0.5], [0.2, 2.0]]}
    scores = [[-0.442, 0.672], [5.056, -2.249]]
    mixed = [[0.247, 0.753], [0.999, 0.001]]
    result = [[0.52, 1.383], [1.499, -0.498]]
    return [
        *(
            Matrix(name=n, formula="", rows=words if n == "X" else sizes, columns=sizes, values=v)
            for n, v in given.items()
        ),
        Matrix(name="W_V", formula="", rows=sizes, columns=sizes, values=[[1.0, 0.0], [0.0, 1.0]]),
        *(Matrix(name=n, formula=f"{n} = X W_{n}", rows=words, columns=sizes, values=v) for n, v in made.items()),
        Matrix(name="S", formula="S = Q Kᵀ / √D", rows=words, columns=words, values=scores),
        Matrix(name="A", formula="A = softmax(S)", rows=words, columns=words, values=mixed),
        Matrix(name="Z", formula="Z = A V", rows=words, columns=sizes, values=result),
    ]


def findings(layers: int = 3, heads: int = 4, size: int = 24, seed: int = 0) -> SelfAttentionFindings:
    """All that the chapter shows beside its ladder."""
    rng = random.Random(seed)
    change = {"sinusoidal": 2e-7, "learned": 0.83, "relative": 0.0, "alibi": 0.0}
    return SelfAttentionFindings(
        depths=depths(rng),
        positions=[
            PositionMap(
                kind=kind,
                model=model,
                values=position(rng, kind, size),
                change=change[kind],
                order=None if kind == "alibi" else 0.52 if kind == "learned" else 0.982,
            )
            for kind, model in KINDS.items()
        ],
        swaps=[
            Swap(kind=kind, texts=("le chat mange la plante", "la plante mange le chat"), difference=difference)
            for kind, difference in {"none": 0.0, "sinusoidal": 0.113, "learned": 0.00021}.items()
        ],
        model="transformer",
        heads=[head(rng, layer, number) for layer in range(1, layers + 1) for number in range(1, heads + 1)],
        sentences=[sentence(rng, SENTENCE.split(), layers, heads)],
        arithmetic=by_hand(),
    )


def step(model: str, baseline: str, difference: float, p: float, *changes: str) -> Comparison:
    half = 0.011
    return Comparison(
        model=model,
        baseline=baseline,
        difference=difference,
        interval=(difference - half, difference + half),
        p=p,
        changes=list(changes),
    )


def chapter(found: SelfAttentionFindings | None = None) -> LabResult:
    """A small `self-attention` lab."""
    made = lab(lengths=(12,))
    return replace(
        made,
        lab="self-attention",
        rows=made.rows[:3],
        comparisons=made.comparisons[:2],
        sweep=[],
        steps=[
            step("self-residual", "self", 0.021, 0.0002, *(f"model.leaf-{n} – → {n}" for n in range(5))),
            step("self-cls", "self-sinusoidal", -0.004, 0.43, "model.pooling mean → cls", "model.heads 1 → 4"),
            step("self-batchnorm", "self-residual", -0.019, 0.001, "model.norm layer → batch"),
        ],
        self_attention=findings() if found is None else found,
    )
