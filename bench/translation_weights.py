"""Our weights in other tools' models of the same shape: norms after the residuals, sinusoids, ReLU, one table of words.

Keys have no bias with us, and one of zeros elsewhere. The bias of our output layer, which some lack, must be zero.
"""

from typing import Any

from torch import Tensor, nn

from regard.models.translator import Translator
from regard.runs.exchange.ctranslate2 import specified as written_down

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
    """The model as CTranslate2 writes it down, as `regard export` does; its unknown word is padding."""
    return written_down(ours, vocabulary, vocabulary, vocabulary[0])
