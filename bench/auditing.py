"""What an audit costs: all of it, for a Transformer of ten million parameters on film reviews.

python -m bench.auditing RUN [--texts 1000] [--budget 300] [--device cpu] [--own]

RUN is a run on IMDB, whose tokenizer and corpus are used; its model is replaced by one with random weights (four layers
of width 256 with four heads, 10.3 million parameters with the words of a run on IMDB) unless --own is given. Prints the
time, the processor's time, and how many texts each method explained.
"""

import argparse
import json
import time
from dataclasses import replace

import torch

from regard.layers.vectors import WordVectors
from regard.models.transformer import Transformer
from regard.runs.auditing.audit import Wanted, audit
from regard.runs.run import open_run

NARROW, WIDTH, LAYERS, HEADS = 160, 256, 4, 4


def main() -> None:
    """Audit, then print what it took."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("run")
    options.add_argument("--texts", type=int, default=1000)
    options.add_argument("--budget", type=int, default=300, help="thousands of tokens a method")
    options.add_argument("--device", default="cpu")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--own", action="store_true", help="the run's own model")
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(0)
    run = open_run(chosen.run)
    if not chosen.own:
        words = WordVectors(run.tokenizer.size, NARROW)
        wide = Transformer(
            words, len(run.classes), layers=LAYERS, heads=HEADS, width=WIDTH, position="rotary", pooling="attention"
        )
        run = replace(run, model=wide.eval())
    parts: dict[str, float] = {}
    latest = ["corpus", time.process_time()]

    def follow(doing: str, _share: float) -> None:
        now = time.process_time()
        parts[latest[0]] = parts.get(latest[0], 0.0) + now - latest[1]
        latest[:] = [doing, now]

    began = time.process_time()
    found = audit(run, Wanted(texts=chosen.texts, budget=1000 * chosen.budget, device=chosen.device), follow)
    print(
        json.dumps(
            {
                "parameters": found.parameters,
                "texts": found.texts,
                "precision": found.precision,
                "seconds": round(found.seconds, 1),
                "processor_seconds": round(time.process_time() - began, 1),
                "methods": {one.method: one.texts for one in found.methods},
                "needed": found.needed[0].accuracy.n if found.needed else 0,
                "processor_seconds_by_part": {doing: round(seconds, 1) for doing, seconds in parts.items()},
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
