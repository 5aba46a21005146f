"""Which settings of a recipe have an effect for which task; those that are not listed here have one for all."""

from regard.errors import Mistake
from regard.runs.parts import Kind
from regard.runs.recipe import Recipe

_LABELS: tuple[Kind, ...] = ("classify",)
_LANGUAGE: tuple[Kind, ...] = ("language",)
_PAIRS: tuple[Kind, ...] = ("translate",)
_PREFER: tuple[Kind, ...] = ("prefer",)

MEANINGS: dict[str, tuple[Kind, ...]] = {
    "start.run": ("classify", "language", "instruct", "prefer"),
    "start.random": ("classify", "language"),
    "teachers.runs": _LABELS,
    "teachers.texts": _LABELS,
    "teachers.repeats": _LABELS,
    "corpus.text": ("classify", "language"),
    "corpus.label": _LABELS,
    "corpus.labels": _LABELS,
    "corpus.held": _LABELS,
    "corpus.boundary": _LANGUAGE,
    "corpus.source": _PAIRS,
    "corpus.target": _PAIRS,
    "text.joint": _PAIRS,
    "text.lower": ("classify", "language", "instruct", "prefer"),
    "training.by_length": ("classify", "language"),
    "vectors.source": _LABELS,
    "vectors.width": _LABELS,
    "vectors.tuned": _LABELS,
    "task.entropy_weight": _LABELS,
    "task.smoothing": ("classify", "translate", "language", "instruct"),
    "task.rdrop": ("classify", "translate"),
    "task.blanked": _LABELS,
    "task.rows": _LANGUAGE,
    "task.masked": _LANGUAGE,
    "task.hidden": _LANGUAGE,
    "task.replaced": _LANGUAGE,
    "task.static": _LANGUAGE,
    "task.whole_words": _LANGUAGE,
    "task.stretch": _LANGUAGE,
    "task.shuffled": _LANGUAGE,
    "task.answers": ("instruct",),
    "task.objective": _PREFER,
    "task.beta": _PREFER,
    "task.imitation": _PREFER,
}


def refuse_foreign(made: Recipe, *more: str) -> None:
    """Refuse a recipe with a setting that has no effect for its task, or with one of these others."""
    foreign = [leaf for leaf, tasks in MEANINGS.items() if made.task.kind not in tasks]
    for leaf in (*foreign, *more):
        part, name = leaf.split(".")
        if getattr(getattr(made, part), name) != getattr(getattr(Recipe(), part), name):
            where = "for this model" if leaf in more else f"for --task {made.task.kind}"
            raise Mistake(f"{leaf} has no effect {where}; leave it out.")
