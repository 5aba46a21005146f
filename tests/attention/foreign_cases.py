"""What the tests of foreign attention share."""

import torch
from torch import Tensor, nn


def silence(head: int):
    def edit(name: str, weights: Tensor) -> Tensor:
        quiet = weights.clone()
        quiet[:, head] = 0
        return quiet

    return edit


def hooks_of(model: nn.Module) -> int:
    """How many hooks and modes are there."""
    hooks = sum(len(m._forward_hooks) + len(m._forward_pre_hooks) for m in model.modules())
    return hooks + torch._C._len_torch_function_stack() + torch._C._len_torch_dispatch_stack()
