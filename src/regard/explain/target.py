"""What is explained: how probable a label or a word is, or how much more than another.

b variants of a text, c labels or words to choose from.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from regard.errors import Mistake, unknown


@dataclass(frozen=True)
class Target:
    """A number that is computed from logits: p(choice), or logit(choice) − logit(against)."""

    choice: int
    name: str
    """The label or the word that is chosen."""
    against: int | None = None
    rival: str = ""
    """The one that it is held against."""
    place: int | None = None
    """The token whose logits are asked for; None where a text has one row of them."""

    def __post_init__(self) -> None:
        if self.against == self.choice:
            raise Mistake(f"{self.name!r} is what is explained, so it cannot be held against itself; name another one.")

    @property
    def title(self) -> str:
        """The target in words: `positive`, or `positive − negative`."""
        return self.name if self.against is None else f"{self.name} − {self.rival}"

    def score(self, logits: Float[Tensor, "b c"]) -> Float[Tensor, " b"]:
        """The number, in float64; the contrast of two needs no normaliser, so what all logits share cancels."""
        return scores_of([self] * len(logits), logits)


def scores_of(targets: Sequence[Target], logits: Float[Tensor, "b c"]) -> Float[Tensor, " b"]:
    """The number of each text, by its own target."""
    exact = logits.double()
    chosen = exact.gather(1, _column([target.choice for target in targets], exact))[:, 0]
    if all(target.against is None for target in targets):
        return (chosen - exact.logsumexp(-1)).exp()
    rivals = exact.gather(1, _column([target.against or 0 for target in targets], exact))[:, 0]
    if all(target.against is not None for target in targets):
        return chosen - rivals
    held = _column([target.against is not None for target in targets], exact)[:, 0].bool()
    return torch.where(held, chosen - rivals, (chosen - exact.logsumexp(-1)).exp())


def _column(values: Sequence[int], like: Tensor) -> Int[Tensor, "b 1"]:
    return torch.tensor(values, dtype=torch.long).to(like.device)[:, None]


def label_target(classes: Sequence[str], best: int, target: str = "", against: str = "") -> Target:
    """The label that is asked for, else the best one, against another if that is named."""
    choice = _label(classes, target) if target else best
    if not against:
        return Target(choice, classes[choice])
    return Target(choice, classes[choice], _label(classes, against), against)


def _label(classes: Sequence[str], name: str) -> int:
    if name not in classes:
        raise unknown("label", name, classes)
    return list(classes).index(name)
