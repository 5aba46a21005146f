"""Positions side by side: what each kind adds to a score, and whether that is distance alone (S3h, S3l, S3r, T5)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import get_args

import numpy as np
import torch
from torch import Tensor, nn

from regard.data.batch import collate
from regard.data.loading import Texts
from regard.explain.places import added, change
from regard.findings.self_attention import PositionMap, Swap
from regard.layers.blocks import EncoderBlock
from regard.layers.positions import Position
from regard.layers.vectors import WordVectors
from regard.models.transformer import Transformer
from regard.runs.labels.build import Prepared
from regard.runs.labs.crew import Cut, cut_of
from regard.runs.recipe import Recipe
from regard.runs.run import open_run
from regard.runs.training import Trained

LADDER = {"sinusoidal": "self-sinusoidal", "learned": "self-learned", "relative": "self-relative"}
FURTHER = ("bucketed", "rotary", "alibi")
PLACES = 40
"""Places on each side of a map."""
SWAPPED = ("le chat mange la plante", "la plante mange le chat")


def further(ladder: Mapping[str, Recipe]) -> dict[str, Recipe]:
    """Runs with the kinds of position that have no model of their own: that of relative positions, changed."""
    if "self-relative" not in ladder:
        return {}
    base = ladder["self-relative"]
    return {f"positions/{kind}": replace(base, model={**base.model, "position": kind}) for kind in FURTHER}


def position_maps(runs: Mapping[str, Sequence[Trained]], data: Mapping[Cut, Prepared]) -> list[PositionMap]:
    """The map of every kind of position of which there are runs: that of the first seed, with what all say of order."""
    names = LADDER | {kind: f"positions/{kind}" for kind in FURTHER}
    return [
        _map(kind, name, runs[name], data[cut_of(runs[name][0].recipe)].validation)
        for kind, name in names.items()
        if name in runs
    ]


@torch.no_grad()
def _map(kind: str, name: str, runs: Sequence[Trained], texts: Texts) -> PositionMap:
    model = open_run(runs[0].folder).model
    assert isinstance(model, Transformer)
    values = added_to_scores(model, texts)
    fixed = kind in ("sinusoidal", "rotary", "alibi")
    orders = [run.test.slices["word-order"] for run in runs if "word-order" in run.test.slices]
    return PositionMap(
        kind=kind,
        model="" if fixed else name,
        values=values.tolist(),
        change=change(values),
        order=float(np.mean(orders)) if orders else None,
    )


def added_to_scores(model: Transformer, texts: Texts) -> Tensor:
    """[i, j]: pe_i·pe_j; the product of equal vectors, turned; or the bias of the first head for its mean query."""
    encoder = model.encoder
    part = encoder.place or encoder.turn or encoder.bias
    assert part is not None, "a kind of position is added, turned or a bias"
    length = min(PLACES, encoder.longest) if encoder.place is not None else PLACES
    return added(part, length, query=_mean_query(model, texts) if part is encoder.bias else None)


def _mean_query(model: Transformer, texts: Texts) -> Tensor:
    """[h, e]: the mean query of each head of the first layer."""
    block = model.encoder.layers[0]
    assert isinstance(block, EncoderBlock)
    batch = texts.batch(np.arange(min(64, len(texts))))
    words = model.words(batch)[0]
    asked = block.attention.query(block.norm1(words) if block.pre_norm else words)
    return asked.mean(0).unflatten(0, (block.attention.heads, block.attention.size))


@torch.no_grad()
def swaps(seed: int = 0) -> list[Swap]:
    """T5: how far apart a newborn model with each kind of position puts two sentences of the same words."""
    words = sorted({word for text in SWAPPED for word in text.split()})
    ids = np.array([words.index(word) for text in SWAPPED for word in text.split()])
    batch = collate(ids, np.array([len(text.split()) for text in SWAPPED]))
    found: list[Swap] = []
    for kind in get_args(Position):
        torch.manual_seed(seed)
        model: nn.Module = Transformer(WordVectors(len(words), 16), 2, layers=2, heads=2, position=kind).double().eval()
        logits = model(batch)
        found.append(Swap(kind=kind, texts=SWAPPED, difference=float((logits[0] - logits[1]).abs().max())))
    return found
