"""The tables of the chapter on self-attention: steps, depths, gradients, positions, heads, sentences."""

from regard.findings.self_attention import Looking, PositionMap, SelfAttentionFindings, Sentence
from regard.results import LabResult
from regard.views.facts.cells import Cell, Sheet, figure, share, text
from regard.views.facts.findings import by_model, deepest, extent, is_flat, losses, speciality
from regard.views.facts.measures import measure_of
from regard.views.facts.sheets import caveat, labels, verdicts
from regard.views.facts.weights import strongest
from regard.views.wording.numbers import DASH, between, count, number, percent, scientific, signed
from regard.views.wording.words import clean, say

PLACES = 12
"""Places of a map of positions that its table holds, evenly taken."""
CELLS = 6000
"""Weights of a sentence up to which all stand in its table; beyond, those that count most."""
TOP = 3
CHANGED, CHANGED_FROM = "positions/", "self-relative"
"""How runs begin their names that are a model with another kind of position, and that model."""


def steps(result: LabResult, lang: str) -> Sheet:
    """Each model against the one before it, and where their recipes differ, a line for each setting."""
    names = ("model", "compared-with", "difference", "interval", "p", "verdict", "changes")
    rows = [
        [*row, Cell(clean("\n".join(one.changes)) or DASH, "; ".join(one.changes) or None)]
        for row, one in zip(verdicts(result.steps, lang, measure_of(result)), result.steps, strict=True)
    ]
    return Sheet(say(lang, "addition.caption") + caveat(result.rows, lang), labels(lang, names), rows)


def depths(found: SelfAttentionFindings, lang: str) -> Sheet:
    """Every kind of model at every depth."""
    rows = [
        [
            text(one.model),
            figure(lang, one.layers),
            share(lang, one.value),
            Cell(between(lang, one.interval), f"{one.interval[0]:.6g} {one.interval[1]:.6g}"),
            figure(lang, one.train_loss, 4),
            figure(lang, one.updates),
        ]
        for same in by_model(found.depths).values()
        for one in same
    ]
    names = ("model", "layers", "accuracy", "interval", "train-loss", "updates")
    return Sheet(say(lang, "depth.title"), labels(lang, names), rows, heads=2)


def depth_grid(found: SelfAttentionFindings, lang: str) -> Sheet:
    """Kind of model × depth: accuracy, and what the greatest depth loses."""
    layers, lost = sorted({one.layers for one in found.depths}), losses(found.depths)
    rows: list[list[Cell]] = []
    for model, same in by_model(found.depths).items():
        values = {one.layers: one.value for one in same}
        fall = -100 * lost.get(model, 0.0)
        row = [
            text(model),
            *(share(lang, values.get(n)) for n in layers),
            Cell(signed(lang, fall) if round(fall, 1) else "0", fall),
        ]
        rows.append(row)
    names = [say(lang, "model"), *(count(lang, "layers", n) for n in layers), say(lang, "depth.fall")]
    return Sheet(say(lang, "depth.table", updates=updates(found, lang)), names, rows)


def updates(found: SelfAttentionFindings, lang: str) -> str:
    """How many updates the models of the depth sweep made."""
    made = [one.updates for one in found.depths]
    if min(made) == max(made):
        return count(lang, "updates", made[0])
    return say(lang, "updates.range", low=number(lang, min(made)), high=number(lang, max(made)))


def gradients(found: SelfAttentionFindings, lang: str) -> Sheet:
    """The gradient's norm in each layer of the deepest models."""
    rows = [
        [text(one.model), figure(lang, layer), *(Cell(scientific(lang, norm), norm) for norm in norms)]
        for one in deepest(found.depths)
        for layer, norms in enumerate(zip(one.born, one.trained, strict=True), start=1)
    ]
    names = ("model", "layer", "gradient.born", "gradient.trained")
    return Sheet(say(lang, "gradients.title"), labels(lang, names), rows, heads=2)


def positions(found: SelfAttentionFindings, lang: str) -> Sheet:
    """One row per kind of position: what its map does when both places move, and whether order is read with it."""
    rows = [
        [
            text(one.kind),
            Cell(clean(weights_of(one, lang)), one.model or "formula"),
            share(lang, one.change),
            share(lang, one.order),
        ]
        for one in found.positions
    ]
    names = ("position.kind", "position.weights", "position.change", "position.order")
    return Sheet(say(lang, "positions.table"), labels(lang, names), rows)


