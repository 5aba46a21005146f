"""What looking costs: a forward pass at 512 tokens, watched and unwatched, against bare `scaled_dot_product_attention`.

python -m bench.watching [--rounds 15] [--threads 2]

Four layers of width 128 with four heads, no gradients; 16 texts of 512 tokens, then 16 of 32 to 512, where a mask is
needed. The three sides take turns.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from unittest.mock import patch

import torch
import torch.nn.functional as F
from torch import Tensor

from regard.attention import heads
from regard.attention.ragged import Ragged
from regard.attention.watch import watching
from regard.layers.blocks import Encoder

TEXTS, LONGEST, WIDTH = 16, 512, 128


def bare(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, bias: Tensor | None, **_: object) -> Tensor:
    """Attention without a way to look at it."""
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask)


def main() -> None:
    """Take turns, then print the ratios."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--threads", type=int, default=2)
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(0)
    encoder = Encoder(
        WIDTH, layers=4, heads=4, hidden=4 * WIDTH, dropout=0.0, attention_dropout=0.0, norm="layer", pre_norm=True,
        position="sinusoidal", longest=LONGEST,
    ).eval()  # fmt: skip
    for lengths in (torch.full((TEXTS,), LONGEST), torch.arange(1, TEXTS + 1) * (LONGEST // TEXTS)):
        print(f"{TEXTS} texts of {int(lengths.min())} to {LONGEST} tokens")
        rows = Ragged(lengths)
        report(turns(encoder, torch.randn(len(rows.owner), WIDTH), rows, chosen.rounds))


@torch.no_grad()
def turns(encoder: Encoder, x: Tensor, rows: Ragged, rounds: int) -> dict[str, list[float]]:
    """Seconds of each side, after two rounds to warm up."""

    def unwatched() -> None:
        encoder(x, rows)

    def watched() -> None:
        with watching(encoder, "layers.2.attention"):
            encoder(x, rows)

    def without() -> None:
        with patch.object(heads, "attend", bare):
            encoder(x, rows)

    sides: dict[str, Callable[[], None]] = {"bare": without, "unwatched": unwatched, "one layer watched": watched}
    seconds: dict[str, list[float]] = {name: [] for name in sides}
    for number in range(rounds + 2):
        for name, side in sides.items():
            start = time.perf_counter()
            side()
            if number >= 2:
                seconds[name].append(time.perf_counter() - start)
    return seconds


def report(seconds: dict[str, list[float]]) -> None:
    """The ratios, each with the middle half of its values."""
    for name, against in (("unwatched", "bare"), ("one layer watched", "unwatched")):
        ratios = sorted(a / b for a, b in zip(seconds[name], seconds[against], strict=True))
        low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
        print(f"  {name} / {against}: {statistics.median(ratios):.3f}  (middle half {low:.3f} to {high:.3f})")
    print(json.dumps({name: statistics.median(times) for name, times in seconds.items()}))


if __name__ == "__main__":
    main()
