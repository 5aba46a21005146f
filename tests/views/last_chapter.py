"""What the last chapter might find, made up from a seed; for tests that draw."""

import math
import random
from dataclasses import replace

from regard.findings.transformers import (
    Answer,
    Choice,
    Cut,
    FewLabels,
    Look,
    LookMap,
    Parity,
    Preferred,
    Saying,
    Tokens,
    TransformersFindings,
)
from regard.results import Epoch, LabResult, Row

from .fabricated import lab

WORDS = ["[BEGIN]", "I", "did", "not", "like", "the", "film", ".", "[END]"]
# model: objective, perplexity, share of the words found, parameters
MODELS: dict[str, tuple[str, float, float, int]] = {
    "gpt": ("next", 4.48, 0.57, 1_080_000),
    "llama": ("next", 4.21, 0.58, 1_010_000),
    "bert": ("masked", 3.9, 0.64, 1_120_000),
    "bart": ("clean", 1.42, 0.41, 1_330_000),
}
# labels: accuracy from read weights and from random ones
CURVE = {100: (0.74, 0.52), 500: (0.88, 0.61), 2500: (0.93, 0.79), 6000: (0.95, 0.94)}


def row(rng: random.Random, model: str) -> Row:
    asked, value, found, parameters = MODELS[model]
    more = {"pair_accuracy": 0.81} if model == "bert" else {}
    more |= {"bits_per_character": 0.51} if asked == "next" else {}
    losses = [math.log(value) + math.exp(-i) + rng.uniform(0, 0.02) for i in range(1, 5)]
    return Row(
        row="T8",
        model=model,
        seeds=[0, 1],
        metric="perplexity",
        value=value,
        interval=(value - 0.06, value + 0.06),
        parameters=parameters,
        seconds=150.0,
        tokens_per_second=14_000.0,
        validation=value + 0.02,
        per_seed=[value - 0.02, value + 0.02],
        measures={"loss": math.log(value), "word_accuracy": found, **more},
        epochs=[
            [
                Epoch(
                    epoch=i,
                    train_loss=loss,
                    validation_loss=loss,
                    validation=math.exp(-loss),
                    perplexity=math.exp(loss),
                )
                for i, loss in enumerate(losses, start=1)
            ]
            for _ in range(2)
        ],
    )


def grid(rng: random.Random, rows: int, columns: int, *, back: bool) -> list[list[float]]:
    raw = [[0.0 if back and j > i else math.exp(rng.gauss(0, 1)) for j in range(columns)] for i in range(rows)]
    return [[weight / sum(one) for weight in one] for one in raw]


def look(rng: random.Random, model: str, design: str, site: str = "self", rows: list[str] | None = None) -> Look:
    rows = WORDS if rows is None else rows
    return Look(
        model=model,
        design=design,
        site=site,
        text="I did not like the film .",
        rows=rows,
        columns=WORDS,
        answer="." if design == "decoder" else "I did not like the film .",
        probability=0.31,
        maps=[
            LookMap(layer=layer, head=head, weights=grid(rng, len(rows), len(WORDS), back=design == "decoder"))
            for layer in (1, 2)
            for head in (1, 2, 3, 4)
        ],
    )


def last_findings(seed: int = 0) -> TransformersFindings:
    """All that the chapter shows beside its table."""
    rng = random.Random(seed)
    prompts = {
        "next": ("The film was", "a joy from its first scene to its last ."),
        "masked": ("The film was [MASK].", ""),
    }
    prompts["masked"] = ("The film was [MASK].", "The film was dull.")
    prompts["clean"] = ("The actors [MASK] the story was weak .", "The actors were good and the story was weak .")
    best = [Choice(word=word, probability=share) for word, share in (("dull", 0.21), ("great", 0.2), ("long", 0.05))]
    return TransformersFindings(
        tokens=Tokens(
            kind="pieces",
            size=2000,
            per_word=1.21,
            cuts=[Cut(text="bittersweet film.", words=[["bitter", "sweet"], ["film"], ["."]])],
        ),
        sayings=[
            Saying(
                model=model,
                asked=asked,
                prompt=prompts[asked][0],
                said=prompts[asked][1],
                choices=best if asked == "masked" else [],
                reference="The actors were good but the story was weak ." if asked == "clean" else "",
            )
            for model, (asked, *_) in MODELS.items()
        ],
        labels=[
            FewLabels(
                model="bert",
                labels=labels,
                whole=labels == 6000,
                pretrained=pretrained,
                value=value,
                interval=(value - 0.021, value + 0.021),
                per_seed=[value, value],
                updates=240,
            )
            for labels, both in CURVE.items()
            for pretrained, value in zip((True, False), both, strict=True)
        ],
        preferred=Preferred(
            model="gpt",
            corpus="probe-preferences",
            n=400,
            likelier_before=0.513,
            likelier=0.961,
            accuracy=0.985,
            interval=(0.968, 0.993),
            kl=0.412,
            asked=200,
            win_rate=0.934,
            ties=0.24,
            beats_before=0.48,
            beats=0.95,
            answers=[
                Answer(
                    prompt="We saw it on Sunday .",
                    before="It was dull .",
                    after="It was great .",
                    worth_before=-1,
                    worth_after=1,
                ),
                Answer(
                    prompt="The hall was full .",
                    before="I liked it .",
                    after="I loved it , it was superb .",
                    worth_before=1,
                    worth_after=2,
                ),
            ],
        ),
        looks=[
            look(rng, "bert", "encoder"),
            look(rng, "gpt", "decoder"),
            look(rng, "bart", "encoder-decoder"),
            look(rng, "bart", "encoder-decoder", "cross", ["I", "did", "not", "like", "it", ".", "[END]"]),
        ],
        parity=[
            Parity(family=family, logits=apart, attention=apart / 4, back=apart, tolerance=1e-5, met=True)
            for family, apart in (("gpt2", 4.8e-7), ("bert", 8.3e-7), ("bart", 3e-7))
        ],
        library="transformers 5.22.2",
    )


def last_chapter(found: TransformersFindings | None = None) -> LabResult:
    """A `transformers` lab."""
    rng = random.Random(0)
    return replace(
        lab(lengths=()),
        lab="transformers",
        corpus="probe-reviews",
        command="regard lab transformers",
        rows=[row(rng, model) for model in MODELS],
        comparisons=[],
        texts=[],
        sweep=[],
        transformers=last_findings() if found is None else found,
    )
