"""Texts that a run has not learned from, to begin with: some of the test part of its own corpus."""

from typing import TYPE_CHECKING, Any

import numpy as np

from regard.errors import Mistake
from regard.studio.answers.reread import Lately

if TYPE_CHECKING:
    from regard.runs.run import Run

COUNT = 40
LONGEST = 2_000
"""Characters of a text that is easily looked at; longer ones are left out as long as there are others."""

_drawn: Lately[dict[str, Any]] = Lately(8, lambda _: 1)


def samples(run: "Run") -> dict[str, Any]:
    """The corpus, the part of it, and some texts of that part with what is known of each: its label or translation."""
    return _drawn.of(run, "samples", lambda: _draw(run))


def _draw(run: "Run") -> dict[str, Any]:
    corpus, part, known = _known(run)
    short = [one for one in known if len(one[0]) <= LONGEST] or known
    order = np.random.default_rng(0).permutation(len(short))[:COUNT]
    texts = [{"text": short[i][0], "truth": short[i][1]} for i in order]
    return {"corpus": corpus, "part": part, "texts": texts}


def _known(run: "Run") -> tuple[str, str, list[tuple[str, str]]]:
    """Texts, each with the truth."""
    kind = run.recipe.task.kind
    if not run.recipe.corpus.name:
        raise Mistake("this run was published, and what it learned from is not known; type a text of your own.")
    if kind == "classify":
        from regard.runs.labels.evaluation import examples_of

        corpus, part, examples = examples_of(run)
        return corpus, part, [(one.text, run.classes[one.label]) for one in examples]
    if kind == "translate":
        from regard.runs.pairs.evaluation import pairs_of

        found, part, pairs = pairs_of(run)
        return found.name, part, [(pair.source, pair.target) for pair in pairs]
    raise Mistake(f"a run that learned {kind} has no texts with an answer; type one of your own.")
