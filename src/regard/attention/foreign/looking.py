"""Seeing the weights of kernels as they run, and leaving every kernel as it is."""

from typing import Any

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from regard.attention.foreign.kernels import Given, of_fused, of_native
from regard.attention.foreign.running import awake, innermost, seen_elsewhere
from regard.attention.foreign.undisturbed import undisturbed
from regard.attention.foreign.written import Kin, Softmaxes, Written, sums_keys
from regard.attention.watch import shown_to, watchers

aten = torch.ops.aten
FUSED = {
    aten._scaled_dot_product_flash_attention_for_cpu.default,
    aten._scaled_dot_product_flash_attention.default,
    aten._scaled_dot_product_efficient_attention.default,
    aten._scaled_dot_product_cudnn_attention.default,
    aten._scaled_dot_product_fused_attention_overrideable.default,
}
NATIVE = {aten._native_multi_head_attention.default, aten._transformer_encoder_layer_fwd.default}
SOFTMAXES = {aten._softmax.default, aten._safe_softmax.default}
PRODUCTS = {aten.bmm.default, aten.mm.default, aten.mv.default, aten.baddbmm.default, aten.addmm.default}
WHOLE = {
    aten.scaled_dot_product_attention.default,
    aten._scaled_dot_product_attention_math.default,
    aten.softmax.int,
    aten.matmul.default,
    aten.einsum.default,
}
"""Operations that come in their parts, but for inference mode."""


class Looking(TorchDispatchMode):
    """Below autograd, where the fast paths of `torch.nn` and the fused kernels are called as if nobody looked.

    Attention that is written out is known by a softmax whose result, perhaps thinned out, cast or viewed otherwise,
    is multiplied by a matrix, or with vectors that are then summed up.
    """

    def __init__(self, natives: dict[int, nn.MultiheadAttention]) -> None:
        super().__init__()
        self.natives = natives
        self.native: nn.Module | None = None
        self.softmaxes = Softmaxes(_memory)

    @classmethod
    def is_infra_mode(cls) -> bool:
        """Looking is no reason for torch not to compile what is called within."""
        return True

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """A compiled graph is compiled, and not watched."""
        return True

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Given | None = None) -> Any:
        kwargs = kwargs or {}
        if awake.get() is not self:
            return func(*args, **kwargs)
        if self.natives:
            self.native = next((self.natives[id(arg)] for arg in args if id(arg) in self.natives), self.native)
        with undisturbed(func):
            if func in WHOLE:
                with self:
                    return func.decompose(*args, **kwargs)
            result = func(*args, **kwargs)
        if func in FUSED:
            self._see(of_fused, func, args, kwargs)
        elif func in NATIVE:
            self._see(of_native, func, args, kwargs)
        elif func in SOFTMAXES:
            site = self._site()
            if site is not None and not seen_elsewhere():
                self.softmaxes.begin(result, args[1], site)
        elif self.softmaxes.waiting and (found := self.softmaxes.among(args)) is not None:
            self._follow(func, args, result, *found)
        return result

    def _site(self) -> nn.Module | None:
        native, self.native = self.native, None
        return innermost() if native is None else native

    def _see(self, weights_of: Any, func: Any, args: tuple[Any, ...], kwargs: Given) -> None:
        site = self._site()
        watches = () if site is None else watchers(site)
        if site is not None and watches and not seen_elsewhere():
            names = [argument.name for argument in func._schema.arguments]
            shown_to(watches, site, weights_of(dict(zip(names, args, strict=False)) | kwargs))

    def _follow(self, func: Any, args: tuple[Any, ...], result: Any, one: Written, kin: Kin, _: int) -> None:
        name = func.overloadpacket.__name__
        if func not in PRODUCTS and not sums_keys(one, kin, name, args[1:]):
            self.softmaxes.follow(one, name, result[0] if isinstance(result, tuple) else result)
            return
        self.softmaxes.end(one)
        site = one.maker if isinstance(one.maker, nn.MultiheadAttention) else innermost()
        if site is not None:
            shown_to(watchers(site), site, one.shown(site, args))


def _memory(tensor: Tensor) -> int:
    return 0 if tensor.is_nested else tensor.untyped_storage().data_ptr()
