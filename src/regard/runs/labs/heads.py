"""Every head of a model: what it does on average, and what it looks at in given sentences (row T3)."""

import torch
from torch import nn

from regard.attention.watch import watching
from regard.data.loading import Texts, in_turn
from regard.explain.maps.attention import raw
from regard.explain.rows import listed
from regard.findings.self_attention import Head, HeadMap, Looking, Sentence
from regard.metrics.heads import FIGURES, head_figures
from regard.runs.labels.build import Prepared
from regard.runs.labels.purpose import newborn
from regard.runs.progress import silent
from regard.runs.recipe import Recipe
from regard.runs.run import Run

SITES = "encoder.layers.*.attention"
TEXTS = 400
"""Validation texts over which the figures are means."""


def heads_of(run: Run, data: Prepared) -> list[Head]:
    """The figures of every head over the first validation texts, as training left it and as it was born."""
    first = data.validation.first(TEXTS)
    born = looking(as_born(run, data), first)
    return [
        Head(
            layer=layer,
            head=head,
            born=born[layer, head],
            arranged=arranged(run.recipe),
            texts=len(first),
            **{name: getattr(now, name) for name in FIGURES},
        )
        for (layer, head), now in looking(run.model, first).items()
    ]


@torch.no_grad()
def looking(model: nn.Module, texts: Texts) -> dict[tuple[int, int], Looking]:
    """What each head does on average over all queries of the texts, by layer and head, counted from 1."""
    sums: dict[str, torch.Tensor] = {}
    queries = 0
    for _, batch in in_turn(texts, tokens=8192):
        with watching(model, SITES) as watch:
            model(batch)
        for site, calls in watch.maps.items():
            added = head_figures(calls[-1], batch.rows.lengths).double()
            sums[site] = sums.get(site, torch.zeros_like(added)) + added
        front = next(iter(watch.maps.values()))[-1].shape[-1] - int(batch.rows.lengths.max())
        queries += len(batch.tokens) + front * len(batch)
    return {
        (layer, head): Looking(**dict(zip(FIGURES, figures, strict=True)))
        for layer, each in enumerate(sums.values(), start=1)
        for head, figures in enumerate((each / queries).tolist(), start=1)
    }


def as_born(run: Run, data: Prepared) -> nn.Module:
    """The model of a run before its first step."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(run.recipe.training.seed)
        model, _ = newborn(run.recipe, data, silent)
    return model.eval()


def arranged(made: Recipe) -> bool:
    """Whether the heads of a recipe are born looking at neighbours: only places that are added can be looked for."""
    return bool(made.model.get("neighbours")) and made.model.get("position", "sinusoidal") in ("sinusoidal", "learned")


def sentence_of(run: Run, text: str) -> Sentence:
    """One sentence through all layers and heads."""
    said = raw(run.model, run.tokenizer, run.classes, text, longest=run.recipe.text.longest, only=SITES)
    per_layer = len(said.maps) // int(run.recipe.model["layers"])
    encoded = run.tokenizer.encode(text)
    strange = [
        text[start:end]
        for number, (start, end) in zip(encoded.ids, encoded.spans, strict=True)
        if number == run.tokenizer.unknown_id
    ]
    return Sentence(
        text=text,
        words=said.maps[0].columns,
        unknown=strange,
        label=said.label,
        probability=said.probability,
        maps=[
            HeadMap(layer=1 + number // per_layer, head=1 + number % per_layer, weights=listed(one.weights))
            for number, one in enumerate(said.maps)
        ],
    )
