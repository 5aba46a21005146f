"""Every head of a model: what it does on average, and what it looks at in given sentences (row T3)."""

import torch

from regard.attention.watch import watching
from regard.data.loading import Texts, in_turn
from regard.explain.attention import raw
from regard.findings.self_attention import Head, HeadMap, Sentence
from regard.metrics.heads import head_figures
from regard.runs.run import Run

SITES = "encoder.layers.*.attention"
TEXTS = 400
"""Validation texts over which the figures are means."""


@torch.no_grad()
def heads_of(run: Run, texts: Texts) -> list[Head]:
    """The figures of every head, over the first texts of a part."""
    sums: dict[str, torch.Tensor] = {}
    queries = 0
    for _, batch in in_turn(texts.first(TEXTS), tokens=8192):
        with watching(run.model, SITES) as watch:
            run.model(batch)
        for site, calls in watch.maps.items():
            added = head_figures(calls[-1], batch.rows.lengths).double()
            sums[site] = sums.get(site, torch.zeros_like(added)) + added
        queries += len(batch.tokens) + (len(batch) if run.recipe.model.get("pooling") == "cls" else 0)
    return [
        Head(
            layer=layer,
            head=head,
            entropy=figures[0],
            distance=figures[1],
            previous=figures[2],
            same=figures[3],
            next=figures[4],
        )
        for layer, each in enumerate(sums.values(), start=1)
        for head, figures in enumerate((each / queries).tolist(), start=1)
    ]


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
            HeadMap(layer=1 + number // per_layer, head=1 + number % per_layer, weights=one.weights)
            for number, one in enumerate(said.maps)
        ],
    )
