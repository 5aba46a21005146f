"""Size and time of a page that shows all attention of a text, and of the other files from the same value.

python -m bench.pages [--texts 512x12x12 2500x4x8] [--kinds html png json csv]

Weights are softmaxes of random scores, as many as BERT-base has for 512 tokens (37.7 million, 151 MB as numbers of four
bytes), then those of a review of 2,500 tokens in four layers of eight heads: random weights are harder to keep small
than learned ones. BertViz's model view of the first is 1.7 GB and takes 97 s.
"""

import argparse
import tempfile
import time
from pathlib import Path

import numpy as np

from regard.explain.explanation import Explanation, Map
from regard.explain.rows import Rows
from regard.views.maps.packed import pack
from regard.views.record import save_explanation

SHARP = 2.0
"""Standard deviation of the scores."""


def main() -> None:
    """Write each text as each kind of file; print seconds and megabytes."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--texts", nargs="+", default=["512x12x12", "2500x4x8"], metavar="TOKENSxLAYERSxHEADS")
    options.add_argument("--kinds", nargs="+", default=["html", "png", "json"])
    chosen = options.parse_args()
    for text in chosen.texts:
        tokens, layers, heads = (int(part) for part in text.split("x"))
        told = explanation(tokens, layers, heads)
        packed = pack(told.maps)
        print(
            f"{tokens} tokens, {layers} layers, {heads} heads: {packed.kept:,} of {packed.weights:,} weights kept "
            f"({100 * packed.share:.1f} % of the weight), largest difference {100 * packed.error:.2f} points"
        )
        with tempfile.TemporaryDirectory() as folder:
            for kind in chosen.kinds:
                file = Path(folder) / f"maps.{kind}"
                start = time.perf_counter()
                try:
                    save_explanation(told, file, "en")
                except ValueError as error:
                    print(f"  {kind:5} {error}")
                    continue
                seconds = time.perf_counter() - start
                print(f"  {kind:5} {seconds:6.2f} s {file.stat().st_size / 1e6:9.2f} MB")
                file.unlink()


def explanation(tokens: int, layers: int, heads: int) -> Explanation:
    """A text of so many words through so many heads."""
    words = [f"word{number % 997}" for number in range(tokens)]
    chance = np.random.default_rng(0)
    maps: list[Map] = []
    for number in range(layers * heads):
        weights = np.exp(chance.standard_normal((tokens, tokens), dtype=np.float32) * SHARP)
        weights /= weights.sum(1, keepdims=True)
        name = f"encoder.layers.{number // heads}.attention.{number % heads}"
        maps.append(Map(name=name, rows=words, columns=words, weights=Rows(weights)))
    return Explanation(
        method="attention",
        target="positive",
        text=" ".join(words),
        label="positive",
        probability=0.9,
        maps=maps,
        spans=[],
    )


if __name__ == "__main__":
    main()
