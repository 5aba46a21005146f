"""A finished run, measured on a part of a corpus."""

from collections.abc import Sequence
from dataclasses import replace

from regard.data.corpora import open_corpus
from regard.data.examples import Labelled
from regard.errors import Mistake
from regard.runs.build import Progress, encode, silent
from regard.runs.measure import Measured, measure
from regard.runs.run import Run


def evaluation(
    run: Run, corpus: str = "", split: str = "test", text: str = "", label: str = "", progress: Progress = silent
) -> tuple[str, Measured]:
    """The name of the corpus and what was measured; without a name, on the run's own corpus."""
    own = run.recipe.corpus
    name = corpus or own.name
    if name == own.name:
        text, label = text or own.text, label or own.label
    found = open_corpus(name, text=text or None, label=label or None)
    parts: dict[str, Sequence[Labelled]] = {"train": found.train, "validation": found.validation, "test": found.test}
    examples = _renumbered(parts[split], found.classes, run)
    texts = encode(run.tokenizer, examples, run.recipe.text.longest, lambda share: progress("tokens", share))
    return found.name, measure(run.model, texts, examples, run.tokenizer, run.recipe.text.longest)


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
