"""The lab `self-attention`: the second chapter of the course, from words that look at each other to the Transformer."""

from collections.abc import Mapping, Sequence

from regard.findings.self_attention import SelfAttentionFindings
from regard.results import LabResult
from regard.runs.labels.build import Prepared, read_corpus
from regard.runs.labs.arithmetic import by_hand
from regard.runs.labs.crew import Cut, cut_of
from regard.runs.labs.depths import DEPTHS, by_depth, depth
from regard.runs.labs.heads import heads_of, sentence_of
from regard.runs.labs.ladder import climb, compare, rungs, tokenised, versions
from regard.runs.labs.places import further, position_maps, swaps
from regard.runs.labs.reading import read_by_all
from regard.runs.labs.request import Request
from regard.runs.labs.rows import row
from regard.runs.recipe import Recipe
from regard.runs.run import open_run
from regard.runs.training import Trained

MODELS = (
    "mean", "attention", "self", "self-residual", "self-batchnorm",
    "self-sinusoidal", "self-learned", "self-relative", "self-cls", "transformer",
)  # fmt: skip
"""The ladder, in the order of the course, after two models of the first chapter."""
BASELINE = "mean"
STEPS = {
    "self": "mean",
    "self-residual": "self",
    "self-batchnorm": "self-residual",
    "self-sinusoidal": "self-residual",
    "self-learned": "self-residual",
    "self-relative": "self-residual",
    "self-cls": "self-sinusoidal",
    "transformer": "self-sinusoidal",
}
"""Each model, and the one that it goes on from."""
SENTENCES = ("The animal didn't cross the street because it was too tired",)
SHOWN = (
    "transformer", "self-relative", "self-sinusoidal", "self-learned", "self-residual", "self-batchnorm", "self-cls",
)  # fmt: skip
"""Of which model the heads are shown: the first that was trained."""


def self_attention(asked: Request) -> LabResult:
    """Train the ladder, deepen it, change its positions, and gather what there is to show."""
    models = asked.chosen("self-attention", MODELS)
    ladder = rungs(models, asked.changes, asked.corpus, asked.text, asked.label)
    corpus = read_corpus(ladder[models[0]])
    deeper = by_depth(ladder, DEPTHS if asked.depths is None else asked.depths)
    beside = deeper | further(ladder)
    data = tokenised((ladder | beside).values(), corpus, asked.progress)
    runs = climb(
        ladder | beside,
        {name: range(asked.seeds) for name in ladder | deeper} | {name: [0] for name in beside.keys() - deeper.keys()},
        data,
        asked.out / "runs",
        workers=asked.workers,
        show=asked.show,
    )
    firsts = {name: trained[0] for name, trained in runs.items()}
    against = BASELINE if BASELINE in ladder else models[0]
    return LabResult(
        lab="self-attention",
        corpus=corpus.name,
        command=asked.command,
        sizes=corpus.sizes(),
        classes=list(corpus.classes),
        notes=list(dict.fromkeys(note for one in firsts.values() for note in one.notes)),
        rows=[row(made, runs[name]) for name, made in ladder.items()],
        comparisons=[compare(name, runs[name], against, runs[against]) for name in ladder if name != against],
        steps=[
            compare(name, runs[name], base, runs[base])
            for name, base in STEPS.items()
            if name in ladder and base in ladder
        ],
        texts=read_by_all(corpus, {name: firsts[name].folder for name in ladder}),
        sweep=[],
        self_attention=_findings(asked, runs, deeper, data),
        versions=versions(),
    )


def _findings(
    asked: Request,
    runs: Mapping[str, Sequence[Trained]],
    deeper: Mapping[str, Recipe],
    data: Mapping[Cut, Prepared],
) -> SelfAttentionFindings:
    shown = next((name for name in SHOWN if name in runs), "")
    run = open_run(runs[shown][0].folder) if shown else None
    return SelfAttentionFindings(
        depths=[depth(made, runs[name], data[cut_of(made)]) for name, made in deeper.items()],
        positions=position_maps(runs, data),
        swaps=swaps(),
        model=shown,
        heads=heads_of(run, data[cut_of(run.recipe)]) if run else [],
        sentences=[sentence_of(run, text) for text in asked.sentences or SENTENCES] if run else [],
        arithmetic=by_hand(),
    )
