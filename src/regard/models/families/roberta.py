"""RoBERTa, as published: `model_type` "roberta". Weights of FacebookAI/roberta-base and its kin.

Its table of places has a row for each number up to that of the padding token, and none of them is used.
"""

from typing import cast

from regard.layers.blocks import EncoderBlock
from regard.models.families.bert import (
    architecture,
    blocks,
    numbers,
    optional,
    pools,
    purpose,
    read,
    said,
    settings,
    settled,
    words,
)
from regard.models.families.family import Config, Family, Key, count, linear, only, token
from regard.models.masked import Purpose
from regard.models.roberta import Roberta

ARCHITECTURES: dict[str, Purpose] = {
    "RobertaModel": "vectors",
    "RobertaForMaskedLM": "words",
    "RobertaForSequenceClassification": "classes",
}


def build(config: Config) -> Roberta:
    """Our model with the published numbers."""
    asked = purpose(config, ARCHITECTURES)
    if asked == "words":
        only(config, hidden_act="gelu")
    first = token(config, "pad_token_id", 1) + 1
    return Roberta(
        count(config, "vocab_size"),
        layers=count(config, "num_hidden_layers"),
        longest=count(config, "max_position_embeddings", 512) - first,
        first=first,
        text_dropout=optional(config, "classifier_dropout"),
        **settings(config, asked),
    )


def config(model: Roberta) -> Config:
    """What config.json must say."""
    return {
        "model_type": "roberta",
        "architectures": [architecture(model, ARCHITECTURES)],
        "num_hidden_layers": len(model.layers),
        "classifier_dropout": model.text_drop.p,
        "pad_token_id": model.first - 1,
        **numbers(model, cast(EncoderBlock, model.layers[0])),
    }


def keys(config: Config) -> list[Key]:
    """Every tensor."""
    asked = purpose(config, ARCHITECTURES)
    found = [*read("roberta"), *blocks(config, "roberta")]
    if asked == "words":
        return [*found, *said(config, "roberta", "lm_head", bend="dense", norm="layer_norm")]
    found.append(words("roberta"))
    if asked == "classes":
        return [*found, *linear("pool", "classifier.dense"), *linear("classify", "classifier.out_proj")]
    return [*found, *linear("pool", "roberta.pooler.dense")] if pools(config, asked) else found


ROBERTA = Family(
    "roberta",
    ("roberta",),
    Roberta,
    build,
    config,
    keys,
    prefix="roberta.",
    ignored=("*.position_ids", "roberta.pooler.*", "lm_head.*"),
    settled=settled,
)
