"""A run that gives labels, measured on a part of a corpus."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from regard.data.corpora import open_corpus, open_table, rows_of, table_file
from regard.data.corpora.tables import ALL
from regard.data.examples import Labelled
from regard.errors import Mistake
from regard.runs.evaluated import Evaluation, unknown_part
from regard.runs.labels.build import as_asked, encode
from regard.runs.labels.measure import Measured, measure
from regard.runs.progress import Progress, silent
from regard.runs.recipe import full_name
from regard.runs.run import Run, for_task, same_data


def evaluation(
    run: Run, corpus: str = "", split: str = "", text: str = "", label: str = "", progress: Progress = silent
) -> Evaluation[Measured]:
    """A run on a part of a corpus: the test part of its own, unless others are named.

    Another table is measured as it stands: the rows that its column `split` gives to the part, or all of them.
    """
    found, part, examples = examples_of(run, corpus, split, text, label)
    texts = encode(run.tokenizer, examples, run.recipe.text.longest, lambda share: progress("tokens", share))
    return Evaluation(found, part, measure(run.model, texts, examples, run.tokenizer, run.recipe.text.longest))


Part = tuple[str, str, Sequence[Labelled]]
"""The name of a corpus, that of a part of it, and the examples of that part with the run's numbers for labels."""


def examples_of(run: Run, corpus: str = "", split: str = "", text: str = "", label: str = "") -> Part:
    """What a run can be measured on: the test part of its own corpus, unless others are named."""
    for_task(run, "classify")
    own = run.recipe.corpus
    name = full_name(corpus) if corpus else own.name
    if name != own.name and (table := table_file(name)) is not None:
        found, part, examples = _rows(run, table, split, text, label)
    else:
        found, part, examples = _part(run, name, split or "test", text, label)
    if not examples:
        raise Mistake(f"{found} has no examples in its part {part!r} to measure on; choose another with --split.")
    return found, part, examples


def _rows(run: Run, table: Path, split: str, text: str, label: str) -> Part:
    own, columns = run.recipe.corpus, open_table(table).columns
    text = text or (own.text if own.text in columns else "")
    label = label or (own.label if own.label in columns else "")
    parts = rows_of(table, run.classes, text=text or None, label=label or None)
    if split and ALL in parts:
        raise Mistake(f"{table} has no column 'split', so that it is measured whole; leave out --split {split}.")
    part = ALL if ALL in parts else split or "test"
    if part not in parts:
        raise unknown_part(table.name, part, parts)
    return table.name, part, parts[part]


def _part(run: Run, name: str, split: str, text: str, label: str) -> Part:
    own = run.recipe.corpus
    if name == own.name:
        text, label = text or own.text, label or own.label
    found = open_corpus(name, text=text or None, label=label or None)
    if name == own.name:
        found = as_asked(run.recipe, found)
        same_data(run.metrics[-1]["data"], found, run.folder)
    parts: dict[str, Sequence[Labelled]] = {"train": found.train, "validation": found.validation, "test": found.test}
    if split not in parts:
        raise unknown_part(name, split, parts)
    return found.name, split, _renumbered(parts[split], found.classes, run)


def _renumbered(examples: Sequence[Labelled], classes: Sequence[str], run: Run) -> Sequence[Labelled]:
    """The examples with the run's numbers for their labels."""
    if tuple(classes) == run.classes:
        return examples
    if strangers := sorted(set(classes) - set(run.classes)):
        raise Mistake(
            f"the corpus has labels that the run does not know ({', '.join(strangers[:5])}); "
            f"it knows {', '.join(run.classes)}."
        )
    return [replace(example, label=run.classes.index(classes[example.label])) for example in examples]
