"""Seeing the weights of kernels as they run, and leaving every kernel as it is."""

from typing import Any

import torch
from torch import Tensor, nn
from torch._ops import OpOverload
from torch.utils._python_dispatch import TorchDispatchMode

from regard.attention.foreign.kernels import Given, of_fused, of_native
from regard.attention.foreign.making import Making
from regard.attention.foreign.running import awake, innermost, site
from regard.attention.foreign.undisturbed import NONE, casts, undisturbed
from regard.attention.foreign.written import Kin, Softmaxes, Written, sums_keys
from regard.attention.watch import opened, shown_to, watchers

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
    aten.log_softmax.int,
    aten.matmul.default,
    aten.einsum.default,
    aten.tensordot.default,
}
"""Operations that come in their parts, but for inference mode."""


class Looking(TorchDispatchMode):
    """Below autograd, where the fast paths of `torch.nn` and the fused kernels are called as if nobody looked.

    Attention that is written out is known by a softmax whose result, perhaps thinned out, cast or viewed otherwise,
    is multiplied by a matrix, or with vectors that are then summed up.
    """

    supports_higher_order_operators = True

    def __init__(self, natives: set[nn.MultiheadAttention]) -> None:
        super().__init__()
        self.natives = natives
        self.cast = NONE
        self.softmaxes, self.making = Softmaxes(_memory), Making(_memory)

    @classmethod
    def is_infra_mode(cls) -> bool:
        """Looking is no reason for torch not to compile what is called within."""
        return True

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """A compiled graph is compiled, and not watched."""
        return True

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: Given | None = None) -> Any:
        kwargs, mode = kwargs or {}, awake.get()
        if not isinstance(func, OpOverload):
            self._pass_over(func)
            return func(*args, **kwargs)
        with undisturbed(func, getattr(mode, "cast", NONE)):
            if mode is not self:
                return func(*args, **kwargs)
            if func in WHOLE:
                return self._in_parts(func, args, kwargs)
            result = func(*args, **kwargs)
            if func in NATIVE:
                self._see(of_native, func, args, kwargs)
        if func in FUSED:
            self._see(of_fused, func, args, kwargs)
        elif func in SOFTMAXES:
            maker = site(self.natives)
            if maker is not None:
                self.softmaxes.begin(result, args[1], maker)
        elif self.softmaxes.waiting and (found := self.softmaxes.among(args)) is not None:
            self._follow(func, args, result, *found)
        elif (made := self.making.made(func.overloadpacket.__name__, args, args[1:], result)) is not None:
            maker = site(self.natives)
            if maker is not None:
                self.softmaxes.begin(*made, maker)
        return result

    def _pass_over(self, func: Any) -> None:
        """Take note of FlexAttention, which is made of functions and comes whole."""
        maker = innermost()
        if maker is not None and "flex_attention" in func.name():
            for watch in opened():
                watch.block.flexible[maker] = None

    def _in_parts(self, func: Any, args: tuple[Any, ...], kwargs: Given) -> Any:
        outer = self.cast
        self.cast = outer | casts(func)
        try:
            with self:
                return func.decompose(*args, **kwargs)
        finally:
            self.cast = outer

    def _see(self, weights_of: Any, func: Any, args: tuple[Any, ...], kwargs: Given) -> None:
        maker = site(self.natives)
        watches = () if maker is None else watchers(maker)
        if maker is not None and watches:
            names = [argument.name for argument in func._schema.arguments]
            shown_to(watches, maker, weights_of(dict(zip(names, args, strict=False)) | kwargs))

    def _follow(self, func: Any, args: tuple[Any, ...], result: Any, one: Written, kin: Kin, _: int) -> None:
        name = func.overloadpacket.__name__
        if func not in PRODUCTS and not sums_keys(one, kin, name, args[1:]):
            self.softmaxes.follow(one, name, result[0] if isinstance(result, tuple) else result)
            return
        self.softmaxes.end(one)
        user = one.maker if isinstance(one.maker, nn.MultiheadAttention) else innermost()
        if user is not None:
            shown_to(watchers(user), user, one.shown(user, args))


def _memory(tensor: Tensor) -> int:
    return 0 if tensor.is_nested else tensor.untyped_storage().data_ptr()
