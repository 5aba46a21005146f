"""Llama: names alone differ; the turns of its places have been written down in several ways."""

from typing import Any, cast

from torch import nn

from regard.errors import Mistake
from regard.layers.blocks_causal import CausalBlock
from regard.layers.feedforward import GatedFeedForward
from regard.layers.positions import Stretch
from regard.models.families.family import (
    Config,
    Family,
    Key,
    activation,
    count,
    flag,
    linear,
    number,
    only,
    published_activation,
    token,
    word,
)
from regard.models.llama import Llama


def build(config: Config) -> nn.Module:
    """With the published numbers."""
    only(config, mlp_bias=False)
    width, heads = count(config, "hidden_size"), count(config, "num_attention_heads")
    size = config.get("head_dim")
    if size not in (None, width // heads):
        raise Mistake(f"config.json: head_dim is {size!r}, and only models with {width // heads} can be loaded.")
    turns = _turns(config)
    return Llama(
        count(config, "vocab_size"),
        end=token(config, "eos_token_id", 2),
        width=width,
        layers=count(config, "num_hidden_layers"),
        heads=heads,
        groups=heads if config.get("num_key_value_heads") is None else count(config, "num_key_value_heads"),
        hidden=count(config, "intermediate_size"),
        longest=count(config, "max_position_embeddings", 2048),
        base=number(turns, "rope_theta", 10000.0),
        stretch=_stretch(config, turns),
        attention_dropout=number(config, "attention_dropout", 0.0),
        activation=activation(config, "hidden_act", "silu"),
        bias=flag(config, "attention_bias", False),
        eps=number(config, "rms_norm_eps", 1e-6),
        tied=flag(config, "tie_word_embeddings", False),
    )


def config_of(model: Llama) -> Config:
    """What config.json must say."""
    block = cast(CausalBlock, model.layers[0])
    words, width = model.words.weight.shape
    return {
        "model_type": "llama",
        "architectures": ["LlamaForCausalLM"],
        "vocab_size": words,
        "hidden_size": width,
        "num_hidden_layers": len(model.layers),
        "num_attention_heads": block.attention.heads,
        "num_key_value_heads": block.attention.groups,
        "head_dim": block.attention.size,
        "intermediate_size": cast(GatedFeedForward, block.feed).rise.out_features,
        "max_position_embeddings": model.longest,
        **_written(model),
        "attention_dropout": block.attention.dropout,
        "attention_bias": model.bias,
        "hidden_act": published_activation(model.activation),
        "rms_norm_eps": model.eps,
        "eos_token_id": model.end,
        "tie_word_embeddings": model.words.output is None,
        "dtype": "float32",
    }


def keys(config: Config) -> list[Key]:
    """Every tensor."""
    tied, bias = flag(config, "tie_word_embeddings", False), flag(config, "attention_bias", False)
    found = [
        Key("words.weight", "model.embed_tokens.weight", copies=("lm_head.weight",) if tied else ()),
        *([] if tied else [Key("words.output", "lm_head.weight")]),
        *linear("norm", "model.norm", bias=False),
    ]
    for layer in range(count(config, "num_hidden_layers")):
        ours, theirs = f"layers.{layer}", f"model.layers.{layer}"
        found += linear(f"{ours}.norm1", f"{theirs}.input_layernorm", bias=False)
        found += linear(f"{ours}.norm2", f"{theirs}.post_attention_layernorm", bias=False)
        for name, their in (("query", "q"), ("key", "k"), ("value", "v"), ("out", "o")):
            found += linear(f"{ours}.attention.{name}", f"{theirs}.self_attn.{their}_proj", bias=bias)
        for name, their in (("gate", "gate"), ("rise", "up"), ("fall", "down")):
            found += linear(f"{ours}.feed.{name}", f"{theirs}.mlp.{their}_proj", bias=False)
    return found


def _turns(config: Config) -> dict[str, Any]:
    """How fast queries and keys turn, from the newer `rope_parameters` or from `rope_theta` and `rope_scaling`."""
    said = config.get("rope_parameters") or config.get("rope_scaling") or {}
    if not isinstance(said, dict):
        raise Mistake(f"config.json: rope_parameters is {said!r}, and must be an object.")
    return {name: config[name] for name in ("rope_theta",) if name in config} | cast(dict[str, Any], said)


def _stretch(config: Config, turns: dict[str, Any]) -> Stretch | None:
    kind = word(turns, "rope_type", word(turns, "type", "default"))
    if kind == "default":
        return None
    if kind != "llama3":
        raise Mistake(f"config.json: rope_type is {kind!r}, and only 'default' and 'llama3' can be loaded.")
    return Stretch(
        factor=number(turns, "factor", 8.0),
        slow=number(turns, "low_freq_factor", 1.0),
        fast=number(turns, "high_freq_factor", 4.0),
        first=count(turns, "original_max_position_embeddings", count(config, "max_position_embeddings", 2048)),
    )


def _written(model: Llama) -> Config:
    """In both of the ways that readers know."""
    if model.stretch is None:
        return {"rope_theta": model.base, "rope_parameters": {"rope_theta": model.base, "rope_type": "default"}}
    scaling = {
        "rope_type": "llama3",
        "factor": model.stretch.factor,
        "low_freq_factor": model.stretch.slow,
        "high_freq_factor": model.stretch.fast,
        "original_max_position_embeddings": model.stretch.first,
    }
    return {
        "rope_theta": model.base,
        "rope_scaling": scaling,
        "rope_parameters": {"rope_theta": model.base, **scaling},
    }


LLAMA = Family(
    name="llama",
    types=("llama",),
    kind=Llama,
    build=build,
    config=config_of,
    keys=keys,
    prefix="model.",
    ignored=("model.layers.*.self_attn.rotary_emb.inv_freq", "model.rotary_emb.inv_freq"),
)
