"""What numbers too small to be written in full cost: the backward pass of sharp attention, with and without them.

python -m bench.denormal [--rounds 9]
"""

import argparse
import statistics
import time

import torch
import torch.nn.functional as F


def seconds(sharp: float, flush: bool) -> float:
    """Time of one backward pass of attention whose scores have this spread."""
    torch.set_flush_denormal(flush)
    q, k, v = (torch.randn(8, 4, 400, 32, requires_grad=True) for _ in range(3))
    mixed = F.scaled_dot_product_attention(sharp * q, k, v).sum()
    start = time.perf_counter()
    mixed.backward()
    return time.perf_counter() - start


def main() -> None:
    """Take turns, then print the ratio."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=9)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    for sharp in (1.0, 5.0, 30.0):
        turns = [(seconds(sharp, False), seconds(sharp, True)) for _ in range(options.parse_args().rounds)]
        ratios = sorted(kept / flushed for kept, flushed in turns)
        print(f"scores of spread {sharp:4}: {statistics.median(ratios):5.1f}×  ({ratios[0]:.1f} to {ratios[-1]:.1f})")


if __name__ == "__main__":
    main()
