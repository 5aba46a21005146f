"""Random texts and random weights."""

import numpy as np
import torch
from torch import nn

from regard.data.batch import Batch, collate

WORDS, CLASSES = 53, 3


def batch_of(*lengths: int) -> Batch:
    """Random texts of these lengths."""
    dice = np.random.default_rng(0)
    return collate(dice.integers(2, WORDS, sum(lengths)), np.array(lengths), np.arange(len(lengths)) % CLASSES)


def backwards(batch: Batch) -> Batch:
    """The same texts, read from their ends."""
    each = batch.tokens.split(batch.rows.lengths.tolist())
    return Batch(batch.words, torch.cat([tokens.flip(0) for tokens in each]), batch.rows, batch.labels)


def stirred(model: nn.Module) -> nn.Module:
    """The model with random weights, in float64 and evaluation mode."""
    torch.manual_seed(0)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.7)
    return model.double().eval()
