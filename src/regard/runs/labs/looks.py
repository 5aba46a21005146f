"""The same sentence through models of three designs: who may look at whom (rows T6, T10)."""

from collections.abc import Mapping

from regard.errors import Mistake
from regard.explain.maps.language import looked
from regard.explain.rows import listed
from regard.findings.transformers import Look, LookMap
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.language.generations import reading
from regard.runs.run import Run

SENTENCES = ("I did not expect to like this film, but it was wonderful.",)
DESIGNS = ("encoder", "decoder", "encoder-decoder")
EVERY, ENCODER, CROSS = "*", "encoder.*", "*.cross"
"""Names of attentions."""


def design(run: Run) -> str:
    """Which words a model reads, and which it says."""
    if isinstance(run.model, Bart):
        return "encoder-decoder"
    return "encoder" if isinstance(run.model, Masked) else "decoder"


def firsts(runs: Mapping[str, Run]) -> dict[str, Run]:
    """The first model of each design: reading both ways, reading back, reading one text and saying another."""
    found = {kind: next(((name, run) for name, run in runs.items() if design(run) == kind), None) for kind in DESIGNS}
    return dict(pair for pair in found.values() if pair is not None)


def looks_of(name: str, run: Run, text: str, notes: list[str]) -> list[Look]:
    """The sentence through all layers and heads of a model; through the encoder and across, where it has both.

    Where a model cannot read it, nothing, and a note says why.
    """
    sites = {"self": ENCODER, "cross": CROSS} if isinstance(run.model, Bart) else {"self": EVERY}
    try:
        return [_look(name, run, text, site, only) for site, only in sites.items()]
    except Mistake as mistake:
        notes.append(f"{name} does not look: {mistake}")
        return []


def _look(name: str, run: Run, text: str, site: str, only: str) -> Look:
    said = looked(run.model.eval(), run.tokenizer, text, reading(run, text), only=only)
    layers = list(dict.fromkeys(one.name.rpartition(".")[0] for one in said.maps))
    return Look(
        model=name,
        design=design(run),
        site=site,
        text=text,
        rows=said.maps[0].rows,
        columns=said.maps[0].columns,
        answer=said.label,
        probability=said.probability,
        maps=[
            LookMap(
                layer=1 + layers.index(one.name.rpartition(".")[0]),
                head=1 + int(one.name.rpartition(".")[2]),
                weights=listed(one.weights),
            )
            for one in said.maps
        ],
    )