def weights_of(one: PositionMap, lang: str) -> str:
    """The model whose weights a map shows: one of the ladder, one with another kind of position, or none."""
    if one.model.startswith(CHANGED):
        return say(lang, "position.changed", model=CHANGED_FROM, kind=one.kind)
    return one.model or say(lang, "position.formula")


def places(found: SelfAttentionFindings, lang: str) -> Sheet:
    """Some of the numbers of every map: the same places in each."""
    size = max(len(one.values) for one in found.positions)
    kept = range(0, size, -(-size // PLACES))
    rows = [
        [text(one.kind), figure(lang, i + 1), *(valued(one.values, i, j, lang) for j in kept)]
        for one in found.positions
        for i in kept
        if i < len(one.values)
    ]
    names = [
        *labels(lang, ("position.kind", "position.query")),
        *(say(lang, "position.key", n=str(j + 1)) for j in kept),
    ]
    return Sheet(say(lang, "positions.places"), names, rows, heads=2)


def valued(values: list[list[float]], i: int, j: int, lang: str) -> Cell:
    """One number of a map, with as many digits as its range asks for."""
    if j >= len(values[i]):
        return Cell(DASH, None)
    low, high = extent(values)
    return Cell(number(lang, values[i][j], 3 if high - low < 1 else 2), values[i][j])


def swaps(found: SelfAttentionFindings, lang: str) -> Sheet:
    """How far apart each kind of position puts two sentences with the same words."""
    rows = [[text(one.kind), Cell(scientific(lang, one.difference), one.difference)] for one in found.swaps]
    one, other = found.swaps[0].texts
    caption = say(lang, "swaps.caption", one=one, other=other)
    return Sheet(caption, labels(lang, ("position.kind", "swap.difference")), rows)


def heads(found: SelfAttentionFindings, lang: str) -> Sheet:
    """What every head does on average, after training and before the first step."""
    rows = [
        [figure(lang, one.layer), figure(lang, one.head), *looking(one, lang), *looking(one.born, lang)]
        for one in found.heads
    ]
    own = labels(lang, ("entropy", "distance", "on-previous", "on-same", "on-next", "speciality"))
    columns = [*labels(lang, ("layer", "head")), *own, *(say(lang, "before-step", name=name) for name in own)]
    return Sheet(say(lang, "heads.title", model=found.model), columns, rows, heads=2)


def looking(one: Looking, lang: str) -> list[Cell]:
    """What a head does: its numbers, and where it mostly looks."""
    return [
        figure(lang, one.entropy, 2),
        figure(lang, one.distance, 1),
        *(share(lang, value) for value in (one.previous, one.same, one.next)),
        text(titles(lang).get("flat" if is_flat(one) else speciality(one), DASH)),
    ]


def titles(lang: str) -> dict[str, str]:
    """What a head of each speciality is called."""
    return {
        "previous": say(lang, "speciality.previous"),
        "same": say(lang, "speciality.same"),
        "next": say(lang, "speciality.next"),
        "flat": say(lang, "speciality.flat"),
    }


def sentence(one: Sentence, lang: str) -> Sheet:
    """A row per layer, head and word that looks: all its weights, or the largest where there are many."""
    whole = sum(len(each.weights) for each in one.maps) * len(one.words) <= CELLS
    rows = [
        [
            figure(lang, each.layer),
            figure(lang, each.head),
            text(word),
            *(all_weights(weights, lang) if whole else most_weight(one.words, weights, lang)),
        ]
        for each in one.maps
        for word, weights in zip(one.words, each.weights, strict=True)
    ]
    names = labels(lang, ("layer", "head", "looks"))
    columns = one.words if whole else [say(lang, "looked-at")]
    return Sheet(say(lang, "sentence.title"), [*names, *columns], rows, heads=3)


def all_weights(weights: list[float], lang: str) -> list[Cell]:
    """Every weight in a cell of its own."""
    return [Cell(number(lang, weight, 3), weight) for weight in weights]


def most_weight(words: list[str], weights: list[float], lang: str) -> list[Cell]:
    """The words with most weight, in one cell."""
    return [text(", ".join(f"{word} {percent(lang, weight)}" for word, weight in strongest(words, weights, TOP)))]
