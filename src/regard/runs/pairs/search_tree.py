"""The search for one translation, watched: all that was found on the way, and what became of it."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from fnmatch import fnmatchcase
from typing import Any, cast

from regard.attention.padded import Padded, side_by_side
from regard.decoding import Hypothesis, Search, Tree, beam_search
from regard.decoding.tree import Node
from regard.errors import Mistake
from regard.roles import Decodable
from regard.runs.pairs.new_sentences import read_sources
from regard.runs.run import Run, for_task
from regard.tasks.device import device_of


@dataclass(frozen=True)
class Searched:
    """What a beam search found for one text, and how."""

    outputs: list[Hypothesis]
    """Best first."""
    nodes: list[Node]
    """Every candidate, step by step."""
    prefix: tuple[int, ...]
    """The tokens that all of them begin with because they had to."""
    worst: float
    """The score of the worst output that was kept; −∞ where there was still room."""


def search_tree(run: Run, text: str, search: Search, prefix: str = "") -> Searched:
    """The search for the translation of a text, or for one that begins with a prefix."""
    for_task(run, "translate")
    if not text.strip():
        raise Mistake("there is no text to translate; give a sentence.")
    model = cast(Decodable[Padded, Any], run.model.eval())
    start = tuple(run.tokenizers.target.following(prefix)) if prefix.strip() else ()
    tree = Tree(search.alpha)
    source = side_by_side([_ids(run, text)], device_of(run.model))
    (outputs,) = beam_search(model, source, **asdict(search), prefixes=[start], see=tree)
    return Searched(outputs, tree.compared(search.n_best), start, tree.worst)


def _ids(run: Run, text: str) -> Sequence[int]:
    """The text in tokens with its END, not too long for the model."""
    return read_sources(run, [text]).ids.tolist()


def looks_at_source(run: Run) -> list[tuple[str, int]]:
    """The names of a translator's attention to the source, first layer first, each with its number of heads."""
    last = cast(str | None, getattr(run.model, "aligns", None))
    if last is None:
        return []
    every = re.sub(r"\.\d+\.", ".*.", last)
    found = [(name, part) for name, part in run.model.named_modules() if fnmatchcase(name, every)]
    return [(name, int(getattr(part, "heads", 1))) for name, part in found]
