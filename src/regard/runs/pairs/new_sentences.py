"""New sentences translated, and what the model looked at meanwhile."""

from collections.abc import Sequence
from typing import Any

from regard.data.loading import Texts
from regard.decoding import Drawing, Hypothesis, Search
from regard.errors import Mistake
from regard.explain.explanation import Explanation
from regard.explain.maps.alignment import aligned
from regard.runs.pairs.build import longest_read, positions, sources
from regard.runs.progress import Progress, silent
from regard.runs.run import Run, for_task
from regard.tasks.translate import outputs


def translations(
    run: Run, texts: Sequence[str], search: Search | Drawing | None = None, progress: Progress = silent
) -> list[dict[str, Any]]:
    """For each text its best translation with its score, and all that the search kept, best first.

    Where there is nothing to translate, nothing is said, for certain: no hypothesis is needed.
    """
    return shown(run, texts, searched(run, texts, search, progress))


def searched(
    run: Run, texts: Sequence[str], search: Search | Drawing | None = None, progress: Progress = silent
) -> list[list[Hypothesis]]:
    """For each text all that the search kept, best first; nothing where there is nothing to translate."""
    for_task(run, "translate")
    read = read_sources(run, [text for text in texts if text.strip()])
    found = iter(outputs(run.model, read, search or Search(), lambda share: progress("translations", share)))
    return [next(found) if text.strip() else [] for text in texts]


def shown(run: Run, texts: Sequence[str], found: Sequence[Sequence[Hypothesis]]) -> list[dict[str, Any]]:
    """What was found for each text, in words and numbers."""
    said: list[dict[str, Any]] = []
    for text, hypotheses in zip(texts, found, strict=True):
        kept = [_hypothesis(run, one) for one in hypotheses]
        best = kept[0] if kept else {"text": "", "score": 0.0}
        said.append({"source": text, "text": best["text"], "score": best["score"], "hypotheses": kept})
    return said


def own_alignment(
    run: Run,
    text: str,
    best: Hypothesis | None = None,
    *,
    only: str = "",
    head: int | None = None,
    tokens: bool = False,
) -> Explanation:
    """The best translation of a text, with the attention from its words to those of the text.

    It is searched for unless it is given.
    """
    if best is None:
        ((best,),) = outputs(run.model, read_sources(run, [text]), Search())
    said = aligned(run.model, run.tokenizers, text, best, only=only, head=head, tokens=tokens)
    if not said.maps:
        if every := aligned(run.model, run.tokenizers, text, best, only="*", head=0).maps:
            sites = ", ".join(one.name.removesuffix(".0") for one in every)
            raise Mistake(f"{run.recipe.name} has no attention to the source named {only!r}; --layer may be {sites}.")
        raise Mistake(f"{run.recipe.name} has no attention to the source to show; `bahdanau` has.")
    if not said.maps[0].columns:
        raise Mistake("the text has no words to align with; give a sentence.")
    if not said.maps[0].rows:
        raise Mistake(f"the model said nothing to align with {text[:30]!r}; try --tokens, or a longer training.")
    return said


def read_sources(run: Run, texts: Sequence[str]) -> Texts:
    """The texts in tokens, none of which is too long for the model."""
    read, most = sources(run.tokenizer, texts), longest_read(run.recipe)
    limit, leaf = ("has positions for", "model") if positions(run.recipe) else ("reads at most", "text")
    for text, length in zip(texts, read.lengths.tolist(), strict=True):
        if length > most:
            raise Mistake(
                f"the text {text[:30]!r}… has {length} tokens, its end included, and this model {limit} {most}; cut it "
                f"into sentences, or train with a larger {leaf}.longest."
            )
    return read


def _hypothesis(run: Run, one: Hypothesis) -> dict[str, Any]:
    text = run.tokenizers.target.decode(one.tokens).strip()
    return {"text": text, "score": one.score, "log_probability": one.log_probability}
