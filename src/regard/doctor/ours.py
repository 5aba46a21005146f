"""Our classifiers read texts laid end to end; here they take token numbers and lengths, as any module would."""

import inspect
from typing import Any

import torch
from torch import Tensor, nn

from regard.data.batch import Batch, collate


class Padded(nn.Module):
    """A classifier of batches that takes padded token numbers [b, n] and lengths [b]."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, lengths: Tensor) -> Any:
        """What the classifier says of the words alone."""
        real = torch.arange(ids.shape[1]) < lengths[:, None]
        return self.model(collate(ids[real].numpy(), lengths.numpy()))


def takes_batches(module: nn.Module) -> bool:
    """Whether a module is one of ours that reads a batch."""
    first = next(iter(inspect.signature(module.forward).parameters.values()), None)
    return first is not None and first.annotation in (Batch, "Batch")


def padded(module: nn.Module) -> tuple[nn.Module, dict[str, Tensor]]:
    """The module as one of padded token numbers, and an example of them."""
    words = max(parameter.shape[0] for parameter in module.parameters() if parameter.ndim == 2)
    embedding = getattr(module, "embed", None)
    words = embedding.weight.shape[0] if embedding is not None else words
    ids = torch.arange(2 * 9).reshape(2, 9) % (words - 3) + 3
    ids[0, 0] = words - 1
    return Padded(module), {"ids": ids, "lengths": torch.tensor([9, 5])}
