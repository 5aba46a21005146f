"""GPT-2: weights lie transposed, and query, key and value in one matrix."""

from typing import cast

from torch import nn

from regard.layers.blocks_causal import CausalBlock
from regard.layers.feedforward import FeedForward
from regard.models.families.family import (
    TRANSPOSED,
    Config,
    Family,
    How,
    Key,
    activation,
    count,
    flag,
    linear,
    number,
    only,
    published_activation,
    token,
)
from regard.models.gpt import GPT


def build(config: Config) -> nn.Module:
    """With the published numbers."""
    only(config, scale_attn_weights=True, scale_attn_by_inverse_layer_idx=False, add_cross_attention=False)
    return GPT(
        count(config, "vocab_size"),
        end=token(config, "eos_token_id", 50256),
        width=count(config, "n_embd"),
        layers=count(config, "n_layer"),
        heads=count(config, "n_head"),
        hidden=count({"n_inner": config.get("n_inner") or 0}, "n_inner", least=0),
        longest=count(config, "n_positions", 1024),
        dropout=number(config, "resid_pdrop", 0.1),
        attention_dropout=number(config, "attn_pdrop", 0.1),
        word_dropout=number(config, "embd_pdrop", 0.1),
        activation=activation(config, "activation_function", "gelu_new"),
        eps=number(config, "layer_norm_epsilon", 1e-5),
        tied=flag(config, "tie_word_embeddings", True),
    )


def config_of(model: GPT) -> Config:
    """What config.json must say."""
    block = cast(CausalBlock, model.layers[0])
    words, width = model.words.weight.shape
    return {
        "model_type": "gpt2",
        "architectures": ["GPT2LMHeadModel"],
        "vocab_size": words,
        "n_embd": width,
        "n_layer": len(model.layers),
        "n_head": block.attention.heads,
        "n_inner": cast(FeedForward, block.feed).rise.out_features,
        "n_positions": len(model.places),
        "resid_pdrop": block.drop.p,
        "attn_pdrop": block.attention.dropout,
        "embd_pdrop": model.drop.p,
        "activation_function": published_activation(model.activation),
        "layer_norm_epsilon": model.eps,
        "bos_token_id": model.end,
        "eos_token_id": model.end,
        "tie_word_embeddings": model.words.output is None,
        "dtype": "float32",
    }


def keys(config: Config) -> list[Key]:
    """Every tensor."""
    tied = flag(config, "tie_word_embeddings", True)
    found = [
        Key("words.weight", "transformer.wte.weight", copies=("lm_head.weight",) if tied else ()),
        *([] if tied else [Key("words.output", "lm_head.weight")]),
        Key("places", "transformer.wpe.weight"),
        *linear("norm", "transformer.ln_f"),
    ]
    for layer in range(count(config, "n_layer")):
        ours, theirs = f"layers.{layer}", f"transformer.h.{layer}"
        found += linear(f"{ours}.norm1", f"{theirs}.ln_1") + linear(f"{ours}.norm2", f"{theirs}.ln_2")
        for part, name in enumerate(("query", "key", "value")):
            found += linear(f"{ours}.attention.{name}", f"{theirs}.attn.c_attn", How(part, 3, transposed=True))
        found += linear(f"{ours}.attention.out", f"{theirs}.attn.c_proj", TRANSPOSED)
        found += linear(f"{ours}.feed.rise", f"{theirs}.mlp.c_fc", TRANSPOSED)
        found += linear(f"{ours}.feed.fall", f"{theirs}.mlp.c_proj", TRANSPOSED)
    return found


GPT2 = Family(
    name="gpt2",
    types=("gpt2",),
    kind=GPT,
    build=build,
    config=config_of,
    keys=keys,
    prefix="transformer.",
    ignored=("transformer.h.*.attn.bias", "transformer.h.*.attn.masked_bias"),
)
