"""`attention` against fastText on IMDB: seconds from tokenised reviews to a trained model, and test accuracy.

python -m bench.against_fasttext [--rounds 3] [--threads 2, of fastText]

fastText takes the better of 5 and 10 epochs on the validation part; ours takes its recipe. Both get the same
tokens and the same training part in random order. fastText has two threads, ours the one of its recipe. The sides
take turns, so that a busy machine slows both.
"""

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import fasttext
import numpy as np
import torch

from regard.data.loading import Texts
from regard.runs.labels.build import Prepared, build, prepare, read_corpus
from regard.runs.labels.purpose import new_loop
from regard.runs.recipe import Recipe, recipe, with_corpus
from regard.tasks.classify import predict


@dataclass(frozen=True)
class Result:
    """One training."""

    seconds: float
    validation: float
    test: float


def ours(made: Recipe, data: Prepared) -> Result:
    """Train the recipe from tokens in memory."""
    torch.set_num_threads(made.training.threads)
    torch.manual_seed(made.training.seed)
    start = time.perf_counter()
    model = build(made, data.tokenizer, len(data.corpus.classes))
    loop = new_loop(made, data, model)
    for _ in loop.run():
        pass
    seconds = time.perf_counter() - start
    model.load_state_dict(loop.best)
    test = float((predict(model, data.test).labels == data.test.labels).mean())
    return Result(seconds, loop.standing.best, test)


def written(data: Prepared, folder: Path) -> dict[str, str]:
    """The same tokens as fastText reads them: a line a text, the label first, in random order."""
    words = data.tokenizer.vocabulary()
    files: dict[str, str] = {}
    for name, part in (("train", data.train), ("validation", data.validation), ("test", data.test)):
        lines = [_line(part, number, words) for number in range(len(part))]
        random.Random(0).shuffle(lines)
        files[name] = str(folder / name)
        Path(files[name]).write_text("".join(lines), encoding="utf-8")
    return files


def _line(part: Texts, number: int, words: list[str]) -> str:
    assert part.labels is not None
    ids = part.ids[part.offsets[number] : part.offsets[number + 1]]
    return f"__label__{part.labels[number]} {' '.join(words[i] for i in ids)}\n"


def theirs(files: dict[str, str], threads: int, epochs: int) -> Result:
    """Train fastText with its defaults and so many epochs."""
    start = time.perf_counter()
    model = fasttext.train_supervised(files["train"], epoch=epochs, thread=threads, verbose=0)
    seconds = time.perf_counter() - start
    return Result(seconds, model.test(files["validation"])[1], model.test(files["test"])[1])


def main() -> None:
    """Take turns, then print the ratio."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--threads", type=int, default=2)
    chosen = options.parse_args()
    made = with_corpus(recipe("attention"), "imdb")
    data = prepare(made, read_corpus(made))
    with tempfile.TemporaryDirectory() as folder:
        files = written(data, Path(folder))
        epochs = max((5, 10), key=lambda count: theirs(files, chosen.threads, count).validation)
        sides: dict[str, Callable[[int], Result]] = {
            "regard attention": lambda seed: ours(replace(made, training=replace(made.training, seed=seed)), data),
            f"fastText, {epochs} epochs": lambda seed: theirs(files, chosen.threads, epochs),
        }
        runs: dict[str, list[Result]] = {name: [] for name in sides}
        for number in range(chosen.rounds):
            for name, side in sides.items():
                runs[name].append(side(number))
    mine, peer = runs.values()
    ratios = [a.seconds / b.seconds for a, b in zip(mine, peer, strict=True)]
    for name, results in runs.items():
        seconds = ", ".join(f"{r.seconds:.1f}" for r in results)
        accuracy = np.mean([r.test for r in results])
        print(f"{name:22} {seconds} s   test {accuracy:.2%}")
    print(f"ratio of seconds       {statistics.median(ratios):.2f}  ({min(ratios):.2f} to {max(ratios):.2f})")
    print(json.dumps({"ratio": statistics.median(ratios), "ratios": ratios}))


if __name__ == "__main__":
    main()
