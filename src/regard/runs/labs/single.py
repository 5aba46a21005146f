"""A single run, in the form of a lab with one model: so that it has the same tables and the same report."""

import platform
from importlib.metadata import version

from regard.results import LabResult
from regard.runs.labs.ladder import row
from regard.runs.training import Trained


def alone(run: Trained) -> LabResult:
    """What is known of one run."""
    made = run.recipe
    return LabResult(
        lab=made.name,
        corpus=made.corpus.name,
        command=f"regard train {made.corpus.name} --model {made.name} --seed {made.training.seed}",
        sizes=run.sizes,
        classes=list(made.corpus.classes),
        notes=list(run.notes),
        rows=[row(made, [run])],
        comparisons=[],
        texts=[],
        sweep=[],
        versions={"regard": version("regard"), "torch": version("torch"), "python": platform.python_version()},
    )
