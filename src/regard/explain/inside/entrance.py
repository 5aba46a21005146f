"""What enters a model: the vectors of the words, and those of their places where a model adds them.

n tokens, d size of a vector.
"""

from dataclasses import dataclass
from typing import Any, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from regard.explain.heads.passes import Pass, Role, body_of
from regard.models.bart import Bart
from regard.models.bart import Placed as BartPlaced
from regard.models.causal import Causal
from regard.models.gpt import GPT
from regard.models.masked import Masked, Placed
from regard.models.stepwise import Stepwise
from regard.models.transformer import Transformer


@dataclass(frozen=True)
class Entrance:
    """Vectors of the tokens as they are read, and of their places."""

    words: Float[Tensor, "n d"]
    places: Float[Tensor, "n d"] | None
    """None where places are angles or distances, which reach into the heads, or where there are none."""


def entrance(passed: Pass, role: Role) -> Entrance:
    """What the model makes of the tokens that are read, or of those that its decoder is given."""
    given = role != "read"
    ids = torch.tensor(passed.given_ids if given else passed.ids)
    with torch.no_grad():
        words = _words(passed.model, ids, given)
        return Entrance(words, _places(body_of(passed.model), torch.arange(len(words)), given))


def _words(model: nn.Module, ids: Int[Tensor, " n"], given: bool) -> Float[Tensor, "n d"]:
    body = body_of(model)
    if isinstance(body, Stepwise):
        return body.words.read_target(ids) if given else body.words.read_source(ids)
    if isinstance(body, Bart):
        return body.words(ids) * body.scale
    if isinstance(body, Causal | Masked):
        return body.words(ids)
    if isinstance(body, Transformer):
        words = body.enter(body.scale * body.embed(ids))
        return words if body.front is None else torch.cat([body.front.vector[None], words])
    return cast(Any, body).embed(ids)


def _places(body: nn.Module, places: Int[Tensor, " n"], given: bool) -> Float[Tensor, "n d"] | None:
    if isinstance(body, GPT):
        return body.places[places]
    if isinstance(body, Placed):
        return body.places(places + body.first)
    if isinstance(body, Bart):
        enter = cast(Any, body.decoder if given else body.encoder).enter
        return enter.places[places + enter.UNUSED] if isinstance(enter, BartPlaced) else enter.vectors[places]
    stack: Any = getattr(body, "decoder" if given else "encoder", None)
    place = getattr(stack, "place", None)
    return None if place is None else place(places)
