"""Marian, as published: `model_type` "marian". Weights of Helsinki-NLP/opus-mt-en-fr and its kin."""

from regard.models.families.bart import numbers, settings, settled, stacks
from regard.models.families.family import Config, Family, Key, count, only
from regard.models.marian import Marian


def build(config: Config) -> Marian:
    """Our model with the published numbers."""
    only(config, tie_word_embeddings=True, is_encoder_decoder=True, share_encoder_decoder_embeddings=True)
    words = count(config, "vocab_size")
    only(config, decoder_vocab_size=words)
    return Marian(words, **settings(config, begin=words - 1, end=0, padding=words - 1))


def config(model: Marian) -> Config:
    """What config.json must say."""
    return {
        "model_type": "marian",
        "architectures": ["MarianMTModel"],
        **numbers(model),
        "share_encoder_decoder_embeddings": True,
    }


def keys(config: Config) -> list[Key]:
    """Every tensor: positions are computed, not read."""
    return stacks(config)


MARIAN = Family(
    "marian",
    ("marian",),
    Marian,
    build,
    config,
    keys,
    prefix="model.",
    ignored=("model.*.embed_positions.weight",),
    settled=settled,
)
