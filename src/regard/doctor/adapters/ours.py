"""Our models read batches of texts laid end to end; here they take token numbers and lengths, as any module would."""

import inspect
from typing import Any

import torch
from torch import Tensor, nn

from regard.attention import padded as side
from regard.attention.ragged import Ragged
from regard.data.batch import Batch, collate
from regard.data.pairs import PairBatch

WORDS = 10
"""Token numbers below this are surely known to a translator."""


class Padded(nn.Module):
    """A classifier of batches that takes padded token numbers [b, n] and lengths [b]."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: Tensor, lengths: Tensor) -> Any:
        """What the classifier says of the words alone."""
        real = torch.arange(ids.shape[1]) < lengths[:, None]
        return self.model(collate(ids[real].numpy(), lengths.numpy()))


class PaddedPairs(nn.Module):
    """A translator of batches that takes source [b, m] with lengths [b], and what was said so far [b, t]."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, source: Tensor, lengths: Tensor, target: Tensor) -> Any:
        """What the translator would say at each place; the batch also holds a last word, which nothing reads."""
        full = torch.full((len(target),), target.shape[1] + 1)
        said = torch.cat([target, torch.zeros_like(target[:, :1])], 1)
        return self.model(PairBatch(side.Padded(source, Ragged(lengths)), side.Padded(said, Ragged(full))))


def takes_batches(module: nn.Module) -> bool:
    """Whether a module is one of ours that reads a batch."""
    return _read_by(module) in (Batch, "Batch", PairBatch, "PairBatch")


def padded(module: nn.Module) -> tuple[nn.Module, dict[str, Tensor]]:
    """The module as one of padded token numbers, and an example of them; what it keeps and never runs is not judged."""
    if _read_by(module) in (PairBatch, "PairBatch"):
        ids = torch.arange(2 * 9).reshape(2, 9) % (WORDS - 3) + 3
        return PaddedPairs(module), {"source": ids, "lengths": torch.tensor([9, 5]), "target": ids[:, :6]}
    words = max(parameter.shape[0] for parameter in module.parameters() if parameter.ndim == 2)
    embedding = getattr(module, "embed", None)
    words = embedding.weight.shape[0] if embedding is not None else words
    ids = torch.arange(2 * 9).reshape(2, 9) % (words - 3) + 3
    ids[0, 0] = words - 1
    whole = Padded(module)
    _rest(whole, ids, torch.tensor([9, 5]))
    return whole, {"ids": ids, "lengths": torch.tensor([9, 5])}


def _read_by(module: nn.Module) -> Any:
    first = next(iter(inspect.signature(module.forward).parameters.values()), None)
    return None if first is None else first.annotation


def _rest(module: nn.Module, *given: Tensor) -> None:
    """Freeze the heads of a language model that was then taught labels: it keeps them and does not run them."""
    heads = {name: p for name, p in module.named_parameters() if ".body.words." in name or ".body.pair." in name}
    if not heads:
        return
    with torch.enable_grad():
        gradients: list[Tensor | None] = [
            *torch.autograd.grad(module(*given).sum(), list(heads.values()), allow_unused=True)
        ]
    for parameter, gradient in zip(heads.values(), gradients, strict=True):
        parameter.requires_grad_(gradient is not None)
