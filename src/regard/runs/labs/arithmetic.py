"""Attention by hand (row T2): two words of four numbers, matrix by matrix, as the models compute it."""

import torch
from torch import Tensor, nn

from regard.attention.core import attend
from regard.attention.watch import watching
from regard.findings.self_attention import Matrix

WORDS = ["Un", "arbre"]
SIZE = 4
SEED = 3


class _Look(nn.Module):
    """One head without projections: its queries, keys and values are given."""

    def forward(self, q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        """softmax(q kᵀ / √d) v."""
        return attend(q[None, None], k[None, None], v[None, None], by=self)[0, 0]


@torch.no_grad()
def by_hand() -> list[Matrix]:
    """X, its queries, keys and values, the scores, the weights, and the weighted mean of the values."""
    drawn = torch.Generator().manual_seed(SEED)
    x, *maps = (torch.randn(n, SIZE, generator=drawn).mul(10).round().div(10) for n in (len(WORDS), SIZE, SIZE, SIZE))
    q, k, v = (x @ one for one in maps)
    look = _Look()
    with watching(look) as watch:
        z = look(q, k, v)
    (weights,) = (calls[0][0, 0] for calls in watch.maps.values())
    numbers = [str(n) for n in range(1, SIZE + 1)]

    def matrix(name: str, formula: str, values: Tensor, rows: list[str], columns: list[str]) -> Matrix:
        return Matrix(name=name, formula=formula, rows=rows, columns=columns, values=values.tolist())

    return [
        matrix("X", "", x, WORDS, numbers),
        *(matrix(f"W_{n}", "", one, numbers, numbers) for n, one in zip("QKV", maps, strict=True)),
        *(matrix(n, f"{n} = X W_{n}", one, WORDS, numbers) for n, one in zip("QKV", (q, k, v), strict=True)),
        matrix("S", "S = Q Kᵀ / √D", q @ k.T / SIZE**0.5, WORDS, WORDS),
        matrix("A", "A = softmax(S)", weights, WORDS, WORDS),
        matrix("Z", "Z = A V", z, WORDS, numbers),
    ]
