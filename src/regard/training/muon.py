"""Muon: steps of matrices whose directions all count alike."""

# What moves many tensors with one kernel, as in torch's own optimisers, is not public.
# pyright: reportPrivateUsage=false, reportPrivateImportUsage=false

from collections.abc import Callable, Iterable
from typing import overload

import torch
from jaxtyping import Float
from torch import Tensor

NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
"""Of the odd polynomial a s + b s³ + c s⁵ that brings singular values s in (0, 1] near 1 in five turns."""
TURNS = 5


class Muon(torch.optim.Optimizer):
    """W ← (1 − ηλ) W − η √max(1, rows/columns) U Vᵀ, with U S Vᵀ the gradient with Nesterov momentum.  Jordan (2024).

    What `torch.optim.Muon` does, matrix after matrix, this does for all matrices of one shape at once: small products
    leave a GPU idle.
    """

    def __init__(
        self, params: Iterable[Tensor], lr: float, *, momentum: float = 0.95, weight_decay: float = 0.0
    ) -> None:
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @overload
    def step(self, closure: None = None) -> None: ...
    @overload
    def step(self, closure: Callable[[], float]) -> float: ...
    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """One update of all matrices that have a gradient."""
        for group in self.param_groups:
            alike: dict[torch.Size, tuple[list[Tensor], list[Tensor]]] = {}
            for matrix in group["params"]:
                if matrix.grad is not None:
                    matrices, gradients = alike.setdefault(matrix.shape, ([], []))
                    matrices.append(matrix)
                    gradients.append(matrix.grad)
            for (rows, columns), (matrices, gradients) in alike.items():
                pushed = torch.stack(self._pushed(matrices, gradients, group["momentum"]))
                rate = group["lr"] * max(1.0, rows / columns) ** 0.5
                changes = orthogonal(pushed).to(pushed.dtype).unbind()
                torch._foreach_mul_(matrices, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(matrices, changes, alpha=-rate)
        return None

    def _pushed(self, matrices: list[Tensor], gradients: list[Tensor], momentum: float) -> list[Tensor]:
        """The gradients of matrices, moved on by what came before them."""
        for matrix in matrices:
            if not self.state[matrix]:
                self.state[matrix]["momentum"] = torch.zeros_like(matrix)
        means = [self.state[matrix]["momentum"] for matrix in matrices]
        torch._foreach_lerp_(means, gradients, 1 - momentum)
        return list(torch._foreach_lerp(gradients, means, momentum))


def orthogonal(matrices: Float[Tensor, "k r c"]) -> Float[Tensor, "k r c"]:
    """U Vᵀ, about, of each matrix U S Vᵀ: its singular values become 0.7 to 1.2. In bfloat16, which is enough."""
    tall = matrices.shape[-2] > matrices.shape[-1]
    x = matrices.bfloat16()
    x = x.mT if tall else x
    x = x / x.norm(dim=(-2, -1), keepdim=True).clamp(min=1e-7)
    a, b, c = NEWTON_SCHULZ
    for _ in range(TURNS):
        square = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(square, square, square, beta=b, alpha=c), x, beta=a)
    return x.mT if tall else x
