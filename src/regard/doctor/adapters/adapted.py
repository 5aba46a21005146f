"""Modules behind something that lets them be called as all others are."""

from torch import nn


class Adapted(nn.Module):
    """A module that is called in another way than its own."""

    def __init__(self, inner: nn.Module) -> None:
        super().__init__()
        self.inner = inner


def bare(module: nn.Module) -> nn.Module:
    """The module as its author wrote it."""
    return bare(module.inner) if isinstance(module, Adapted) else module


def own_name(module: nn.Module, name: str) -> str:
    """What the author calls a part that is found under this name in the module as it is called here."""
    return own_name(module.inner, name.removeprefix("inner.")) if isinstance(module, Adapted) else name
