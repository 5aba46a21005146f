"""Where a model computes."""

import torch
from torch import nn


def device_of(model: nn.Module) -> torch.device:
    """The device that a model's weights lie on."""
    return next(model.parameters()).device
