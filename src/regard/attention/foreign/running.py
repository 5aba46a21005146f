"""Who is running, and who called a kernel."""

import sys
from contextvars import ContextVar

from torch import Tensor, nn

running: ContextVar[tuple[nn.Module, ...]] = ContextVar("modules that are running", default=())
"""Outermost first."""

OURS, HERE = "regard.attention.core", "regard.attention.foreign."
COMPILED = ("torch._dynamo", "torch._inductor", "torch._functorch", "<eval_with_key>")
AROUND_A_MODE = {("torch._dynamo.eval_frame", "_fn"), ("torch._compile", "inner")}
"""Frames that torch itself puts between a kernel and the mode that sees it."""


def innermost() -> nn.Module | None:
    """The module that is running, of those that are watched over."""
    inside = running.get()
    return inside[-1] if inside else None


def seen_elsewhere() -> bool:
    """Whether the kernel was called by our own core, which shows its weights itself, or by a compiled graph."""
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    around = True
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        around = around and (name.startswith(HERE) or (name, frame.f_code.co_name) in AROUND_A_MODE)
        if not around:
            if name == OURS or name.startswith(COMPILED) or frame.f_code.co_filename.startswith(COMPILED):
                return True
            if not name.startswith("torch."):
                return False
        frame = frame.f_back
    return False


def as_map(weights: Tensor, site: nn.Module) -> Tensor:
    """Weights of any number of dimensions as [batch, heads, queries, keys]."""
    if isinstance(site, nn.MultiheadAttention) and weights.ndim == 3:
        return weights.unflatten(0, (-1, site.num_heads))
    if weights.ndim == 3:
        return weights[:, None]
    if weights.ndim == 2:
        return weights[None, None]
    return weights if weights.ndim == 4 else weights.flatten(0, -4)
