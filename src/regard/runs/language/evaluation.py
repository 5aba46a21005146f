"""A language model, measured on documents."""

from functools import partial

from regard.data.boundaries import sentences_of
from regard.data.corpora import CORPORA, open_language
from regard.data.corpora.tables import ALL
from regard.data.documents import Documents, Prose
from regard.errors import Mistake
from regard.runs.evaluated import Evaluation, unknown_part
from regard.runs.language.build import by_sentences, in_tokens
from regard.runs.language.measure import Worded, measure_words
from regard.runs.progress import Progress, silent
from regard.runs.recipe import full_name
from regard.runs.run import Run, for_task, same_data


def language_evaluation(
    run: Run, corpus: str = "", split: str = "", text: str = "", progress: Progress = silent
) -> Evaluation[Worded]:
    """A run on a part of some documents: the test part of its own corpus, unless others are named."""
    made = run.recipe
    name, part, prose = documents_of(run, corpus, split, text)
    size = prose.size()
    texts = in_tokens(made, run.tokenizer, prose, size, partial(progress, "tokens"))
    sentences = None
    if by_sentences(made):
        sentences = sentences_of(prose, run.tokenizer, size=size, progress=partial(progress, "sentences"))
    measured = measure_words(made, run.model, run.tokenizer, texts, sentences=sentences, characters=size.characters)
    return Evaluation(name, part, measured)


def documents_of(run: Run, corpus: str = "", split: str = "", text: str = "") -> tuple[str, str, Prose]:
    """What a run can be measured on: the name of a corpus, that of a part of it, and the documents of that part.

    A file that was not learned from is measured whole, unless a part is named; so is a corpus without a test part on
    its validation part.
    """
    for_task(run, "language")
    own = run.recipe.corpus
    name = full_name(corpus) if corpus else own.name
    if not name:
        raise Mistake(
            f"the run {run.folder} was published, and what it learned from is not known; name a corpus to measure it "
            "on."
        )
    if name == own.name:
        found = open_language(name, text=text or own.text or None, boundary=own.boundary)
        same_data(run.metrics[-1]["data"], found, run.folder)
    else:
        theirs = "file" if name in CORPORA else own.boundary
        found = open_language(name, text=text or None, boundary=theirs)
        split = split or (ALL if name not in CORPORA else "")
    part, prose = _part(found, split)
    if not prose.size().documents:
        raise Mistake(f"{found.name} has no texts in its part {part!r} to measure on; choose another with --split.")
    return found.name, part, prose


def _part(found: Documents, split: str) -> tuple[str, Prose]:
    """The name of a part and its documents."""
    parts = found.parts()
    if split == ALL:
        return ALL, Prose(lambda: (piece for prose in parts.values() for piece in prose.read()))
    if not split:
        split = "test" if parts["test"].size().documents else "validation"
    if split not in parts:
        raise unknown_part(found.name, split, parts)
    return split, parts[split]
