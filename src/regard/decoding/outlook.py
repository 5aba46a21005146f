"""What may come next, and with which chances: one step of `sample`, to be looked at.

v words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from regard.attention.padded import Padded, side_by_side
from regard.decoding.limits import ended, other_ends, permit
from regard.decoding.sample import chances, check
from regard.errors import Mistake
from regard.roles import Decodable, Prompted


@dataclass(frozen=True)
class Outlook:
    """The next token, before it is said."""

    probabilities: Float[Tensor, " v"]
    """By the model."""
    chances: Float[Tensor, " v"]
    """By which it is drawn: sharpened or flattened, cut, and together 1 again; 0 for what was cut."""
    place: int
    """How many tokens were said before."""

    def drawn(self, seed: int) -> int:
        """The token that `sample` draws at this place when it began with this seed."""
        generator = torch.Generator(self.chances.device).manual_seed(seed)
        for _ in range(self.place):
            torch.multinomial(self.chances, 1, generator=generator)
        return int(torch.multinomial(self.chances, 1, generator=generator))


@torch.no_grad()
def outlook(
    model: Decodable[Padded, Any],
    source: Sequence[int],
    said: Sequence[int],
    *,
    longest: int,
    temperature: float = 1.0,
    top_k: int = 0,
    nucleus: float = 1.0,
) -> Outlook:
    """What follows the tokens that were said after a prompt, or of a source; a temperature of 0 leaves one token.

    After `longest` tokens, and no earlier than that, nothing but END may follow. The model is in evaluation mode.
    """
    place = len(said)
    if place > longest:
        raise Mistake(f"{place} tokens were said, and there is room for {longest}; take some back.")
    never = {model.end, *other_ends(model)}
    if any(token in never for token in said):
        raise Mistake("what was said has ended; take its end back to go on.")
    logits = _logits(model, source, said)
    device, others = logits.device, other_ends(model)
    logits, sums = permit(
        logits,
        place,
        torch.tensor([longest], device=device),
        begin=model.begin,
        end=model.end,
        shortest=0,
        others=others,
    )
    probabilities = (logits[0].double() - sums[0].double()).exp()
    if temperature == 0:
        best = torch.zeros_like(probabilities)
        best[int(logits[0].argmax())] = 1.0
        return Outlook(probabilities, best, place)
    check(temperature, top_k, nucleus)
    by = chances(logits, temperature, top_k, nucleus)[0]
    return Outlook(probabilities, by / by.sum(), place)


def ends(model: Decodable[Padded, Any], token: int) -> bool:
    """Whether an output ends with this token."""
    return int(ended(torch.tensor([token]), model)) == model.end


def _logits(model: Decodable[Padded, Any], source: Sequence[int], said: Sequence[int]) -> Float[Tensor, "1 v"]:
    """A model that goes on with a prompt reads all at once; another is led through what was said."""
    place = next((part.device for part in model.parameters()), None) if isinstance(model, torch.nn.Module) else None
    if isinstance(model, Prompted):
        return model.step(
            torch.tensor([model.begin], device=place), model.start(side_by_side([[*source, *said]], place))
        )[0]
    state = model.start(side_by_side([list(source)], place))
    logits, state = model.step(torch.tensor([model.begin], device=place), state)
    for token in said:
        logits, state = model.step(torch.tensor([token], device=place), state)
    return logits
