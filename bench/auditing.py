"""What an audit costs: all of it, for a Transformer of ten million parameters on film reviews.

python -m bench.auditing RUN [--texts 1000] [--budget 300] [--device cpu] [--own]
python -m bench.auditing RUN --texts 25000 --budget 100000 --device cuda

RUN is a run on IMDB, whose tokenizer and corpus are used; its model is replaced by one with random weights (four layers
of width 256 with four heads, 10.3 million parameters with the words of a run on IMDB) unless --own is given. Prints the
seconds of all and of each stage, the processor's seconds, how many texts each method explained, and the memory that was
held at most, that of the device as well.
"""

import argparse
import json
import resource
import sys
import time
from dataclasses import replace

import torch

from regard.layers.vectors import WordVectors
from regard.models.transformer import Transformer
from regard.runs.auditing.audit import Wanted, audit
from regard.runs.run import Run, open_run

NARROW, WIDTH, LAYERS, HEADS = 160, 256, 4, 4


def main() -> None:
    """Audit, then print what it took."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("run")
    options.add_argument("--texts", type=int, default=1000)
    options.add_argument("--budget", type=int, default=300, help="thousands of tokens a method")
    options.add_argument("--methods", default="", help="names with commas between; all for every one")
    options.add_argument("--device", default="cpu")
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--own", action="store_true", help="the run's own model")
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(0)
    run = open_run(chosen.run) if chosen.own else _large(open_run(chosen.run))
    stages: dict[str, float] = {}
    processor, began = time.process_time(), time.monotonic()
    latest = began

    def follow(doing: str, _share: float) -> None:
        nonlocal latest
        now = time.monotonic()
        if doing not in stages:
            print(f"{now - began:7.1f} s  {doing}", file=sys.stderr, flush=True)
        stages[doing] = stages.get(doing, 0.0) + now - latest
        latest = now

    wanted = Wanted(
        texts=chosen.texts,
        budget=1000 * chosen.budget,
        methods=chosen.methods.split(",") if chosen.methods else (),
        device=chosen.device,
    )
    found = audit(run, wanted, follow)
    told = {
        "parameters": found.parameters,
        "texts": found.texts,
        "precision": found.precision,
        "seconds": round(found.seconds, 1),
        "milliseconds_per_text": round(1000 * found.seconds / found.texts, 2),
        "processor_seconds": round(time.process_time() - processor, 1),
        "methods": {one.method: one.texts for one in found.methods},
        "needed": found.needed[0].accuracy.n if found.needed else 0,
        "seconds_by_stage": {doing: round(seconds, 2) for doing, seconds in stages.items()},
        "gigabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20, 2),
    }
    if torch.device(chosen.device).type == "cuda":
        told["gigabytes_of_device"] = round(torch.cuda.max_memory_allocated() / 2**30, 2)
    print(json.dumps(told, indent=1))


def _large(run: Run) -> Run:
    """The run with a model of ten million parameters in place of its own."""
    words = WordVectors(run.tokenizer.size, NARROW)
    wide = Transformer(
        words, len(run.classes), layers=LAYERS, heads=HEADS, width=WIDTH, position="rotary", pooling="attention"
    )
    return replace(run, model=wide.eval())


if __name__ == "__main__":
    main()
