"""What a user asks of a lab, and the table of labs that can be asked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from regard.errors import unknown
from regard.results import LabResult
from regard.runs.build import Progress, silent
from regard.runs.labs.crew import Show


@dataclass(frozen=True, kw_only=True)
class Request:
    """One lab on one corpus."""

    corpus: str
    out: Path
    show: Show
    seeds: int = 3
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
    source: str = ""
    target: str = ""
    """Sentence pairs: languages, columns or files; empty to find them."""
    sentences: Sequence[str] = ()
    """Sentences to look at; empty for the lab's own."""

    def chosen(self, lab: str, ladder: Sequence[str]) -> list[str]:
        """The models to train, all of them on the lab's ladder."""
        for name in self.models:
            if name not in ladder:
                raise unknown(f"model of the lab {lab}", name, ladder)
        return list(self.models or ladder)


def lab_named(name: str) -> Callable[[Request], LabResult]:
    """The lab of that name."""
    from regard.runs.labs.pooling import pooling
    from regard.runs.labs.self_attention import self_attention
    from regard.runs.labs.translation import translation

    labs = {"pooling": pooling, "self-attention": self_attention, "translation": translation}
    if name not in labs:
        raise unknown("lab", name, labs)
    return labs[name]
