"""How the processor computes while a model learns."""

from collections.abc import Generator
from contextlib import contextmanager

import torch


@contextmanager
def tiny_numbers_flushed() -> Generator[None]:
    """In this block numbers too small to be written in full (below 1e-38) count as zero.

    Weights of sharp attention become so small; with them a processor takes fifteen times as long for a backward pass
    (`bench/denormal.py`). Torch's further threads do as the first did when they began.
    """
    torch.set_flush_denormal(True)
    try:
        yield
    finally:
        torch.set_flush_denormal(False)
