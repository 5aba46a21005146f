"""What a module returned, whatever it is in."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence, pad_packed_sequence


def tensors_in(output: Any) -> Iterator[Tensor]:
    """All tensors of real numbers in what a module returned, in order."""
    if isinstance(output, Tensor):
        if output.is_floating_point():
            yield output
    elif isinstance(output, PackedSequence):
        yield pad_packed_sequence(output, batch_first=True)[0]
    else:
        for each in _parts_of(output):
            yield from tensors_in(each)


def _parts_of(output: Any) -> Iterable[Any]:
    """What a container holds: a dict, a list, or an object with attributes, such as a dataclass."""
    if isinstance(output, Mapping):
        return cast("Mapping[Any, Any]", output).values()
    if isinstance(output, tuple | list):
        return cast("Sequence[Any]", output)
    return [] if isinstance(output, nn.Module) else getattr(output, "__dict__", {}).values()
