"""BLOOM: query, key and value lie in one matrix, head by head."""

from typing import cast

from torch import nn

from regard.errors import Mistake
from regard.layers.blocks_causal import CausalBlock
from regard.models.bloom import Bloom
from regard.models.families.family import Config, Family, How, Key, count, flag, linear, number, only, token


def build(config: Config) -> nn.Module:
    """With the published numbers."""
    only(config, apply_residual_connection_post_layernorm=False)
    return Bloom(
        count(config, "vocab_size"),
        end=token(config, "eos_token_id", 2),
        width=_width(config),
        layers=_either(config, "n_layer", "num_hidden_layers"),
        heads=_either(config, "n_head", "num_attention_heads"),
        dropout=number(config, "hidden_dropout", 0.0),
        attention_dropout=number(config, "attention_dropout", 0.0),
        eps=number(config, "layer_norm_epsilon", 1e-5),
        tied=flag(config, "tie_word_embeddings", True),
    )


def config_of(model: Bloom) -> Config:
    """What config.json must say."""
    block = cast(CausalBlock, model.layers[0])
    words, width = model.words.weight.shape
    return {
        "model_type": "bloom",
        "architectures": ["BloomForCausalLM"],
        "vocab_size": words,
        "hidden_size": width,
        "n_layer": len(model.layers),
        "n_head": block.attention.heads,
        "hidden_dropout": block.drop.p,
        "attention_dropout": block.attention.dropout,
        "layer_norm_epsilon": model.eps,
        "eos_token_id": model.end,
        "tie_word_embeddings": model.words.output is None,
        "dtype": "float32",
    }


def keys(config: Config) -> list[Key]:
    """Every tensor."""
    tied = flag(config, "tie_word_embeddings", True)
    heads = _either(config, "n_head", "num_attention_heads")
    found = [
        Key("words.weight", "transformer.word_embeddings.weight", copies=("lm_head.weight",) if tied else ()),
        *([] if tied else [Key("words.output", "lm_head.weight")]),
        *linear("enter", "transformer.word_embeddings_layernorm"),
        *linear("norm", "transformer.ln_f"),
    ]
    for layer in range(_either(config, "n_layer", "num_hidden_layers")):
        ours, theirs = f"layers.{layer}", f"transformer.h.{layer}"
        found += linear(f"{ours}.norm1", f"{theirs}.input_layernorm")
        found += linear(f"{ours}.norm2", f"{theirs}.post_attention_layernorm")
        for part, name in enumerate(("query", "key", "value")):
            fused = How(part, 3, heads=heads)
            found += linear(f"{ours}.attention.{name}", f"{theirs}.self_attention.query_key_value", fused)
        found += linear(f"{ours}.attention.out", f"{theirs}.self_attention.dense")
        found += linear(f"{ours}.feed.rise", f"{theirs}.mlp.dense_h_to_4h")
        found += linear(f"{ours}.feed.fall", f"{theirs}.mlp.dense_4h_to_h")
    return found


def _width(config: Config) -> int:
    """Older files call the width n_embed, and it goes first."""
    return _either(config, "n_embed", "hidden_size")


def _either(config: Config, first: str, second: str) -> int:
    """A number that has had two names."""
    for name in (first, second):
        if config.get(name) is not None:
            return count(config, name)
    raise Mistake(f"config.json: {first} is missing, and must be a whole number, 1 or more.")


BLOOM = Family(
    name="bloom", types=("bloom",), kind=Bloom, build=build, config=config_of, keys=keys, prefix="transformer."
)
