"""A single run, in the form of a lab with one model: so that it has the same tables and the same report."""

from regard.results import LabResult
from regard.runs.labs.ladder import row, versions
from regard.runs.training import Trained


def alone(run: Trained, command: str) -> LabResult:
    """What is known of one run, and what was typed to get it."""
    made = run.recipe
    return LabResult(
        lab=made.name,
        corpus=run.corpus,
        command=command,
        sizes=run.sizes,
        classes=list(made.corpus.classes),
        notes=list(run.notes),
        rows=[row(made, [run])],
        comparisons=[],
        texts=[],
        sweep=[],
        versions=versions(),
    )
