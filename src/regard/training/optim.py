"""Optimisers and schedules: plain functions of the step."""

import math
from collections.abc import Callable, Iterable
from typing import Any, overload

import torch
from torch import Tensor, nn

from regard.errors import Mistake
from regard.layers.blocks import EncoderBlock
from regard.layers.blocks_decoder import DecoderBlock
from regard.training.muon import Muon
from regard.training.settings import Settings


class RowAdam(torch.optim.Optimizer):
    """Adam for tables of which a step changes only some rows (their gradient is sparse).

    Moments of the other rows stay as they are, so that a step costs what its rows cost. The update of
    `torch.optim.SparseAdam`, but for ε, which stands where Adam has it; with one gather and one scatter a table.
    """

    def __init__(
        self, params: Iterable[Tensor], lr: float, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8
    ) -> None:
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})

    @overload
    def step(self, closure: None = None) -> None: ...
    @overload
    def step(self, closure: Callable[[], float]) -> float: ...
    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """One update of the rows that have a gradient."""
        for group in self.param_groups:
            first, second = group["betas"]
            for table in group["params"]:
                if table.grad is None:
                    continue
                state = self.state[table]
                if not state:
                    state["step"] = torch.zeros(())
                    state["exp_avg"], state["exp_avg_sq"] = torch.zeros_like(table), torch.zeros_like(table)
                state["step"] += 1
                step = int(state["step"])
                gradient = table.grad.coalesce()
                rows, values = gradient.indices()[0], gradient.values()
                mean = state["exp_avg"].index_select(0, rows).lerp_(values, 1 - first)
                square = state["exp_avg_sq"].index_select(0, rows).mul_(second)
                square.addcmul_(values, values, value=1 - second)
                state["exp_avg"].index_copy_(0, rows, mean)
                state["exp_avg_sq"].index_copy_(0, rows, square)
                scale = square.div_(1 - second**step).sqrt_().add_(group["eps"])
                table.index_add_(0, rows, mean.div_(scale), alpha=-group["lr"] / (1 - first**step))
        return None


def optimisers(model: nn.Module, settings: Settings) -> list[torch.optim.Optimizer]:
    """AdamW for the matrices (decayed) and vectors (not), Adam by rows for the tables of word vectors.

    Where Muon is asked for, it takes the matrices inside blocks; those that read and say words are left to AdamW.
    """
    learned = {name: p for name, p in model.named_parameters() if p.requires_grad}
    tables = [p for name, p in learned.items() if name.startswith("embed.")]
    inner = _between_layers(model) if settings.optimiser == "muon" else set[Tensor]()
    if settings.optimiser == "muon" and not inner:
        raise Mistake("training.optimiser is muon, which is for the matrices of blocks, and this model has none.")
    rest = [p for name, p in learned.items() if not name.startswith("embed.") and p not in inner]
    groups: list[dict[str, Any]] = [
        {"params": [p for p in rest if p.ndim > 1], "weight_decay": settings.weight_decay},
        {"params": [p for p in rest if p.ndim <= 1], "weight_decay": 0.0},
    ]
    rate, betas = settings.learning_rate, (0.9, settings.beta2)
    dense = torch.optim.AdamW([g for g in groups if g["params"]], lr=rate, betas=betas, fused=True)
    rows = [RowAdam(tables, lr=rate * settings.vectors_rate)] if tables else []
    matrices = [p for p in learned.values() if p in inner]
    fast = [Muon(matrices, rate * settings.matrices_rate, weight_decay=settings.weight_decay)] if matrices else []
    return [dense, *rows, *fast]


def _between_layers(model: nn.Module) -> set[Tensor]:
    """The weights of linear layers inside blocks."""
    return {
        part.weight
        for block in model.modules()
        if isinstance(block, (EncoderBlock, DecoderBlock))
        for part in block.modules()
        if isinstance(part, nn.Linear)
    }


def rate(step: int, steps: int, settings: Settings) -> float:
    """The share of the largest step size to use at a step: a rise over the warm-up, then the schedule."""
    warm = settings.warmup * steps
    if step < warm:
        return (step + 1) / (warm + 1)
    left = 1 - (step - warm) / max(1.0, steps - warm)
    if settings.schedule == "linear":
        return left
    return 0.5 * (1 - math.cos(math.pi * left)) if settings.schedule == "cosine" else 1.0


@torch.no_grad()
def clip(parameters: Iterable[Tensor], most: float) -> None:
    """Scale all gradients so that their common norm is at most `most`; sparse ones count too."""
    values: list[Tensor] = []
    for p in parameters:
        if p.grad is not None:
            p.grad = p.grad.coalesce() if p.grad.is_sparse else p.grad
            values.append(p.grad.values() if p.grad.is_sparse else p.grad)
    if not most or not values:
        return
    norm = nn.utils.get_total_norm(values, foreach=True)
    if norm.device.type != "cpu" or norm > most:
        factor = (most / norm).clamp(max=1.0)
        for value in values:
            value.mul_(factor)
