"""Triangles: tensors that tell what comes later from what comes before."""

import torch
from torch import Tensor


def is_triangle(table: Tensor, *, nearly: bool = False) -> bool:
    """Whether the last two dimensions hold one value up to the diagonal and others above it, or `nearly` so."""
    square = table.reshape(-1, *table.shape[-2:])[0] if table.ndim > 1 and table.numel() else table
    if square.ndim != 2 or square.shape[0] != square.shape[1] or len(square) < 2 + nearly:
        return False
    like = square == square[-1, 0]
    if nearly:
        return bool(like.tril(-1).sum() == len(like) * (len(like) - 1) // 2 and not like.triu(2).any())
    return torch.equal(like, torch.ones_like(like).tril())
