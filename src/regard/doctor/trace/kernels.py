"""Functions of torch that attend in one call: what they did, noted as if it had been written out."""

import inspect
from typing import Any

import torch

from regard.attention.core import normalise
from regard.doctor.trace.marks import Mark, Product, source_line
from regard.doctor.trace.notes import Notes
from regard.doctor.trace.seen import Call, Mix, Normalised


class Kernels(Notes):
    """What is noted of a run, with that of torch's own attention."""

    def __init__(self) -> None:
        super().__init__()
        self.heals = False
        """Whether torch's attention gives zeros where a row has no words, as if it had been guarded against that."""

    def fused(self, args: tuple[Any, ...], kwargs: dict[str, Any], before: list[Mark], where: str) -> None:
        """`scaled_dot_product_attention`, whose weights are computed again."""
        names = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal")
        given = {**dict(zip(names, args, strict=False)), **kwargs}
        q, k, v = given["query"], given["key"], given["value"]
        marks = [self.mark_of(each) for each in (q, k, v)]
        scale = given.get("scale")
        scale = q.shape[-1] ** -0.5 if scale is None else float(scale)
        if given.get("enable_gqa"):
            k = k.repeat_interleave(q.shape[-3] // k.shape[-3], -3)
        mask, scores = given.get("attn_mask"), q @ k.mT * scale
        if given.get("is_causal"):
            mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=q.device).tril()
        if mask is not None and mask.dtype != torch.bool:
            scores, mask = scores + mask, None
        weights = normalise(scores, None if mask is None else mask.expand(scores.shape))
        scores = scores if mask is None else scores.masked_fill(~mask, -torch.inf)
        product = Product(q, k.mT, q.shape[-1], where, marks[0].called, marks[1].called, scores)
        learned = any(mark.learned for mark in marks[:2])
        factor = scale * marks[0].factor * marks[1].factor
        self.softmaxes.append(
            Normalised(scores, weights, Mark("product", factor, (product,), learned=learned), where, True)
        )
        self.mixes.append(Mix(weights, v, Mark("softmax", normalised=len(self.softmaxes) - 1), where, marks[2].called))
        if given.get("is_causal"):
            self.calls.append(Call("tril", (), None, where, True))
        if given.get("dropout_p"):
            self.calls.append(Call("dropout", (q, given["dropout_p"], True, {}), None, where, True))

    def heads(self, func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """`nn.MultiheadAttention`, asked for the weights of each head, whatever the caller wants."""
        given = {**dict(zip(inspect.signature(func).parameters, args, strict=False)), **kwargs}
        wants, average = given.get("need_weights", True), given.get("average_attn_weights", True)
        out, weights = func(**{**given, "need_weights": True, "average_attn_weights": False})
        if self.heals:
            out = out.nan_to_num()
        where, _ = source_line()
        self.softmaxes.append(Normalised(None, weights, Mark(), where, True))
        after = int(given["bias_k"] is not None) + bool(given["add_zero_attn"])
        mark = Mark("softmax", normalised=len(self.softmaxes) - 1)
        self.mixes.append(Mix(weights, given["value"], mark, where, after=after))
        if given.get("training", True) and given["dropout_p"]:
            self.calls.append(Call("dropout", (given["query"], given["dropout_p"], True, {}), None, where, True))
        return out, (weights.mean(-3) if average else weights) if wants else None
