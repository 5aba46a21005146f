"""What reading first is worth on IMDB: a reader, teachers from it, their students, and few labels, in one go on a GPU.

python -m bench.reading_first FOLDER [--seeds 3] [--at-once 3] [--try "KEY=VALUE …"] [--labels 100,500,2500]
    [--set KEY=VALUE] [--set-reader KEY=VALUE]

Each run is a command of `regard train`, printed as it starts, in a folder of its own below FOLDER; runs that are
finished there are not trained again, so that what was stopped goes on. In turn: `reader`; settings of `rdrop`, if any
are to be tried, with films held out; with the settings that were best on these, as many `rdrop` as --seeds from all
labels; as many students of these; and with few labels the reader as it was read, and with random weights. About 25
minutes on one H200. The last line is a JSON object: the test accuracy of each run.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

BEGAN = time.monotonic()


def main() -> None:
    """Train all, then print what each is worth."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--device", default="cuda")
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--at-once", type=int, default=3)
    options.add_argument("--try", dest="tried", action="append", default=[], help="settings of rdrop, several times")
    options.add_argument("--labels", default="100,500,2500", help="how many, or nothing")
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
    chances = {f"tried-{number}": _leaves(*words.split()) for number, words in enumerate(chosen.tried)}
    run({name: [*start, "--model", "rdrop", *leaves, "--set", "corpus.held=true"] for name, leaves in chances.items()})
    best = max(chances, key=lambda name: held_out(folder / name), default=None)
    settings = chances[best] if best else []
    told(f"settings of rdrop: {' '.join(settings) or 'as it ships'}")
    run({f"rdrop-{seed}": [*start, "--model", "rdrop", "--seed", str(seed), *settings] for seed in seeds})
    teachers = [word for seed in seeds for word in ("--teacher", str(folder / f"rdrop-{seed}"))]
    run({f"student-{seed}": [*start, "--model", "student", "--seed", str(seed), *teachers] for seed in seeds})
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
    """Train several, some at a time; those that are finished are left as they are. Where one fails, none goes on."""
    waiting = {name: words for name, words in jobs.items() if not (folder / name / "manifest.json").exists()}
    running: dict[str, subprocess.Popen[bytes]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                name = next(iter(waiting))
                words = ["train", *waiting.pop(name), "--out", str(folder / name), "--json"]
                told(f"regard {' '.join(words)}")
                running[name] = subprocess.Popen([sys.executable, "-m", "regard", *words], stdout=subprocess.DEVNULL)
            time.sleep(0.2)
            for name in [name for name, one in running.items() if one.poll() is not None]:
                running.pop(name)
                if not (folder / name / "manifest.json").exists():
                    sys.exit(f"{name} did not end; see above.")
                told(f"{name}: {worth(folder / name)}")
    finally:
        for one in running.values():
            one.terminate()
        for one in running.values():
            one.wait()


def worth(run: Path) -> float:
    """Test accuracy of a classifier, or the perplexity of a reader."""
    return journal(run)[-1]["test"]["value"]


def held_out(run: Path) -> tuple[float, float]:
    """Accuracy on the films held out after the last epoch, and how small the loss is there."""
    last = journal(run)[-2]
    return last["validation"], -last["validation_loss"]


def told(line: str) -> None:
    """A line to who waits, with the seconds that have passed."""
    print(f"{time.monotonic() - BEGAN:7.1f} s  {line}", file=sys.stderr, flush=True)


def journal(run: Path) -> list[dict[str, Any]]:
    """A line for each epoch, and the end."""
    return [json.loads(line) for line in (run / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]


def _leaves(*changes: str) -> list[str]:
    return [word for change in changes for word in ("--set", change)]


if __name__ == "__main__":
    main()
