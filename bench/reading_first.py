"""What reading first is worth on IMDB: a reader, teachers from it, their students, and few labels, in one go on a GPU.

python -m bench.reading_first FOLDER [--device cuda] [--seeds 3] [--at-once 3] [--labels 100,500,2500] [--set KEY=VALUE]

Each run is a command of `regard train`, printed as it starts, in a folder of its own below FOLDER; runs that are
finished there are not trained again, so that what was stopped goes on. In turn: `reader`; `rdrop` with several weights
of agreement, of which the smallest loss on the films held out chooses one; with that one, as many as --seeds from all
labels, and as many students of these; and with few labels the reader as it was read, and with random weights. About
28 minutes on one H200. The last line is a JSON object: the test accuracy of each run.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

AGREEMENT = (1.0, 2.0, 4.0)
"""Weights of R-Drop that are tried."""
BEGAN = time.monotonic()


def main() -> None:
    """Train all, then print what each is worth."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--device", default="cuda")
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--at-once", type=int, default=3)
    options.add_argument("--labels", default="100,500,2500")
    options.add_argument("--set", action="append", default=[], help="of all runs")
    options.add_argument("--set-reader", action="append", default=[], help="of the reader alone")
    chosen = options.parse_args()
    folder, seeds = chosen.folder.resolve(), range(chosen.seeds)
    folder.mkdir(parents=True, exist_ok=True)
    alike = _leaves(*chosen.set, f"training.device={chosen.device}")

    def run(jobs: Mapping[str, Sequence[str]]) -> None:
        together(folder, {name: ["imdb", *words, *alike] for name, words in jobs.items()}, chosen.at_once)

    run({"reader": ["--task", "language", "--model", "reader", *_leaves(*chosen.set_reader)]})
    start = ["--from", str(folder / "reader")]
    tried = {weight: f"agreement-{weight:g}" for weight in AGREEMENT}
    run(
        {
            name: [*start, "--model", "rdrop", *_leaves(f"task.rdrop={weight}", "corpus.held=true")]
            for weight, name in tried.items()
        }
    )
    weight = min(tried, key=lambda one: journal(folder / tried[one])[-2]["validation_loss"])
    print(f"{time.monotonic() - BEGAN:7.1f} s  weight of agreement: {weight:g}", file=sys.stderr, flush=True)
    agree = _leaves(f"task.rdrop={weight}")
    run({f"rdrop-{seed}": [*start, "--model", "rdrop", "--seed", str(seed), *agree] for seed in seeds})
    teachers = [word for seed in seeds for word in ("--teacher", str(folder / f"rdrop-{seed}"))]
    run({f"student-{seed}": [*start, "--model", "student", "--seed", str(seed), *teachers, *agree] for seed in seeds})
    run(
        {
            f"{kind}-{labels}": [*start, "--labels", labels, *_leaves(f"start.random={str(kind == 'random').lower()}")]
            for labels in chosen.labels.split(",")
            if labels
            for kind in ("read", "random")
        }
    )
    print(json.dumps({file.parent.name: worth(file.parent) for file in sorted(folder.glob("*/manifest.json"))}))


def together(folder: Path, jobs: Mapping[str, Sequence[str]], at_once: int) -> None:
    """Train several, some at a time; those that are finished are left as they are."""
    waiting = {name: words for name, words in jobs.items() if not (folder / name / "manifest.json").exists()}
    running: dict[str, subprocess.Popen[bytes]] = {}
    while waiting or running:
        while waiting and len(running) < at_once:
            name = next(iter(waiting))
            words = ["train", *waiting.pop(name), "--out", str(folder / name), "--json"]
            print(f"{time.monotonic() - BEGAN:7.1f} s  regard {' '.join(words)}", file=sys.stderr, flush=True)
            running[name] = subprocess.Popen([sys.executable, "-m", "regard", *words], stdout=subprocess.DEVNULL)
        time.sleep(0.2)
        for name in [name for name, one in running.items() if one.poll() is not None]:
            running.pop(name)
            if not (folder / name / "manifest.json").exists():
                sys.exit(f"{name} did not end; see above.")
            print(f"{time.monotonic() - BEGAN:7.1f} s  {name}: {worth(folder / name)}", file=sys.stderr, flush=True)


def worth(run: Path) -> float:
    """Test accuracy of a classifier, or the perplexity of a reader."""
    return journal(run)[-1]["test"]["value"]


def journal(run: Path) -> list[dict[str, Any]]:
    """A line for each epoch, and the end."""
    return [json.loads(line) for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]


def _leaves(*changes: str) -> list[str]:
    return [word for change in changes for word in ("--set", change)]


if __name__ == "__main__":
    main()
