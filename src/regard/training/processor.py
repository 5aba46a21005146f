"""How the processor computes while a model learns."""

from collections.abc import Generator
from contextlib import contextmanager

import torch
from torch import nn

from regard.layers.blocks import EncoderBlock
from regard.training.settings import Precision


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


@contextmanager
def at_precision(precision: Precision, device: torch.device) -> Generator[None]:
    """In this block matrix products are computed so precisely; weights and their updates are float32 in any case.

    tf32 keeps 10 of the 23 bits after the point inside a product, where a GPU has units for that; bfloat16 keeps 7 and
    writes what lies between two layers in half the memory.
    """
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest" if precision == "float32" else "high")
    try:
        with torch.autocast(device.type, torch.bfloat16, enabled=precision == "bfloat16"):
            yield
    finally:
        torch.set_float32_matmul_precision(before)


def compile_blocks(model: nn.Module) -> None:
    """Have torch compile every block of a model, each time that it runs; texts may be of any length.

    Attention itself is left out of that, so that it can be watched.
    """
    for part in model.modules():
        if isinstance(part, EncoderBlock):
            part.compile(dynamic=True)


@contextmanager
def as_written(compiled: bool) -> Generator[None]:
    """In this block nothing is compiled: what runs once is not worth it."""
    if not compiled:
        yield
        return
    with torch.compiler.set_stance("force_eager"):
        yield
