"""Taking the place of kernels whose weights are edited, or whose weights' gradient is wanted."""

import inspect
from collections.abc import Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from regard.attention.core import spread
from regard.attention.foreign.kernels import Given, four, of_fused, values_of_heads
from regard.attention.foreign.making import LOGS, Making
from regard.attention.foreign.running import awake, innermost, site
from regard.attention.foreign.written import Kin, Softmaxes, Written, sums_keys
from regard.attention.watch import Watch, shown_to, watchers

PRODUCTS = {"matmul", "__matmul__", "__rmatmul__", "bmm", "mm", "mv", "baddbmm", "addmm", "einsum", "tensordot"}
FUSED = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal", "scale", "enable_gqa")
HEADS = inspect.signature(F.multi_head_attention_forward)


class Changing(TorchFunctionMode):
    """Above autograd, so that what is put in the place of weights gets its gradient.

    While it is on, `torch.nn` keeps off its fast paths by itself.
    """

    def __init__(self, natives: set[nn.MultiheadAttention]) -> None:
        super().__init__()
        self.natives = natives
        self.softmaxes, self.making = Softmaxes(id), Making(id)

    def __torch_function__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Given | None = None) -> Any:
        kwargs = kwargs or {}
        if torch.compiler.is_compiling() or awake.get() is not self:
            return func(*args, **kwargs)
        if func is F.scaled_dot_product_attention:
            return self._fused(func, args, kwargs)
        if func is F.multi_head_attention_forward:
            return self._heads(func, args, kwargs)
        name = getattr(func, "__name__", "")
        given = (*args[1:], *([kwargs["dim"]] if "dim" in kwargs else []))
        if name == "softmax":
            result = func(*args, **kwargs)
            self._begin(result, _along(result, given))
            return result
        found = self.softmaxes.among(args) if self.softmaxes.waiting else None
        if found is not None:
            return self._follow(func, name, args, kwargs, given, *found)
        result = func(*args, **kwargs)
        given = (_along(result, given),) if name in LOGS else given
        if (made := self.making.made(name, args, given, result)) is not None:
            self._begin(*made)
        return result

    def _begin(self, weights: Tensor, along: int) -> None:
        maker = site(self.natives)
        if maker is not None:
            self.softmaxes.begin(weights, along, maker)

    def _fused(self, func: Any, args: tuple[Any, ...], kwargs: Given) -> Tensor:
        maker, watches = _at(site(self.natives))
        if maker is None or not watches:
            return func(*args, **kwargs)
        given = dict(zip(FUSED, args, strict=False)) | kwargs
        if not any(watch.changes for watch in watches):
            with torch.no_grad():
                shown_to(watches, maker, of_fused(given))
            return func(*args, **kwargs)
        weights = shown_to(watches, maker, of_fused(given))
        q, v = given["query"], given["value"]
        mixed = F.dropout(weights, given.get("dropout_p", 0.0)) @ spread(four(v), weights.shape[1])
        return mixed.reshape(*q.shape[:-1], v.shape[-1])

    def _heads(self, func: Any, args: tuple[Any, ...], kwargs: Given) -> tuple[Tensor, Tensor | None]:
        bound = HEADS.bind(*args, **kwargs)
        bound.apply_defaults()
        given: Given = bound.arguments
        maker, watches = _at(site(self.natives))
        changes = any(watch.changes for watch in watches)
        if maker is None or not watches:
            return func(*args, **kwargs)
        shown = given | {"need_weights": True, "average_attn_weights": False, "training": False}
        with torch.set_grad_enabled(changes and torch.is_grad_enabled()):
            weights = func(**shown)[1]
        batched = given["query"].ndim == 3
        weights = shown_to(watches, maker, weights if batched else weights[None])
        if not changes:
            return func(*args, **kwargs)
        mixed = F.dropout(weights, given["dropout_p"], given["training"]) @ values_of_heads(given)
        joined = F.linear(mixed.permute(2, 0, 1, 3).flatten(2), given["out_proj_weight"], given["out_proj_bias"])
        told = None
        if given["need_weights"]:
            told = weights.mean(1) if given["average_attn_weights"] else weights
        return (joined, told) if batched else (joined[:, 0], None if told is None else told[0])

    def _follow(
        self,
        func: Any,
        name: str,
        args: tuple[Any, ...],
        kwargs: Given,
        given: tuple[Any, ...],
        one: Written,
        kin: Kin,
        place: int,
    ) -> Any:
        def instead(other: Tensor) -> Any:
            return func(*args[:place], other, *args[place + 1 :], **kwargs)

        if name in PRODUCTS or sums_keys(one, kin, name, given):
            self.softmaxes.end(one)
            return instead(self._used(one, kin, args))
        result = func(*args, **kwargs)
        self.softmaxes.follow(one, name, result, (*kin.steps, instead))
        return result

    def _used(self, one: Written, kin: Kin, args: tuple[Any, ...]) -> Tensor:
        """What weighs the vectors after every watch has seen the weights."""
        user, watches = _at(innermost())
        if user is None or not watches:
            return kin.tensor
        shown = one.shown(user, args)
        changed = shown_to(watches, user, shown)
        if changed is shown and shown is one.weights:
            return kin.tensor
        used = one.unshown(changed)
        for step in kin.steps:
            used = step(used)
        return used


def _along(scores: Tensor, given: Sequence[Any]) -> int:
    """The dimension of a softmax; without one it is guessed as torch does."""
    return int(scores.ndim not in (0, 1, 3)) if not given or given[0] is None else given[0]


def _at(module: nn.Module | None) -> tuple[nn.Module | None, Sequence[Watch]]:
    return module, () if module is None else watchers(module)
