"""Many texts asked together: variants of all of them stand in one batch, by length.

t texts, v variants, c classes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.data.batch import collate
from regard.errors import Mistake
from regard.explain.cut import Cut, Tokens
from regard.explain.reading import Tell, read
from regard.tasks.device import device_of

CLOSE = 0.02
"""How far a probability computed with half the digits may be from the exact one."""


@dataclass(frozen=True)
class Many:
    """Texts, and for each the class whose probability is asked for."""

    model: nn.Module
    cuts: Sequence[Cut]
    choices: NDArray[np.int64]
    half: bool = False
    """Whether matrices are multiplied in bfloat16."""

    def __len__(self) -> int:
        return len(self.cuts)

    @property
    def tokens(self) -> NDArray[np.int64]:
        """Tokens of each text."""
        return np.array([len(cut.ids) for cut in self.cuts])

    def first(self, count: int) -> "Many":
        """The first so many of the texts."""
        return Many(self.model, self.cuts[:count], self.choices[:count], self.half)

    def ask(self, variants: Sequence[Tokens], owners: Sequence[int], tell: Tell = lambda share: None) -> Tensor:
        """The probability [v] of the owner's class, for variants of the texts `owners`."""
        chosen = torch.from_numpy(self.choices[np.asarray(owners, dtype=np.int64)])
        logits = logits_of(self.model, variants, half=self.half, tell=tell)
        return (logits.gather(1, chosen[:, None])[:, 0] - logits.logsumexp(-1)).exp()

    def full(self) -> NDArray[np.float64]:
        """The probability [t] of the texts as they are."""
        return self.ask([cut.ids for cut in self.cuts], range(len(self))).numpy()


def logits_of(
    model: nn.Module,
    variants: Sequence[Tokens],
    *,
    half: bool = False,
    watched: bool = False,
    tell: Tell = lambda share: None,
) -> Float[Tensor, "v c"]:
    """The logits of each text, in float64; with `half`, of matrices multiplied in bfloat16."""
    device = device_of(model)

    def forward(flat: Tokens, lengths: NDArray[np.int64], _chosen: NDArray[np.int64]) -> Tensor:
        return model(collate(flat, lengths).to(device))

    with torch.autocast(device.type, torch.bfloat16, enabled=half):
        return read(model, variants, forward, watched=watched, tell=tell)


def half_will_do(model: nn.Module, texts: Sequence[Tokens]) -> bool:
    """Whether this machine multiplies bfloat16 matrices faster, and the answers to these texts stay the same."""
    device = device_of(model)
    able = getattr(torch.cpu, "get_capabilities", dict[str, bool])()
    if not (able.get("avx512_bf16", False) if device.type == "cpu" else device.type == "cuda"):
        return False
    exact = logits_of(model, texts)
    try:
        rough = logits_of(model, texts, half=True)
    except Mistake:
        return False
    if (exact.argmax(-1) != rough.argmax(-1)).any():
        return False
    likely = [(logits - logits.logsumexp(-1, keepdim=True)).exp() for logits in (exact, rough)]
    return float((likely[0] - likely[1]).abs().max()) <= CLOSE
