"""BERT, as published: `model_type` "bert". Weights of google-bert/bert-base-uncased and its kin."""

from collections.abc import Collection
from typing import Any, cast

from regard.errors import Mistake
from regard.layers.blocks import EncoderBlock
from regard.layers.feedforward import FeedForward
from regard.models.bert import Bert
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
)
from regard.models.masked import Placed, Purpose

ARCHITECTURES: dict[str, Purpose] = {
    "BertModel": "vectors",
    "BertForMaskedLM": "words",
    "BertForNextSentencePrediction": "pair",
    "BertForPreTraining": "both",
    "BertForSequenceClassification": "classes",
}


def build(config: Config) -> Bert:
    """Our model with the published numbers."""
    return Bert(
        count(config, "vocab_size"),
        layers=count(config, "num_hidden_layers"),
        longest=count(config, "max_position_embeddings", 512),
        text_dropout=optional(config, "classifier_dropout"),
        **settings(config, purpose(config, ARCHITECTURES)),
    )


def purpose(config: Config, architectures: dict[str, Purpose]) -> Purpose:
    """What the head is for that config.json names."""
    named: list[str] = config.get("architectures") or []
    for name in named[:1]:
        if name in architectures:
            return architectures[name]
    raise Mistake(f"config.json: architectures is {named!r}, and those known here are {', '.join(architectures)}.")


def settings(config: Config, asked: Purpose, activated: str = "gelu") -> dict[str, Any]:
    """What BERT, RoBERTa and ALBERT take alike."""
    only(config, is_decoder=False, add_cross_attention=False, position_embedding_type="absolute")
    return {
        "width": count(config, "hidden_size"),
        "heads": count(config, "num_attention_heads"),
        "hidden": count(config, "intermediate_size"),
        "segments": count(config, "type_vocab_size", 2),
        "activation": activation(config, "hidden_act", activated),
        "eps": number(config, "layer_norm_eps", 1e-12),
        "dropout": number(config, "hidden_dropout_prob", 0.1),
        "attention_dropout": number(config, "attention_probs_dropout_prob", 0.1),
        "purpose": asked,
        "classes": len(config["id2label"]) if config.get("id2label") else count(config, "num_labels", 2),
        "tied": flag(config, "tie_word_embeddings", True),
        "pooled": flag(config, "add_pooling_layer", True),
    }


def optional(config: Config, name: str) -> float | None:
    """A number, or None if config.json does not give it."""
    return None if config.get(name) is None else number(config, name, 0.0)


def config(model: Bert) -> Config:
    """What config.json must say."""
    return {
        "model_type": "bert",
        "architectures": [architecture(model, ARCHITECTURES)],
        "num_hidden_layers": len(model.layers),
        "classifier_dropout": model.text_drop.p,
        **numbers(model, cast(EncoderBlock, model.layers[0])),
    }


def architecture(model: Placed, architectures: dict[str, Purpose]) -> str:
    """The published name of what a model is asked."""
    for name, asked in architectures.items():
        if asked == model.purpose:
            return name
    known = ", ".join(f"{asked} ({name})" for name, asked in architectures.items())
    raise Mistake(f"a {type(model).__name__} for {model.purpose!r} has no published form; those that have: {known}.")


def numbers(model: Placed, block: EncoderBlock) -> Config:
    """The published numbers that BERT, RoBERTa and ALBERT have alike, given one of the blocks."""
    classes = 2 if model.classify is None else model.classify.out_features
    return {
        "vocab_size": len(model.words.weight),
        "hidden_size": block.attention.query.in_features,
        "num_attention_heads": block.attention.heads,
        "intermediate_size": cast(FeedForward, block.feed).rise.out_features,
        "max_position_embeddings": len(model.places.weight),
        "type_vocab_size": len(model.segments.weight),
        "hidden_act": published_activation(model.activation),
        "layer_norm_eps": model.eps,
        "hidden_dropout_prob": model.drop.p,
        "attention_probs_dropout_prob": block.attention.dropout,
        "tie_word_embeddings": model.words.output is None,
        "id2label": {str(label): f"LABEL_{label}" for label in range(classes)},
        "label2id": {f"LABEL_{label}": label for label in range(classes)},
        "dtype": "float32",
        **({} if model.purpose != "vectors" else {"add_pooling_layer": model.pool is not None}),
    }


