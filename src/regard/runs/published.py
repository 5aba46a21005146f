"""Published models in recipes: what a run of one needs besides its weights."""

import json
from pathlib import Path
from typing import Any

import torch
from torch import nn

from regard.errors import unknown
from regard.models.families import FAMILIES
from regard.models.families.folder import family_of
from regard.runs.parts import CorpusPart, TaskPart, TextPart
from regard.runs.recipe import Recipe
from regard.text.pairs import BOTH, Tokenizers
from regard.text.published import PublishedTokenizer
from regard.text.tokenizer import Tokenizer

KIND = "published"
"""Of a model whose recipe holds the numbers of its config.json."""
Leaf = bool | int | float | str
"""What a recipe can say of a model."""


def is_published(made: Recipe) -> bool:
    """Whether a recipe is of a model that was published."""
    return made.model.get("kind") == KIND


def recipe_of(model: nn.Module, tokenizer: Tokenizer, classes: tuple[str, ...] = ()) -> Recipe:
    """The recipe of a published model: its architecture is known, what it was trained on is not."""
    family = family_of(model)
    return Recipe(
        name=family.name,
        corpus=CorpusPart(name="", classes=classes),
        text=TextPart(tokens="pieces", size=tokenizer.size),
        model={"kind": KIND, "family": family.name, **leaves(family.described(model))},
        task=TaskPart(kind="language"),
    )


def built(made: Recipe) -> nn.Module:
    """The model of such a recipe, its weights still to come."""
    name = str(made.model.get("family", ""))
    if name not in FAMILIES:
        raise unknown("family of published models", name, FAMILIES)
    return FAMILIES[name].model(config_of(made.model))


def outline(made: Recipe) -> nn.Module:
    """The same without memory for its weights, to be asked what it is."""
    with torch.device("meta"):
        return built(made)


def tokenizers(folder: Path) -> Tokenizers:
    """The published tokenizer, which reads and says."""
    one = PublishedTokenizer.load(folder / BOTH)
    return Tokenizers(one, one)


def leaves(config: dict[str, Any]) -> dict[str, Leaf]:
    """The numbers of a config.json as leaves of a recipe; lists and objects are written as JSON."""
    return {
        name: value if isinstance(value, Leaf) else json.dumps(value)
        for name, value in config.items()
        if value is not None
    }


def config_of(model: dict[str, Leaf]) -> dict[str, Any]:
    """Back again."""
    return {
        name: json.loads(value) if isinstance(value, str) and value.startswith(("[", "{")) else value
        for name, value in model.items()
        if name not in ("kind", "family")
    }
