"""How an operation runs as it would without a mode, to the last bit."""

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

import torch

_torch: Any = torch._C  # pyright: ignore[reportPrivateUsage]
VIEWS = _torch.DispatchKey.ADInplaceOrView


def undisturbed(func: Any) -> AbstractContextManager[Any]:
    """In this block, an operation that a mode was called for runs as if there were none.

    In inference mode a view of a parameter still knows that it can be learned, and matrices are multiplied in another
    order for it. Below a mode nothing notes views; it is noted again, but for operations that were called by what does.
    """
    if not torch.is_inference_mode_enabled() or _notes_views(func):
        return nullcontext()
    without = _torch._dispatch_tls_local_exclude_set().remove(VIEWS)
    return _torch._ForceDispatchKeyGuard(_torch._dispatch_tls_local_include_set(), without)


@cache
def _notes_views(func: Any) -> bool:
    return _torch._dispatch_has_kernel_for_dispatch_key(func.name(), VIEWS)
