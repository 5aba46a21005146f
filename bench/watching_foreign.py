"""What looking at a model of Hugging Face costs: BERT-base's sizes, random weights, 512 tokens, one layer watched.

python -m bench.watching_foreign [--rounds 9] [--threads 2] [--texts 1]

Time: the forward pass of its SDPA model, watched and unwatched, and of its eager mode, in turns. Memory: what a forward
pass takes at its highest above a short one, each side in a process of its own.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import torch
from torch import Tensor
from transformers import BertConfig, BertModel

from regard.attention.watch import watching

SITE = "encoder.layer.6.attention.self"
SIDES = {"sdpa": ("sdpa", False), "one layer watched": ("sdpa", True), "eager": ("eager", False)}


def main() -> None:
    """Times in turns, then the memory of each side in a process of its own."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--texts", type=int, default=1)
    options.add_argument("--memory-of", choices=SIDES, help=argparse.SUPPRESS)
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    if chosen.memory_of:
        print(extra_memory(chosen.memory_of, chosen.texts))
        return
    seconds = turns(chosen.rounds, chosen.texts)
    for name in ("one layer watched", "eager"):
        ratios = sorted(a / b for a, b in zip(seconds[name], seconds["sdpa"], strict=True))
        low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
        print(f"time, {name} / sdpa: {statistics.median(ratios):.3f}  (middle half {low:.3f} to {high:.3f})")
    command = [sys.executable, "-m", "bench.watching_foreign", "--threads", str(chosen.threads)]
    command += ["--texts", str(chosen.texts), "--memory-of"]
    for side in SIDES:
        sizes = [int(subprocess.check_output([*command, side])) / 1024 for _ in range(3)]
        print(f"memory, {side}: {statistics.median(sizes):.1f} MiB  ({min(sizes):.1f} to {max(sizes):.1f})")
    print(json.dumps({name: statistics.median(times) for name, times in seconds.items()}))


def build(kernel: str) -> BertModel:
    """The same weights for every kernel."""
    torch.manual_seed(0)
    return BertModel(BertConfig(attn_implementation=kernel)).eval()


def texts(count: int) -> tuple[Tensor, Tensor]:
    """Words and which of them are real: one text in two is shorter, so that a mask is needed."""
    ids = torch.randint(1000, 30000, (count, 512), generator=torch.Generator().manual_seed(1))
    real = torch.ones_like(ids)
    real[::2, 400:] = 0
    return ids, real


@torch.no_grad()
def turns(rounds: int, count: int) -> dict[str, list[float]]:
    """Seconds of each side, after two rounds to warm up; the watched result must be the unwatched one, bit for bit."""
    models = {kernel: build(kernel) for kernel in ("sdpa", "eager")}
    ids, real = texts(count)
    seconds: dict[str, list[float]] = {side: [] for side in SIDES}
    results: dict[str, Tensor] = {}
    for number in range(rounds + 2):
        for side, (kernel, watched) in SIDES.items():
            start = time.perf_counter()
            with watching(models[kernel], SITE) if watched else nullcontext():
                results[side] = models[kernel](ids, attention_mask=real).last_hidden_state
            if number >= 2:
                seconds[side].append(time.perf_counter() - start)
    assert torch.equal(results["sdpa"], results["one layer watched"])
    return seconds


@torch.no_grad()
def extra_memory(side: str, count: int) -> int:
    """KiB that a forward pass took at its highest, above a short one that has touched all weights."""
    kernel, watched = SIDES[side]
    model = build(kernel)
    ids, real = texts(count)
    for length in (16, 512):
        Path("/proc/self/clear_refs").write_text("5")
        before = resident("VmRSS")
        with watching(model, SITE) if watched else nullcontext():
            model(ids[:, :length], attention_mask=real[:, :length])
    return resident("VmHWM") - before


def resident(field: str) -> int:
    """A size of this process, in KiB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1])


if __name__ == "__main__":
    main()
