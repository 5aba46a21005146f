"""Where a model computes."""

import torch
from torch import nn

from regard.errors import Mistake


def device_of(model: nn.Module) -> torch.device:
    """The device that a model's weights lie on."""
    return next(model.parameters()).device


def device_named(name: str) -> torch.device:
    """The device of this name, if this machine has it."""
    try:
        torch.empty(0, device=name)
        return torch.device(name)
    except (RuntimeError, AssertionError) as error:
        raise Mistake(f"training.device is {name!r}, which this machine does not offer; cpu always works.") from error