def keys(config: Config) -> list[Key]:
    """Every tensor."""
    asked = purpose(config, ARCHITECTURES)
    found = [*read("bert"), *blocks(config, "bert")]
    if asked in ("words", "both"):
        found += said(config, "bert", "cls.predictions", bend="transform.dense", norm="transform.LayerNorm")
    else:
        found.append(words("bert"))
    if pools(config, asked):
        found += linear("pool", "bert.pooler.dense")
    if asked in ("pair", "both"):
        found += linear("pair", "cls.seq_relationship")
    return [*found, *linear("classify", "classifier")] if asked == "classes" else found


def pools(config: Config, asked: Purpose) -> bool:
    """Whether there is a vector of the text."""
    return asked != "words" and (asked != "vectors" or flag(config, "add_pooling_layer", True))


def settled(config: Config, names: Collection[str]) -> Config:
    """A model without a head has no vector of the text if its tensors say so; config.json does not."""
    bare = str((config.get("architectures") or [""])[0]).endswith("Model")
    return {**config, "add_pooling_layer": False} if bare and not any(".pooler." in name for name in names) else config


def words(prefix: str, *copies: str) -> Key:
    """The table that words are read from."""
    return Key("words.weight", f"{prefix}.embeddings.word_embeddings.weight", copies=copies)


def said(config: Config, prefix: str, head: str, *, bend: str, norm: str) -> list[Key]:
    """The words with the head that says them. Where it is not tied, its bias stands in its last layer."""
    if flag(config, "tie_word_embeddings", True):
        found = [
            words(prefix, f"{head}.decoder.weight"),
            Key("words.bias", f"{head}.bias", copies=(f"{head}.decoder.bias",)),
        ]
    else:
        found = [
            words(prefix),
            Key("words.output", f"{head}.decoder.weight"),
            Key("words.bias", f"{head}.decoder.bias"),
        ]
    return [*found, *linear("words.bend", f"{head}.{bend}"), *linear("words.norm", f"{head}.{norm}")]


def read(prefix: str) -> list[Key]:
    """What tokens are read with besides their words."""
    return [
        Key("places.weight", f"{prefix}.embeddings.position_embeddings.weight"),
        Key("segments.weight", f"{prefix}.embeddings.token_type_embeddings.weight"),
        *linear("norm", f"{prefix}.embeddings.LayerNorm"),
    ]


def blocks(config: Config, prefix: str) -> list[Key]:
    """The blocks of BERT and RoBERTa."""
    found: list[Key] = []
    for layer in range(count(config, "num_hidden_layers")):
        ours, theirs = f"layers.{layer}", f"{prefix}.encoder.layer.{layer}"
        for part in ("query", "key", "value"):
            found += linear(f"{ours}.attention.{part}", f"{theirs}.attention.self.{part}")
        found += linear(f"{ours}.attention.out", f"{theirs}.attention.output.dense")
        found += linear(f"{ours}.norm1", f"{theirs}.attention.output.LayerNorm")
        found += linear(f"{ours}.feed.rise", f"{theirs}.intermediate.dense")
        found += linear(f"{ours}.feed.fall", f"{theirs}.output.dense")
        found += linear(f"{ours}.norm2", f"{theirs}.output.LayerNorm")
    return found


BERT = Family(
    "bert",
    ("bert",),
    Bert,
    build,
    config,
    keys,
    prefix="bert.",
    ignored=("*.position_ids", "bert.pooler.*", "cls.*"),
    settled=settled,
)
