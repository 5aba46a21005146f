"""A single run, in the form of a lab with one model: so that it has the same tables and the same report."""

from typing import Any

from regard.data.corpora import open_pairs
from regard.findings.translation import TranslationFindings
from regard.results import LabResult
from regard.runs.labs.aligning import alignments_of, by_length, sentence_by, worth_seeing
from regard.runs.labs.ladder import versions
from regard.runs.labs.rows import row
from regard.runs.run import open_run
from regard.runs.trained import Trained


def alone(run: Trained[Any], command: str) -> LabResult:
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
        translation=_translation(run) if made.task.kind == "translate" else None,
        versions=versions(),
    )


def _translation(run: Trained[Any]) -> TranslationFindings:
    name, place = run.recipe.name, run.recipe.corpus
    corpus, opened = (
        open_pairs(place.name, source=place.source or None, target=place.target or None),
        open_run(run.folder),
    )
    return TranslationFindings(
        languages=corpus.languages,
        signature=run.test.bleu.signature,
        lengths=by_length(name, run.test),
        beams=[],
        alignments=alignments_of(name, run.test),
        sentences=[sentence_by(name, opened, pair) for pair in worth_seeing(corpus)],
    )
