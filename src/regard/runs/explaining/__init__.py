"""The one place that decides how a run is asked why it answered as it did."""

from dataclasses import replace

from regard.errors import Mistake, unknown
from regard.explain.explanation import Explanation
from regard.explain.methods import METHODS
from regard.runs.explaining.answers import answer_explained
from regard.runs.explaining.outputs import output_explained
from regard.runs.explaining.wanted import LOOKS, Wanted
from regard.runs.questions import says_texts, unanswered
from regard.runs.run import Run


def explain(
    run: Run,
    text: str,
    *,
    method: str = LOOKS,
    target: str = "",
    against: str = "",
    layer: str = "",
    head: int | None = None,
    tokens: bool = False,
    faithfulness: bool = True,
) -> Explanation:
    """Why a run answers so: a weight for each word, and how far the answer follows from these words.

    `target` names the label or word to explain, if not the model's own; `against` another that it is held against.
    `layer` and `head` choose among attentions. Without `faithfulness` the text is not read without its words.
    """
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    wanted = Wanted(
        method=method, target=target, against=against, layer=layer, head=head, tokens=tokens, check=faithfulness
    )
    _possible(run, text, wanted)
    question = unanswered(run, text, tokens=tokens)
    told = (output_explained if says_texts(run) else answer_explained)(run, question, wanted)
    return replace(told, left_out=question.left_out, unknown=question.unknown)


def _possible(run: Run, text: str, wanted: Wanted) -> None:
    """Nothing, if there is something to explain and the method can do it; else why not."""
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise Mistake(f"one text is explained at a time, and this is a {type(text).__name__}; give a str.")
    if not text.strip():
        raise Mistake("there is no word to explain: the text is empty; give at least one.")
    if (wanted.layer or wanted.head is not None) and not wanted.way.looks:
        names = ", ".join(name for name, one in METHODS.items() if one.looks)
        raise Mistake(
            f"{wanted.method} has no layers or heads to choose from; leave out --layer and --head, or use {names}."
        )
    if run.recipe.task.rates:
        folder = run.folder
        raise Mistake(f"{folder} has one number for a whole answer; `regard evaluate {folder}` shows what it is worth.")


__all__ = ["explain"]
