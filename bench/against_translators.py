"""Speed of our translating `transformer`, learning and searching, against Joey NMT, Hugging Face and CTranslate2.

python -m bench.against_translators [--rounds 3] [--pairs 1536] [--sentences 128] [--threads 2] [--quick]

Multi30k, English to French, in 8,000 joint pieces; all sides read the same token numbers. One function for all: the
Transformer of 2017 (norms after the residuals, sinusoids, ReLU), three layers a side, width 256, four heads,
feed-forward 1,024, dropout 0.1, one table of word vectors for both languages and for the output, whose bias stays zero.

Learning: target tokens a second, padding not counted, over one pass of the same pairs after a short one to warm up;
Adam, clipped gradients, plain cross-entropy, batches of 2,048 tokens of the longer side, padding included. Joey NMT's
`TrainManager` makes its batches itself, of pairs in random order as it always does, and, beside it, of pairs sorted by
length; it drops inside attention and feed-forward too, and has no switch for that. Marian takes a plain loop over the
batches that we learn from. Nothing is validated or saved on any side.

Searching: sentences a second at beam 5 with the weights that our model has after some lessons, copied to all others.
All search batches of as many tokens, with the same limits of length and the same exponent of the length penalty, but
Joey NMT and we divide by Wu's penalty, the others by a power of the length, and each stops by its own rule. So outputs
may differ: printed is the share that is, token by token, ours, and the same of greedy outputs, where rules do not
matter. The sides take turns, so that a busy machine slows all.

joeynmt forgets to ask for importlib-metadata, and wants an old protobuf, so that `bench` and `onnx` cannot share an
environment.
"""

import argparse
import json
import logging
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import numpy as np
import torch

from bench.translation_peers import (
    ALPHA,
    Lesson,
    Setting,
    Speaker,
    ctranslate2_speaker,
    joey_lesson,
    joey_speaker,
    marian_lesson,
    marian_speaker,
    most,
)
from regard.data.loading import Texts
from regard.data.pairs import PairTexts
from regard.decoding import Search
from regard.models.translator import Translator
from regard.runs.pairs.build import PreparedPairs, build_translator, prepare_pairs, read_pairs, sources
from regard.runs.pairs.purpose import new_loop
from regard.runs.recipe import Recipe, recipe, with_pairs
from regard.tasks.translate import outputs

T = TypeVar("T")
OURS = "regard transformer"
BEAM = 5
LESSONS, LESSON = 300, 512
"""Updates, and tokens of each, that our model learns from before it is searched: enough for sentences that end."""
SIZES = {"width": 256, "layers": 3, "heads": 4, "hidden": 1024, "dropout": 0.1}
PIECES, BATCH, RATE = 8000, 2048, 0.001
QUICK = {"width": 64, "layers": 2, "heads": 4, "hidden": 128, "dropout": 0.1}
QUICK_PIECES, QUICK_BATCH, QUICK_RATE = 1000, 512, 0.004


def made_of(sizes: dict[str, float], pieces: int, batch: int, rate: float, threads: int) -> Recipe:
    """The recipe of our side."""
    training = {"batch": batch, "epochs": 1, "least_steps": 0, "learning_rate": rate, "threads": threads}
    changes = [
        f"text.size={pieces}", "text.joint=true",
        "model.joint=true", "model.pre_norm=false", "model.position=sinusoidal",
        *(f"model.{name}={value}" for name, value in sizes.items()),
        *(f"training.{name}={value}" for name, value in training.items()),
    ]  # fmt: skip
    return with_pairs(recipe("transformer", task="translate", changes=changes), "multi30k", "en", "fr")


def newborn(made: Recipe, data: PreparedPairs) -> Translator:
    """Our model with random weights, and an output layer without bias, as others have it."""
    model = build_translator(made, data.tokenizers)
    assert isinstance(model, Translator)
    model.words.bias.requires_grad_(False)
    return model


def our_lesson(made: Recipe, data: PreparedPairs, model: Translator, steps: int | None = None) -> Lesson:
    """A pass of our loop, or so many steps of it, without the measurement at its end."""
    loop = new_loop(made, data, model)
    last = min(loop.steps, steps or loop.steps)

    def lesson() -> None:
        for _ in zip(range(last), loop.run(), strict=False):
            pass

    return lesson


def our_speaker(model: Translator) -> Speaker:
    """Our search."""

    def speak(sentences: Texts, beam: int) -> list[list[int]]:
        search = Search(beam=beam, alpha=ALPHA, shortest=1) if beam > 1 else None
        return [list(best.tokens) for (best,) in outputs(model, sentences, search)]

    return speak


