"""How an operation runs as it would without a mode, to the last bit.

While a mode is asked what to do with an operation, torch leaves out all that stands above modes, for the operations
that its kernel calls as well: that views are noted, that autocast makes numbers shorter, that a sign is still to be
turned. Here nothing is left out that was not where the operation was called.
"""

from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

import torch

_torch: Any = torch._C  # pyright: ignore[reportPrivateUsage]
_Keys, _key = _torch.DispatchKeySet, _torch.DispatchKey
SIGNS = _Keys(_key.Conjugate) | _Keys(_key.Negative)
"""What a tensor only says of its numbers, until they are read."""
VIEWS = _key.ADInplaceOrView
"""In inference mode a view of a parameter still knows that it can be learned; its product has another order of sums."""
CASTS = tuple(key for name, key in _key.__members__.items() if name.startswith("Autocast"))
NONE = SIGNS - SIGNS


def _kernels(name: str, *, of: bool) -> Any:
    """The kinds of autocast that know the operation, or those that do not."""
    found = NONE
    for key in CASTS:
        if _torch._dispatch_has_kernel_for_dispatch_key(name, key) == of:
            found = found | _Keys(key)
    return found


aten = torch.ops.aten
CALLING = {
    aten._transformer_encoder_layer_fwd.default: SIGNS | _kernels("aten::_transformer_encoder_layer_fwd", of=False),
    aten._trilinear.default: SIGNS | _kernels("aten::bilinear", of=False),
    aten.linalg_pinv.atol_rtol_tensor: SIGNS,
    aten.linalg_lstsq.default: SIGNS,
}
"""Kernels that call operations to which it matters, off inference mode, where only parts come.

Whether the whole was cast cannot be known of parts. The first two are parts of nothing but what is named with them.
"""


def undisturbed(func: Any, cast: Any) -> AbstractContextManager[Any]:
    """In this block, an operation that a mode was called for runs as if there were none.

    `cast`: the kinds of autocast that have dealt with what it is a part of.
    """
    back = _left_out(func) if torch.is_inference_mode_enabled() else CALLING.get(func)
    if back is None:
        return nullcontext()
    with _torch._RestorePythonTLSSnapshot():
        before = _torch._dispatch_tls_local_exclude_set()
    without = _torch._dispatch_tls_local_exclude_set() - (back - before - cast)
    return _torch._ForceDispatchKeyGuard(_torch._dispatch_tls_local_include_set(), without)


@cache
def casts(func: Any) -> Any:
    """The kinds of autocast that deal with an operation themselves."""
    return _kernels(func.name(), of=True)


@cache
def _left_out(func: Any) -> Any:
    """What a mode leaves out, but for what has dealt with the operation before the mode was asked."""
    name = func.name()
    back = SIGNS | _kernels(name, of=False)
    return back if _torch._dispatch_has_kernel_for_dispatch_key(name, VIEWS) else back | _Keys(VIEWS)
