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
from regard.attention.foreign.running import awake, innermost, seen_elsewhere
from regard.attention.foreign.written import Kin, Softmaxes, Written, sums_keys
from regard.attention.watch import Watch, shown_to, watchers

PRODUCTS = {"matmul", "__matmul__", "__rmatmul__", "bmm", "mm", "baddbmm", "einsum"}
FUSED = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal", "scale", "enable_gqa")
HEADS = inspect.signature(F.multi_head_attention_forward)


class Changing(TorchFunctionMode):
    """Above autograd, so that what is put in the place of weights gets its gradient.

    While it is on, `torch.nn` keeps off its fast paths by itself.
    """

    def __init__(self, natives: dict[int, nn.MultiheadAttention]) -> None:
        super().__init__()
        self.natives = natives
        self.softmaxes = Softmaxes(id)

    def __torch_function__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Given | None = None) -> Any:
        kwargs = kwargs or {}
        if torch.compiler.is_compiling() or awake.get() is not self:
            return func(*args, **kwargs)
        if func is F.scaled_dot_product_attention:
            return self._fused(func, args, kwargs)
        if func is F.multi_head_attention_forward:
            return self._heads(func, args, kwargs)
        name = getattr(func, "__name__", "")
        if name == "softmax":
            result = func(*args, **kwargs)
            if not seen_elsewhere():
                given = (*args[1:2], kwargs.get("dim"))
                self.softmaxes.begin(result, _along(result, given[0]), None)
            return result
        found = self.softmaxes.among(args) if self.softmaxes.waiting else None
        return func(*args, **kwargs) if found is None else self._follow(func, name, args, kwargs, *found)

    def _fused(self, func: Any, args: tuple[Any, ...], kwargs: Given) -> Tensor:
        site, watches = _at(innermost())
        if site is None or not watches or seen_elsewhere():
            return func(*args, **kwargs)
        given = dict(zip(FUSED, args, strict=False)) | kwargs
        if not any(watch.changes for watch in watches):
            with torch.no_grad():
                shown_to(watches, site, of_fused(given))
            return func(*args, **kwargs)
        weights = shown_to(watches, site, of_fused(given))
        q, v = given["query"], given["value"]
        mixed = F.dropout(weights, given.get("dropout_p", 0.0)) @ spread(four(v), weights.shape[1])
        return mixed.reshape(*q.shape[:-1], v.shape[-1])

    def _heads(self, func: Any, args: tuple[Any, ...], kwargs: Given) -> tuple[Tensor, Tensor | None]:
        bound = HEADS.bind(*args, **kwargs)
        bound.apply_defaults()
        given: Given = bound.arguments
        native = self.natives.get(id(given["in_proj_weight"])) or self.natives.get(id(given["q_proj_weight"]))
        site, watches = _at(innermost() if native is None else native)
        changes = any(watch.changes for watch in watches)
        if site is None or not watches:
            return func(*args, **kwargs)
        shown = given | {"need_weights": True, "average_attn_weights": False, "training": False}
        with torch.set_grad_enabled(changes and torch.is_grad_enabled()):
            weights = func(**shown)[1]
        batched = given["query"].ndim == 3
        weights = shown_to(watches, site, weights if batched else weights[None])
        if not changes:
            return func(*args, **kwargs)
        mixed = F.dropout(weights, given["dropout_p"], given["training"]) @ values_of_heads(given)
        joined = F.linear(mixed.permute(2, 0, 1, 3).flatten(2), given["out_proj_weight"], given["out_proj_bias"])
        told = None
        if given["need_weights"]:
            told = weights.mean(1) if given["average_attn_weights"] else weights
        return (joined, told) if batched else (joined[:, 0], None if told is None else told[0])

    def _follow(
        self, func: Any, name: str, args: tuple[Any, ...], kwargs: Given, one: Written, kin: Kin, place: int
    ) -> Any:
        def instead(other: Tensor) -> Any:
            return func(*args[:place], other, *args[place + 1 :], **kwargs)

        given = (*args[1:], *([kwargs["dim"]] if "dim" in kwargs else []))
        if name in PRODUCTS or sums_keys(one, kin, name, given):
            self.softmaxes.end(one)
            return instead(self._used(one, kin, args))
        result = func(*args, **kwargs)
        self.softmaxes.follow(one, name, result, (*kin.steps, instead))
        return result

    def _used(self, one: Written, kin: Kin, args: tuple[Any, ...]) -> Tensor:
        """What weighs the vectors after every watch has seen the weights."""
        site, watches = _at(innermost())
        if site is None or not watches:
            return kin.tensor
        shown = one.shown(site, args)
        changed = shown_to(watches, site, shown)
        if changed is shown and shown is one.weights:
            return kin.tensor
        used = one.unshown(changed)
        for step in kin.steps:
            used = step(used)
        return used


def _along(scores: Tensor, dim: int | None) -> int:
    """The dimension of a softmax; without one it is guessed as torch does."""
    return int(scores.ndim not in (0, 1, 3)) if dim is None else dim


def _at(site: nn.Module | None) -> tuple[nn.Module | None, Sequence[Watch]]:
    return site, () if site is None else watchers(site)