def turns(sides: dict[str, Callable[[], Callable[[], T]]], rounds: int) -> tuple[dict[str, list[float]], dict[str, T]]:
    """Seconds of each side in each round, without its preparation, and its last result."""
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    results: dict[str, T] = {}
    for _ in range(rounds):
        for name, prepare in sides.items():
            run = prepare()
            start = time.perf_counter()
            results[name] = run()
            seconds[name].append(time.perf_counter() - start)
    return seconds, results


def told(seconds: dict[str, list[float]], amount: int, unit: str, notes: dict[str, str]) -> dict[str, float]:
    """Print the speeds, and give the ratios."""
    found: dict[str, float] = {}
    for name, theirs in seconds.items():
        ratios = [b / a for a, b in zip(seconds[OURS], theirs, strict=True)]
        found[name] = statistics.median(ratios)
        spread = f"({min(ratios):.2f} to {max(ratios):.2f})"
        speed = f"{amount / statistics.median(theirs):8,.1f} {unit}/s"
        print(f"{name:32} {speed}   ours is {found[name]:.2f}× as fast  {spread}{notes.get(name, '')}")
    return found


def learning(made: Recipe, data: PreparedPairs, given: Setting, pairs: PairTexts, rounds: int) -> dict[str, float]:
    """The ratios of learning."""

    def sides(part: PairTexts) -> dict[str, Callable[[], Lesson]]:
        by_length = part.chosen(np.lexsort((part.source.lengths, part.target.lengths)))
        return {
            OURS: lambda: our_lesson(made, replace(data, train=part), newborn(made, data)),
            "Joey NMT": lambda: joey_lesson(given, part, shuffle=True),
            "Joey NMT, sorted by length": lambda: joey_lesson(given, by_length, shuffle=False),
            "Hugging Face Marian": lambda: marian_lesson(given, part),
        }

    turns(sides(pairs.chosen(np.arange(min(len(pairs), 64)))), 1)
    seconds, _ = turns(sides(pairs), rounds)
    return told(seconds, int((pairs.target.lengths - 1).sum()), "target tokens", {})


def searching(model: Translator, given: Setting, sentences: Texts, threads: int, rounds: int) -> dict[str, float]:
    """The ratios of searching."""
    speakers = {
        OURS: our_speaker(model),
        "Joey NMT": joey_speaker(given, model),
        "Hugging Face generate": marian_speaker(given, model),
        "CTranslate2, float32": ctranslate2_speaker(given, model, threads),
    }
    greedy = {name: speak(sentences, 1) for name, speak in speakers.items()}
    sides = {name: lambda speak=speak: lambda: speak(sentences, BEAM) for name, speak in speakers.items()}
    seconds, said = turns(sides, rounds)
    limits = [most(length) for length in sentences.lengths.tolist()]
    same = {name: [_same(each[name], each[OURS], limits) for each in (said, greedy)] for name in speakers}
    notes = {name: f"  same outputs {beam:4.0%}, greedily {one:4.0%}" for name, (beam, one) in same.items()}
    lengths = statistics.mean(map(len, said[OURS])), sentences.lengths.mean() - 1
    print("outputs of {:.1f} tokens for sentences of {:.1f}".format(*lengths))
    return told(seconds, len(sentences), "sentences", notes)


def _same(theirs: list[list[int]], mine: list[list[int]], limits: list[int]) -> float:
    """The share of equal outputs; ours end at the limit of their own sentence, others at that of a batch."""
    return statistics.mean(a[:limit] == b for a, b, limit in zip(theirs, mine, limits, strict=True))


def main() -> None:
    """Take turns at learning, then at searching, and print the ratios."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--pairs", type=int, default=1536)
    options.add_argument("--sentences", type=int, default=128)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--quick", action="store_true", help="a small model and 1,000 pieces: does it run?")
    chosen = options.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(0)
    quick = (QUICK, QUICK_PIECES, QUICK_BATCH, QUICK_RATE)
    sizes, pieces, batch, rate = quick if chosen.quick else (SIZES, PIECES, BATCH, RATE)
    made = made_of(sizes, pieces, batch, rate, chosen.threads)
    corpus = read_pairs(made)
    data = prepare_pairs(made, corpus)
    tokens = data.tokenizers.target
    given = Setting(
        **sizes, batch=batch, vocabulary=tokens.vocabulary(), begin=tokens.begin_id, end=tokens.end_id,
    )  # fmt: skip
    pairs = data.train.chosen(np.arange(min(chosen.pairs, len(data.train))))
    taught = learning(made, data, given, pairs, chosen.rounds)

    model = newborn(made, data)
    our_lesson(replace(made, training=replace(made.training, batch=LESSON)), data, model, LESSONS)()
    sentences = sources(data.tokenizers.source, [pair.source for pair in corpus.test[: chosen.sentences]])
    said = searching(model, given, sentences, chosen.threads, chosen.rounds)
    print(json.dumps({"learning": taught, "searching": said}))


if __name__ == "__main__":
    main()
