"""What attention weights say: by themselves, put together over layers, and with what they were good for.

h heads, q tokens that look, k tokens that are looked at, n tokens of the text.
"""

import numpy as np
import torch
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
    tokens_of,
)
from regard.explain.question import Question
from regard.explain.saying import Said
from regard.models.self_attention import SelfAttention

Scores = NDArray[np.float64]


def attention(question: Question, layer: str = "", head: int | None = None) -> Scores:
    """The weights that the answer rests on, or those of a layer: the mean over its heads, or one head's."""
    site = layer or question.asked.looks
    if site is None:
        raise Mistake(f"this model has no attention to explain by; {OTHERS} work.")
    return looked_at(question, chosen_heads(seen(question, site).last(), head))


def rollout(question: Question) -> Scores:
    """Â_L … Â_1 with Â = A/2 + I/2, A the mean over heads: looks of looks.  Abnar & Zuidema (2020), section 3.

    The half that stays is for the residual: layers without one have Â = A.
    """
    looks = among_themselves(question, "rollout")
    share = 1.0 if isinstance(question.model, SelfAttention) else 0.5
    mixed = torch.eye(looks[0].shape[-1], dtype=torch.float64)
    for weights in looks:
        mixed = share * (weights.mean(0) @ mixed) + (1 - share) * mixed
    return tokens_of(question, decides(question, len(mixed)) @ mixed)


def attention_gradient(question: Question) -> Scores:
    """Relevance R ← R + Ā R, Ā = mean over heads of (A ⊙ ∂score/∂A)⁺, layer by layer from R = I.

    Chefer, Gur & Wolf (2021), equations 5 and 6. A pooling's look is the last: Ā R. Without one it is the row of the
    token that stands for the text, less what that is to itself. Layers without a residual have R ← Ā R.
    """
    if question.asked.looks is None:
        raise Mistake(f"this model has no attention whose gradient could be taken; {OTHERS} work.")
    layers, pooled = _useful(question)
    own = relevance = torch.eye((layers[0] if pooled is None else pooled).shape[-1], dtype=torch.float64)
    for useful in layers:
        relevance = useful @ relevance + (0.0 if isinstance(question.model, SelfAttention) else relevance)
    if pooled is not None:
        return tokens_of(question, (pooled @ relevance)[0])
    return tokens_of(question, (relevance - own)[question.asked.stands_for(question.target.place or 0)])


def _useful(question: Question) -> tuple[list[Float[Tensor, "q k"]], Float[Tensor, "1 k"] | None]:
    """Ā of the layers in their order, and of the pooling where there is one."""
    looks: list[tuple[str, Tensor]] = []

    def keep(name: str, weights: Tensor) -> Tensor:
        weights = weights if weights.requires_grad else weights.clone().requires_grad_()
        looks.append((name, weights))
        return weights

    with watching(question.model, edit=keep, keep_grad=True):
        score = question.graph().score
    if isinstance(question.asked, Said) or any(".cross" in name for name, _ in looks):
        raise Mistake(f"attention-gradient is for models that read; this one also says words: {OTHERS} work.")
    gradients = torch.autograd.grad(score, [weights for _, weights in looks], allow_unused=True, materialize_grads=True)
    parts = dict(question.model.named_modules())
    layers: list[Tensor] = []
    pooled: Tensor | None = None
    for (name, weights), slope in zip(looks, gradients, strict=True):
        useful = (weights * slope)[0].detach().clamp(min=0).mean(0).double().cpu()
        if isinstance(parts.get(name), MultiHead):
            layers.append(useful)
        elif name == POOL:
            pooled = useful
    return layers, pooled
