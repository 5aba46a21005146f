"""How to train, as plain numbers."""

import math
from dataclasses import dataclass
from typing import Literal

Precision = Literal["float32", "tf32", "bfloat16"]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How to train."""

    epochs: int = 4
    """Passes over the training part, at most."""
    least_steps: int = 0
    """A small corpus is passed over more often than `epochs`, until this many updates are made."""
    most_steps: int = 0
    """Of a large corpus no more than so many updates are made, and the step size falls to zero by then; 0 for all."""
    batch: int = 64
    """Examples a step; of sentence pairs, tokens a side, padding included; of language, tokens."""
    by_length: bool = True
    """Labels, language: whether the texts of a batch are about equally long, which saves padding; where a GPU needs
    none, batches of any lengths are more alike."""
    learning_rate: float = 5e-3
    """Largest step size: of Adam, and what the other step sizes are multiples of."""
    vectors_rate: float = 1.0
    """Step size of the word vectors, as a multiple of `learning_rate`."""
    optimiser: Literal["adam", "muon"] = "adam"
    """Adam for everything, or Muon for the matrices between two layers and Adam for the rest."""
    matrices_rate: float = 1.0
    """Step size of Muon, as a multiple of `learning_rate`."""
    beta2: float = 0.999
    """How long Adam remembers the size of a gradient: about 1/(1 − beta2) steps."""
    schedule: Literal["linear", "cosine", "constant"] = "linear"
    """How the step size falls from its largest value to zero after the warm-up."""
    warmup: float = 0.05
    """Share of all steps over which the step size rises from zero."""
    weight_decay: float = 0.0
    """Decoupled weight decay (AdamW, Muon) of the matrices."""
    clip: float = 1.0
    """Largest norm of a gradient; 0 does not clip."""
    patience: float = 0.5
    """Stop when this share of all epochs has passed without a better validation score; 0 never stops early, nor does
    a training whose last weights are kept."""
    keep: Literal["best", "last"] = "best"
    """Which weights: those of the epoch with the best validation score, or those of the last epoch."""
    ema: float = 0.0
    """Decay of the running mean of the weights that is measured and kept; 0 uses the weights themselves."""
    device: str = "cpu"
    """Where to compute, as torch names it: cpu, cuda, mps."""
    precision: Precision = "float32"
    """Of matrix products while learning: float32, or faster where the hardware can, tf32 (GPU) or bfloat16."""
    compiled: bool = False
    """Whether torch compiles the blocks of a language model before it trains: a minute, then a GPU is twice as fast."""
    threads: int = 1
    """Processor threads. A sum is added up in another order with another number, so this is part of the recipe;
    small models gain nothing from a second thread, and lose much on a busy machine."""
    seed: int = 0
    """Fixes initial weights, order of the examples and dropout: the same seed gives the same run. It leaves the
    corpus alone: the parts of a table and the texts of a probe are the same for every seed."""

    def __post_init__(self) -> None:
        at_least(
            self,
            epochs=1,
            batch=1,
            least_steps=0,
            most_steps=0,
            threads=1,
            seed=0,
            vectors_rate=0,
            matrices_rate=0,
            weight_decay=0,
            clip=0,
        )
        if self.seed >= 2**63:
            raise ValueError(f"seed is {self.seed}, and must be below 2^63")
        if not 0 < self.learning_rate < math.inf:
            raise ValueError(f"learning_rate is {self.learning_rate}, and must be above 0")
        for name in ("warmup", "ema", "patience", "beta2"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}, and must be at least 0 and below 1")


def at_least(settings: object, **least: float) -> None:
    """Refuse settings of which one is no number, or smaller than it must be."""
    for name, bound in least.items():
        if not bound <= getattr(settings, name) < math.inf:
            raise ValueError(f"{name} is {getattr(settings, name)}, and must be at least {bound}")
