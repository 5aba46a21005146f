"""Values taken away: how far a token's vector turns when it cannot use another's.

k tokens that look and are looked at, d width, v variants read together.
"""

from collections.abc import Sequence

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.attention.heads import MultiHead
from regard.attention.ragged import Ragged
from regard.attention.watch import watching
from regard.errors import Mistake
from regard.explain.methods.values import values_of
from regard.explain.methods.weights import OTHERS, POOL, among_themselves, seen, standing, tokens_of
from regard.explain.question import Question
from regard.explain.reading import READ, room
from regard.explain.together import Together
from regard.layers.blocks import EncoderBlock
from regard.tasks.device import device_of


class _Enough(Exception):
    """The layer that was asked about has answered; what comes after it need not be computed."""


def value_zeroing(questions: Sequence[Question]) -> list[NDArray[np.float64]]:
    """C_ij = 1 − cos(x_i, x_i without the value of j), over layers C_L … C_1.  Mohebbi et al. (2023), section 3.

    x_i is what the whole block makes of token i, its residual included; the rows of each C are made to sum to one. A
    pooling's look is the last. Zeroing a value is the same as zeroing the weight on it, the others left as they are.
    """
    return [_one(Together([question])) for question in questions]


def _one(text: Together) -> NDArray[np.float64]:
    if text.asked.looks is None:
        raise Mistake(f"this model has no attention whose values could be zeroed; {OTHERS} work.")
    pooled = _pooling(text)
    if pooled is not None and not any(isinstance(part, MultiHead) for part in text.model.modules()):
        return tokens_of(text, pooled[None])[0]
    layers = among_themselves(text, "value-zeroing")
    mixed = torch.eye(layers[0].shape[-1], dtype=torch.float64)
    for number in range(len(layers)):
        mixed = _layer(text.questions[0], number, layers[number].shape[-1]) @ mixed
    if pooled is None:
        return tokens_of(text, mixed[standing(text, len(mixed))])[0]
    return tokens_of(text, (pooled @ mixed)[None])[0]


def _pooling(text: Together) -> Float[Tensor, " k"] | None:
    """How far the text's vector turns without each of those that it is the mean of; None where there is no pooling."""
    if not (looks := seen(text, POOL).weights):
        return None
    with values_of(text.model.get_submodule(POOL), text) as sent:
        seen(text, POOL)
    parts = looks[-1][0, 0, 0][:, None] * sent.last()[0, 0]
    return _shares(_turned(parts.sum(0), parts.sum(0) - parts)).cpu()


def _layer(question: Question, number: int, length: int) -> Float[Tensor, "k k"]:
    """The C of one layer."""
    whole = _after(question, number, [None])[0]
    each = max(1, room(question.model, READ) // length)
    columns = [list(range(start, min(start + each, length))) for start in range(0, length, each)]
    turned = torch.cat([_turned(whole, _after(question, number, some)) for some in columns])
    return _shares(turned.T)


def _after(question: Question, number: int, columns: Sequence[int | None]) -> Float[Tensor, "v k d"]:
    """The vectors after the layer's block, for each of these tokens with its value taken away."""
    looked, made = 0, list[Tensor]()

    def edit(_name: str, weights: Tensor) -> Tensor:
        nonlocal looked
        looked += 1
        if looked - 1 != number:
            return weights
        weights = weights.clone()
        for variant, column in enumerate(columns):
            if column is not None:
                weights[variant, :, :, column] = 0.0
        return weights

    def stop(_block: nn.Module, _given: object, found: Tensor) -> None:
        if looked - 1 == number:
            made.append(found.unflatten(0, (len(columns), -1)) if found.dim() == 2 else found)
            raise _Enough

    blocks = [part for part in question.model.modules() if isinstance(part, EncoderBlock)]
    sites = blocks or list(question.model.get_submodule("layers").children())
    handles = [site.register_forward_hook(stop) for site in sites]
    place = device_of(question.model)
    rows = Ragged(torch.full((len(columns),), len(question.ids), device=place))
    at = torch.full((len(columns),), question.target.place or 0, device=place)
    try:
        with torch.no_grad(), watching(question.model, edit=edit):
            question.asked.logits(torch.tensor(question.ids, device=place).repeat(len(columns)), rows, at)
    except _Enough:
        pass
    finally:
        for handle in handles:
            handle.remove()
    return made[0].double().cpu()


def _turned(whole: Float[Tensor, "*_ d"], without: Float[Tensor, "v *_ d"]) -> Tensor:
    """One minus the cosine, for each variant."""
    return (1 - F.cosine_similarity(whole[None], without, dim=-1)).clamp(min=0)


def _shares(turned: Float[Tensor, "*_ k"]) -> Float[Tensor, "*_ k"]:
    """Rows that sum to one; equal shares where nothing turns."""
    total = turned.sum(-1, keepdim=True)
    return torch.where(total > 0, turned / total.clamp(min=1e-30), torch.full_like(turned, 1 / turned.shape[-1]))
