"""Who is running, and who called a kernel."""

import sys
from contextvars import ContextVar

from torch import nn

running: ContextVar[tuple[nn.Module, ...]] = ContextVar("modules that are running", default=())
"""Outermost first."""
awake: ContextVar[object | None] = ContextVar("the mode that sees", default=None)
"""Of several modes, where a watch was opened while another's was on, only the last one sees."""

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
        around = name.startswith(HERE) or (around and (name, frame.f_code.co_name) in AROUND_A_MODE)
        if not around:
            if name == OURS or name.startswith(COMPILED) or frame.f_code.co_filename.startswith(COMPILED):
                return True
            if not name.startswith("torch."):
                return False
        frame = frame.f_back
    return False
