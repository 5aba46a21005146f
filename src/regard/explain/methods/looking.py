"""What attention weights say: by themselves, put together over layers, and with what they were good for.

b texts, k tokens that look and are looked at, those of the longest text.
"""

from collections.abc import Sequence

import numpy as np
import torch
import torch.nn.functional as F
from jaxtyping import Float
from numpy.typing import NDArray
from torch import Tensor

from regard.attention.heads import MultiHead
from regard.attention.watch import watching
from regard.errors import Mistake
from regard.explain.methods.weights import (
    OTHERS,
    POOL,
    among_themselves,
    chosen_heads,
    decides,
    looked_at,
    seen,
    standing,
    tokens_of,
)
from regard.explain.question import Question
from regard.explain.saying import Said
from regard.explain.together import Together
from regard.models.self_attention import SelfAttention

Scores = NDArray[np.float64]


def attention(questions: Sequence[Question], layer: str = "", head: int | None = None) -> list[Scores]:
    """The weights that the answer rests on, or those of a layer: the mean over its heads, or one head's."""
    texts = Together(questions)
    site = layer or texts.asked.looks
    if site is None:
        raise Mistake(f"this model has no attention to explain by; {OTHERS} work.")
    return looked_at(texts, chosen_heads(seen(texts, site).last(), head))


def rollout(questions: Sequence[Question]) -> list[Scores]:
    """Â_L … Â_1 with Â = A/2 + I/2, A the mean over heads: looks of looks.  Abnar & Zuidema (2020), section 3.

    The half that stays is for the residual: layers without one have Â = A. From the last layer on, only the row that
    goes into the answer is needed.
    """
    texts = Together(questions)
    looks = among_themselves(texts, "rollout")
    share = 1.0 if isinstance(texts.model, SelfAttention) else 0.5
    mixed = decides(texts, looks[0].shape[-1])[:, None]
    for weights in reversed(looks):
        mixed = share * (mixed @ weights.mean(1)) + (1 - share) * mixed
    return tokens_of(texts, mixed[:, 0])


def attention_gradient(questions: Sequence[Question]) -> list[Scores]:
    """Relevance R ← R + Ā R, Ā = mean over heads of (A ⊙ ∂score/∂A)⁺, layer by layer from R = I.

    Chefer, Gur & Wolf (2021), equations 5 and 6. A pooling's look is the last: Ā R. Without one it is the row of the
    token that stands for the text, less what that is to itself. Layers without a residual have R ← Ā R. From the last
    layer on, only the row that is asked for is needed.
    """
    texts = Together(questions)
    if texts.asked.looks is None:
        raise Mistake(f"this model has no attention whose gradient could be taken; {OTHERS} work.")
    layers, pooled = _useful(texts)
    own = pooled
    if own is None:
        length = layers[0].shape[-1]
        own = F.one_hot(standing(texts, length), length).double()[:, None]
    row = own
    for useful in reversed(layers):
        row = row @ useful + (0.0 if isinstance(texts.model, SelfAttention) else row)
    return tokens_of(texts, (row - own if pooled is None else row)[:, 0])


def _useful(texts: Together) -> tuple[list[Float[Tensor, "b k k"]], Float[Tensor, "b 1 k"] | None]:
    """Ā of the layers in their order, and of the pooling where there is one."""
    looks: list[tuple[str, Tensor]] = []

    def keep(name: str, weights: Tensor) -> Tensor:
        weights = weights if weights.requires_grad else weights.clone().requires_grad_()
        looks.append((name, weights))
        return weights

    with watching(texts.model, edit=keep, keep_grad=True):
        score = texts.from_vectors(texts.vectors().requires_grad_()[None]).sum()
    if isinstance(texts.asked, Said) or any(".cross" in name for name, _ in looks):
        raise Mistake(f"attention-gradient is for models that read; this one also says words: {OTHERS} work.")
    gradients = torch.autograd.grad(score, [weights for _, weights in looks], allow_unused=True, materialize_grads=True)
    parts = dict(texts.model.named_modules())
    layers: list[Tensor] = []
    pooled: Tensor | None = None
    for (name, weights), slope in zip(looks, gradients, strict=True):
        useful = (weights * slope).detach().clamp(min=0).mean(1).double()
        if isinstance(parts.get(name), MultiHead):
            layers.append(useful)
        elif name == POOL:
            pooled = useful
    return layers, pooled
