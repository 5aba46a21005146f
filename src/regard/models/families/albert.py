"""ALBERT, as published: `model_type` "albert". Weights of albert/albert-base-v2 and its kin."""

from typing import cast

from torch import nn

from regard.layers.blocks import EncoderBlock
from regard.models.albert import Albert
from regard.models.families.bert import architecture, numbers, pools, purpose, read, said, settings, settled, words
from regard.models.families.family import Config, Family, Key, count, linear, number
from regard.models.masked import Purpose

ARCHITECTURES: dict[str, Purpose] = {
    "AlbertModel": "vectors",
    "AlbertForMaskedLM": "words",
    "AlbertForPreTraining": "both",
    "AlbertForSequenceClassification": "classes",
}


def build(config: Config) -> Albert:
    """Our model with the published numbers."""
    given = {"hidden_dropout_prob": 0.0, "attention_probs_dropout_prob": 0.0, **config}
    return Albert(
        count(config, "vocab_size"),
        size=count(config, "embedding_size", 128),
        layers=count(config, "num_hidden_layers", 12),
        groups=count(config, "num_hidden_groups", 1),
        inner=count(config, "inner_group_num", 1),
        longest=count(config, "max_position_embeddings", 512),
        text_dropout=number(config, "classifier_dropout_prob", 0.1),
        **settings(given, purpose(config, ARCHITECTURES), "gelu_new"),
    )


def config(model: Albert) -> Config:
    """What config.json must say."""
    group = cast(nn.ModuleList, model.groups[0])
    return {
        "model_type": "albert",
        "architectures": [architecture(model, ARCHITECTURES)],
        "embedding_size": model.enter.in_features,
        "num_hidden_layers": model.layers,
        "num_hidden_groups": len(model.groups),
        "inner_group_num": len(group),
        "classifier_dropout_prob": model.text_drop.p,
        **numbers(model, cast(EncoderBlock, group[0])),
    }


def keys(config: Config) -> list[Key]:
    """Every tensor."""
    asked = purpose(config, ARCHITECTURES)
    found = [*read("albert"), *linear("enter", "albert.encoder.embedding_hidden_mapping_in")]
    for group in range(count(config, "num_hidden_groups", 1)):
        for inner in range(count(config, "inner_group_num", 1)):
            theirs = f"albert.encoder.albert_layer_groups.{group}.albert_layers.{inner}"
            found += _block(f"groups.{group}.{inner}", theirs)
    if asked in ("words", "both"):
        found += said(config, "albert", "predictions", bend="dense", norm="LayerNorm")
    else:
        found.append(words("albert"))
    if pools(config, asked):
        found += linear("pool", "albert.pooler")
    if asked == "both":
        found += linear("pair", "sop_classifier.classifier")
    return [*found, *linear("classify", "classifier")] if asked == "classes" else found


def _block(ours: str, theirs: str) -> list[Key]:
    found: list[Key] = []
    for part, name in (("query", "query"), ("key", "key"), ("value", "value"), ("out", "dense")):
        found += linear(f"{ours}.attention.{part}", f"{theirs}.attention.{name}")
    found += linear(f"{ours}.norm1", f"{theirs}.attention.LayerNorm")
    found += linear(f"{ours}.feed.rise", f"{theirs}.ffn")
    found += linear(f"{ours}.feed.fall", f"{theirs}.ffn_output")
    return [*found, *linear(f"{ours}.norm2", f"{theirs}.full_layer_layer_norm")]


ALBERT = Family(
    "albert",
    ("albert",),
    Albert,
    build,
    config,
    keys,
    prefix="albert.",
    ignored=("*.position_ids", "albert.pooler.*", "predictions.*", "sop_classifier.*"),
    settled=settled,
)
