"""How the weights of a language model are drawn."""

import torch
from torch import nn

LAST = ("out", "fall")
"""What the last map of a look and of a thought is called: it makes what a block adds."""


@torch.no_grad()
def born_small(model: nn.Module, *, spread: float = 0.02, deep: int = 0) -> None:
    """Draw all linear layers from N(0, spread²), biases 0.  Radford et al. (2018), section 4.1.

    In a stack of `deep` blocks what each adds is drawn 1/√(2·deep) as large (Radford et al., 2019, section 2.3).
    """
    for name, part in model.named_modules():
        if isinstance(part, nn.Linear):
            last = deep and name.rpartition(".")[2] in LAST
            nn.init.normal_(part.weight, std=spread * (2 * deep) ** -0.5 if last else spread)
            for bias in part.parameters(recurse=False):
                if bias is not part.weight:
                    nn.init.zeros_(bias)
