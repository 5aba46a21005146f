"""What runs must have in common to be compared."""

from collections.abc import Sequence

from regard.errors import Mistake
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.run import DOES, Run

FEWEST = 2


def alike(first: Run, other: Run) -> None:
    """Nothing, if two runs answer the same question; else what sets them apart."""
    ours, theirs = first.recipe.task.kind, other.recipe.task.kind
    if ours != theirs:
        raise Mistake(f"{first.folder} {DOES[ours]} and {other.folder} {DOES[theirs]}; compare runs that do the same.")
    if set(first.classes) != set(other.classes):
        raise Mistake(
            f"{first.folder} knows the labels {_named(first.classes)} and {other.folder} {_named(other.classes)}; "
            "compare runs with the same labels."
        )
    languages = first.recipe.corpus.languages, other.recipe.corpus.languages
    if all(languages) and languages[0] != languages[1]:
        ways = [" to ".join(way) for way in languages]
        raise Mistake(f"{first.folder} translates from {ways[0]} and {other.folder} from {ways[1]}; compare one way.")
    if asked_for(first) != asked_for(other):
        raise Mistake(
            f"{first.folder} says {asked_for(first)} and {other.folder} {asked_for(other)}, which are not equally "
            "hard; compare runs that say the same."
        )


def several(runs: Sequence[object]) -> None:
    """Nothing, if there is something to compare."""
    if len(runs) < FEWEST:
        raise Mistake(f"there is nothing to compare with; name {FEWEST} runs at least.")


def asked_for(run: Run) -> str:
    """Which words a language model learned to say."""
    if run.recipe.task.kind != "language":
        return "what its task asks for"
    if isinstance(run.model, Masked):
        return "masked words"
    return "clean texts" if isinstance(run.model, Bart) else "next words"


def names_of(runs: Sequence[Run]) -> list[str]:
    """A name for each run: that of its folder, or the whole path where two have the same; no name comes twice."""
    short = [run.folder.resolve().name for run in runs]
    found: list[str] = []
    for run, name in zip(runs, short, strict=True):
        name = name if short.count(name) == 1 else str(run.folder)
        if name in found:
            raise Mistake(f"the run {run.folder} is named twice; name each run once.")
        found.append(name)
    return found


def _named(classes: Sequence[str]) -> str:
    return ", ".join(classes[:5]) + (" …" if len(classes) > 5 else "") if classes else "of nothing"
