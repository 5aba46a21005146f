"""The tensors that a module keeps, by name."""

from collections.abc import Iterator

from torch import Tensor, nn


def plain(module: nn.Module) -> Iterator[tuple[str, Tensor]]:
    """Those that are neither parameters nor buffers."""
    for path, inner in module.named_modules():
        for name, value in vars(inner).items():
            if isinstance(value, Tensor):
                yield f"{path}.{name}".lstrip("."), value


def unlearned(module: nn.Module) -> Iterator[tuple[str, Tensor]]:
    """Those that are no parameters."""
    yield from module.named_buffers()
    yield from plain(module)


def every(module: nn.Module) -> Iterator[tuple[str, Tensor]]:
    """All of them."""
    yield from module.named_parameters()
    yield from unlearned(module)
