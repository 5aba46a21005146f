"""Our weights in other tools' models of the same shape: norms after the residuals, sinusoids, ReLU, one table of words.

Keys have no bias with us, and one of zeros elsewhere. The bias of our output layer, which some lack, must be zero.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from regard.models.translator import Translator

EPSILON = 1e-5
"""Of our norms."""
Parts = dict[str, dict[str, str]]


def _heads(mine: str, theirs: str, query: str, key: str, value: str, out: str) -> dict[str, str]:
    names = {"query": query, "key": key, "value": value, "out": out}
    return {f"{mine}.{part}": f"{theirs}.{name}" for part, name in names.items()}


_JOEY = ("q_layer", "k_layer", "v_layer", "output_layer")
_JOEY_FEED = {"feed.rise": "feed_forward.pwff_layer.0", "feed.fall": "feed_forward.pwff_layer.3"}
JOEY: Parts = {
    "encoder": {
        **_heads("attention", "src_src_att", *_JOEY),
        **_JOEY_FEED,
        "norm1": "layer_norm",
        "norm2": "feed_forward.layer_norm",
    },
    "decoder": {
        **_heads("attention", "trg_trg_att", *_JOEY),
        **_heads("cross", "src_trg_att", *_JOEY),
        **_JOEY_FEED,
        "norm1": "x_layer_norm",
        "norm2": "dec_layer_norm",
        "norm3": "feed_forward.layer_norm",
    },
}
"""Joey NMT's names for the parts of our layers."""

_MARIAN = ("q_proj", "k_proj", "v_proj", "out_proj")
_MARIAN_BOTH = {
    **_heads("attention", "self_attn", *_MARIAN),
    "feed.rise": "fc1",
    "feed.fall": "fc2",
    "norm1": "self_attn_layer_norm",
}
MARIAN: Parts = {
    "encoder": {**_MARIAN_BOTH, "norm2": "final_layer_norm"},
    "decoder": {
        **_MARIAN_BOTH,
        **_heads("cross", "encoder_attn", *_MARIAN),
        "norm2": "encoder_attn_layer_norm",
        "norm3": "final_layer_norm",
    },
}
"""Hugging Face's."""


def give(ours: Translator, model: nn.Module, names: Parts) -> None:
    """Copy all layers; every weight of theirs must get a value."""
    state: dict[str, Tensor] = {}
    for name, weight in ours.state_dict().items():
        stack, inside, rest = name.partition(".layers.")
        if not inside:
            continue
        number, _, rest = rest.partition(".")
        part, _, kind = rest.rpartition(".")
        theirs = f"{stack}.layers.{number}.{names[stack][part]}"
        state[f"{theirs}.{kind}"] = weight
        if part.endswith(".key"):
            state[f"{theirs}.bias"] = weight.new_zeros(len(weight))
    left = model.load_state_dict(state, strict=False)
    forgotten = [name for name in left.missing_keys if ".layers." in name]
    assert not forgotten, forgotten
    assert not left.unexpected_keys, left.unexpected_keys
    for norm in model.modules():
        if isinstance(norm, nn.LayerNorm):
            norm.eps = EPSILON


def specified(ours: Translator, vocabulary: list[str]) -> Any:
    """The model as CTranslate2 writes it down, in float32."""
    from ctranslate2.specs import TransformerSpec

    layers, heads = len(ours.encoder.layers), ours.encoder.layers[0].attention.heads
    spec = TransformerSpec.from_config(layers, heads, pre_norm=False)
    config = spec.config
    config.unk_token, config.bos_token, config.eos_token = (vocabulary[i] for i in (0, ours.begin, ours.end))
    config.decoder_start_token, config.add_source_eos = config.bos_token, True
    config.layer_norm_epsilon = EPSILON
    table = _array(ours.words.target)
    spec.encoder.embeddings[0].weight = spec.decoder.embeddings.weight = spec.decoder.projection.weight = table
    for stack, mine in ((spec.encoder, ours.encoder), (spec.decoder, ours.decoder)):
        stack.position_encodings.encodings = _array(mine.place.vectors)
        for layer, block in zip(stack.layer, mine.layers, strict=True):
            own, last = block.attention, block.norm2
            _fill(layer.self_attention, block.norm1, [own.query, own.key, own.value], [own.out])
            if stack is spec.decoder:
                cross, last = block.cross, block.norm3
                _fill(layer.attention, block.norm2, [cross.query], [cross.key, cross.value], [cross.out])
            _linear(layer.ffn.linear_0, [block.feed.rise])
            _linear(layer.ffn.linear_1, [block.feed.fall])
            _norm(layer.ffn.layer_norm, last)
    spec.register_source_vocabulary(vocabulary)
    spec.register_target_vocabulary(vocabulary)
    spec.validate()
    spec.optimize()
    return spec


def _fill(attention: Any, norm: nn.LayerNorm, *linears: list[nn.Linear]) -> None:
    for theirs, mine in zip(attention.linear, linears, strict=True):
        _linear(theirs, mine)
    _norm(attention.layer_norm, norm)


def _linear(theirs: Any, mine: list[nn.Linear]) -> None:
    """One matrix of several side by side."""
    theirs.weight = _array(torch.cat([one.weight for one in mine]))
    biases = [torch.zeros(one.out_features) if one.bias is None else one.bias for one in mine]
    theirs.bias = _array(torch.cat(biases))


def _norm(theirs: Any, mine: nn.LayerNorm) -> None:
    theirs.gamma, theirs.beta = _array(mine.weight), _array(mine.bias)


def _array(weight: Tensor) -> NDArray[np.float32]:
    return weight.detach().numpy()
