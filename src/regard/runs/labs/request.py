"""What a user asks of a lab, and the table of labs that can be asked."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from regard.errors import Mistake, unknown
from regard.results import LabResult
from regard.runs.labs.crew import Show
from regard.runs.progress import Progress, silent
from regard.runs.recipe import changed, leaves

WORDS = 100
"""Words and marks of the longest sentence that is looked at: a picture of more cannot be read."""
FOR = {
    "depths": ("--depths", ("self-attention",)),
    "sentences": ("--sentence", ("self-attention", "translation", "transformers")),
    "text": ("--text", ("pooling", "self-attention", "transformers")),
    "label": ("--label", ("pooling", "self-attention", "transformers")),
    "source": ("--source", ("translation",)),
    "target": ("--target", ("translation",)),
}
"""What not every lab can be asked: its option, and the labs that know it."""
INSTEAD = {
    "corpus.text": "--text",
    "corpus.label": "--label",
    "corpus.source": "--source",
    "corpus.target": "--target",
    "training.seed": "--seeds",
}
"""Leaves that a lab settles for all of its runs, and the option that it takes them from."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """One lab on one corpus."""

    corpus: str
    out: Path
    show: Show
    seeds: int = 3
    quick: bool = False
    """A first look: models that take long make fewer updates."""
    models: Sequence[str] = ()
    """Only these of the ladder; empty for all."""
    changes: Sequence[str] = ()
    """Leaves of all recipes to change, such as `training.epochs=2`."""
    workers: int = 1
    command: str = ""
    """What was typed."""
    progress: Progress = silent
    depths: Sequence[int] | None = None
    """Layers to try in a depth sweep; None for the lab's own choice."""
    text: str = ""
    label: str = ""
    """A table: columns of the texts and of the labels; empty to find them."""
    source: str = ""
    target: str = ""
    """Sentence pairs: languages, columns or files; empty to find them."""
    sentences: Sequence[str] = ()
    """Sentences to look at; empty for the lab's own."""

    def __post_init__(self) -> None:
        for leaf in (leaf for change in self.changes for leaf in leaves(changed(change))):
            if leaf in INSTEAD or leaf.split(".")[0] == "corpus":
                raise Mistake(f"a lab does not take {leaf} from --set; use {INSTEAD.get(leaf, '--corpus')}.")
        for sentence in self.sentences:
            _worth_a_look(sentence)

    def chosen(self, lab: str, ladder: Sequence[str]) -> list[str]:
        """The models to train, all of them on the lab's ladder; nothing was asked that the lab does not know."""
        for name, (option, labs) in FOR.items():
            if getattr(self, name) and lab not in labs:
                raise Mistake(f"{option} means nothing to the lab {lab}, only to {_listed(labs)}; leave it out.")
        for name in self.models:
            if name not in ladder:
                raise unknown(f"model of the lab {lab}", name, ladder)
        return list(self.models or ladder)


def lab_named(name: str) -> Callable[[Request], LabResult]:
    """The lab of that name."""
    from regard.runs.labs.pooling import pooling
    from regard.runs.labs.self_attention import self_attention
    from regard.runs.labs.transformers import transformers
    from regard.runs.labs.translation import translation

    labs = {
        "pooling": pooling,
        "self-attention": self_attention,
        "translation": translation,
        "transformers": transformers,
    }
    if name not in labs:
        raise unknown("lab", name, labs)
    return labs[name]


def _listed(names: Sequence[str]) -> str:
    """Names one after the other."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _worth_a_look(sentence: str) -> None:
    """Nothing, if a sentence can be read, written and drawn; else why not."""
    try:
        sentence.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Mistake("a --sentence is not UTF-8; convert it with iconv.") from error
    if not any(letter.isprintable() and not letter.isspace() for letter in sentence):
        raise Mistake("a --sentence is blank; give the words to look at, or leave it out.")
    count = len(re.findall(r"\w+|[^\w\s]", sentence))
    if count > WORDS:
        raise Mistake(f"a --sentence has {count} words and marks, and a lab shows at most {WORDS}; give a shorter one.")
