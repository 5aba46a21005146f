"""BART, as published: `model_type` "bart". Weights of facebook/bart-base and its kin."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

from torch import Tensor

from regard.layers.blocks import EncoderBlock
from regard.layers.blocks_decoder import DecoderBlock
from regard.layers.feedforward import FeedForward
from regard.models.bart import Bart
from regard.models.families.family import (
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

BIAS = "final_logits_bias"


@dataclass(frozen=True)
class Row(How):
    """The published tensor holds ours as its only row."""

    def take(self, published: Tensor) -> Tensor:
        """That row."""
        return published[0]

    def put(self, parts: Sequence[Tensor]) -> Tensor:
        """A matrix of one row."""
        return parts[0][None]

    def shape(self, ours: Sequence[int]) -> list[int]:
        """That of such a matrix."""
        return [1, *ours]


def build(config: Config) -> Bart:
    """Our model with the published numbers."""
    only(config, tie_word_embeddings=True, is_encoder_decoder=True)
    return Bart(count(config, "vocab_size"), **settings(config, begin=2, end=2, padding=1))


def settings(config: Config, *, begin: int, end: int, padding: int) -> dict[str, Any]:
    """What a Bart or a Marian takes; without a word about them, these are the special tokens."""
    first = config.get("forced_bos_token_id")
    return {
        "begin": token(config, "decoder_start_token_id", begin),
        "end": token(config, "eos_token_id", end),
        "first": None if first is None else count(config, "forced_bos_token_id", least=0),
        "padding": token(config, "pad_token_id", padding),
        "width": count(config, "d_model"),
        "layers": count(config, "encoder_layers"),
        "decoder_layers": count(config, "decoder_layers"),
        "heads": count(config, "encoder_attention_heads"),
        "decoder_heads": count(config, "decoder_attention_heads"),
        "hidden": count(config, "encoder_ffn_dim"),
        "decoder_hidden": count(config, "decoder_ffn_dim"),
        "longest": count(config, "max_position_embeddings", 1024),
        "scaled": flag(config, "scale_embedding", False),
        "activation": activation(config, "activation_function", "gelu"),
        "dropout": number(config, "dropout", 0.1),
        "attention_dropout": number(config, "attention_dropout", 0.0),
    }


def config(model: Bart) -> Config:
    """What config.json must say."""
    return {"model_type": "bart", "architectures": ["BartForConditionalGeneration"], **numbers(model)}


def numbers(model: Bart) -> Config:
    """The published numbers of a Bart or a Marian."""
    encoder, decoder = model.encoder.layers, model.decoder.layers
    read, said = cast(EncoderBlock, encoder[0]), cast(DecoderBlock, decoder[0])
    words, width = model.words.weight.shape
    return {
        "vocab_size": words,
        "d_model": width,
        "encoder_layers": len(encoder),
        "decoder_layers": len(decoder),
        "encoder_attention_heads": read.attention.heads,
        "decoder_attention_heads": said.attention.heads,
        "encoder_ffn_dim": cast(FeedForward, read.feed).rise.out_features,
        "decoder_ffn_dim": cast(FeedForward, said.feed).rise.out_features,
        "max_position_embeddings": model.longest + 1,
        "scale_embedding": model.scale != 1,
        "activation_function": published_activation(model.activation),
        "dropout": model.encoder.drop.p,
        "attention_dropout": read.attention.dropout,
        "activation_dropout": 0.0,
        "decoder_start_token_id": model.begin,
        "eos_token_id": model.end,
        "forced_eos_token_id": model.end,
        "pad_token_id": model.padding,
        **({} if model.first is None else {"forced_bos_token_id": model.first}),
        "is_encoder_decoder": True,
        "tie_word_embeddings": True,
        "dtype": "float32",
    }


def keys(config: Config) -> list[Key]:
    """Every tensor."""
    found = stacks(config)
    for stack in ("encoder", "decoder"):
        found.append(Key(f"{stack}.enter.places", f"model.{stack}.embed_positions.weight"))
        found += linear(f"{stack}.enter.norm", f"model.{stack}.layernorm_embedding")
    return found


def settled(config: Config, names: Collection[str]) -> Config:
    """Files of the model without its head lack the bias of the logits, which is then 0; config.json does not say so."""
    return config if BIAS in names else {**config, BIAS: False}


def stacks(config: Config) -> list[Key]:
    """What BART and Marian have in common: the words and the blocks."""
    copies = ("lm_head.weight", "model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight")
    found = [Key("words.weight", "model.shared.weight", copies=copies)]
    if flag(config, BIAS, True):
        found.append(Key("words.bias", BIAS, Row()))
    for layer in range(count(config, "encoder_layers")):
        found += _block(f"encoder.layers.{layer}", {"attention": "self_attn"})
    for layer in range(count(config, "decoder_layers")):
        found += _block(f"decoder.layers.{layer}", {"attention": "self_attn", "cross": "encoder_attn"})
    return found


def _block(block: str, looks: dict[str, str]) -> list[Key]:
    """A block that looks in these ways, then feeds forward; after each comes its norm."""
    found: list[Key] = []
    for place, (ours, theirs) in enumerate(looks.items(), start=1):
        for part, name in (("query", "q"), ("key", "k"), ("value", "v"), ("out", "out")):
            found += linear(f"{block}.{ours}.{part}", f"model.{block}.{theirs}.{name}_proj")
        found += linear(f"{block}.norm{place}", f"model.{block}.{theirs}_layer_norm")
    found += linear(f"{block}.feed.rise", f"model.{block}.fc1")
    found += linear(f"{block}.feed.fall", f"model.{block}.fc2")
    return [*found, *linear(f"{block}.norm{len(looks) + 1}", f"model.{block}.final_layer_norm")]


BART = Family("bart", ("bart",), Bart, build, config, keys, prefix="model.", settled=settled)
