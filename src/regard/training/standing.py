"""How far a run has come, and copies of its weights."""

import copy
import math
from dataclasses import dataclass, field

from torch import Tensor, nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from regard.results import Epoch


@dataclass
class Standing:
    """How far a run has come: plain numbers, written beside the tensors of its state."""

    step: int = 0
    """Updates made."""
    tokens: int = 0
    seconds: float = 0.0
    loss_sum: float = 0.0
    """Of the current epoch so far."""
    best: float = -math.inf
    best_loss: float = math.inf
    best_epoch: int = 0
    finished: bool = False
    epochs: list[Epoch] = field(default_factory=list[Epoch])


def follow(means: dict[str, Tensor], weights: dict[str, Tensor], decay: float) -> None:
    """Move running means towards weights; what is counted, not weighed, is copied."""
    moving = [name for name, mean in means.items() if mean.is_floating_point()]
    get_ema_multi_avg_fn(decay)([means[name] for name in moving], [weights[name] for name in moving], 0)
    for name in means.keys() - moving:
        means[name].copy_(weights[name])


def copied(model: nn.Module) -> dict[str, Tensor]:
    """A copy of all weights and running statistics."""
    return copy.deepcopy(model.state_dict())
