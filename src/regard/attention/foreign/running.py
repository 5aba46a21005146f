"""Who is running, and who called a kernel."""

import sys
from collections.abc import Container
from contextvars import ContextVar

from torch import nn

from regard.attention.watch import opened

running: ContextVar[tuple[nn.Module, ...]] = ContextVar("modules that are running", default=())
"""Outermost first."""
awake: ContextVar[object | None] = ContextVar("the mode that sees", default=None)
"""Of several modes, where a watch was opened while another's was on, only the last one sees."""

OURS, HERE = "regard.attention.core", "regard.attention.foreign."
COMPILED = ("torch._dynamo", "torch._inductor", "torch._functorch", "<eval_with_key>")
UNCOMPILED = {("torch._dynamo.eval_frame", "_fn"), ("torch._compile", "inner")}
"""Frames that torch puts around what it must not compile: a mode, and what is run in a checkpoint."""
HEADS = nn.MultiheadAttention.forward.__code__
LAYER = nn.TransformerEncoderLayer.forward.__code__


def innermost() -> nn.Module | None:
    """The module that is running, of those that are watched over."""
    inside = running.get()
    return inside[-1] if inside else None


def site(natives: Container[nn.Module]) -> nn.Module | None:
    """The module whose attention the kernel that was just called computes; of `natives`, no entering is noted.

    None, if our own core called it, which shows its weights itself, or a compiled graph, which is never watched.
    """
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame is not None:
        name, code = str(frame.f_globals.get("__name__", "")), frame.f_code
        if code is HEADS or code is LAYER:
            caller = frame.f_locals["self"] if code is HEADS else frame.f_locals["self"].self_attn
            return caller if caller in natives else innermost()
        if not name.startswith(HERE) and (name, code.co_name) not in UNCOMPILED:
            if name == OURS:
                return None
            if name.startswith(COMPILED) or code.co_filename.startswith(COMPILED):
                for watch in opened():
                    watch.block.compiled = True
                return None
            if not name.startswith("torch."):
                break
        frame = frame.f_back
    return innermost()
