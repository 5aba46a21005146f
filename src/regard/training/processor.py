"""How the processor computes while a model learns."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from regard.attention.ragged import Ragged
from regard.errors import Mistake
from regard.training.settings import Precision

Think = Callable[[Tensor, Ragged], Tensor]
"""From the vectors of words to those in their context."""


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


def compile_thinking(model: nn.Module) -> None:
    """Have torch compile what a language model does between reading words and saying them, for texts of any length.

    What is compiled is never watched; who watches runs it `as_written`.
    """
    found = [part for part in model.modules() if callable(getattr(part, "think", None))]
    if not found:
        raise Mistake("training.compiled is set, and this model has nothing that is compiled; leave it out.")
    for part in found:
        thinking: Any = part
        thinking.think = _compiled(thinking.think)


def _compiled(think: Think) -> Think:
    """All that is to be known of the rows is computed before: a graph remembers nothing for the next one."""
    fast = torch.compile(think, dynamic=True)

    def prepared(x: Tensor, rows: Ragged) -> Tensor:
        return fast(x, rows.settled())

    return prepared


@contextmanager
def as_written(compiled: bool) -> Generator[None]:
    """In this block what was compiled runs as it is written: it can be watched, and need not be compiled again."""
    if not compiled:
        yield
        return
    with torch.compiler.set_stance("force_eager"):
        yield
