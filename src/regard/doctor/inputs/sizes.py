"""Sizes for inputs that no dimension of a module has, so that what is seen can be told apart."""

from torch import nn

TOKENS = (7, 11, 5, 13)
ROWS = (3, 5, 2)


def sizes_of(module: nn.Module) -> set[int]:
    """The sizes of a module's own: those of its parameters, and what else it keeps, such as a number of heads."""
    sizes = {int(size) for parameter in module.parameters() for size in parameter.shape}
    return sizes | {kept for part in module.modules() for kept in vars(part).values() if isinstance(kept, int)}


def rows_beside(n: int, sizes: set[int]) -> int:
    """A number of rows that is no other size, with one more in company neither."""
    other = sizes | {n, n - 2}
    fit = [b for b in ROWS if b not in other]
    return next((b for b in fit if b + 1 not in sizes | {n}), fit[0] if fit else ROWS[0])


def short_of(n: int) -> int:
    """The length of a row that is padded to n."""
    return max(2, n // 2 + 1)
