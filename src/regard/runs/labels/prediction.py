"""Labels for new texts, and the words that they rest on."""

from collections.abc import Sequence
from typing import Any

from regard.errors import Mistake
from regard.explain.explanation import Explanation
from regard.explain.maps.attention import raw
from regard.runs.run import Run, for_task
from regard.tasks.classify import predict


def predictions(run: Run, texts: Sequence[str]) -> list[dict[str, Any]]:
    """For each text its label, how probable it is, and the probability of every class."""
    for_task(run, "classify")
    said = predict(run.model, run.read(texts))
    return [
        {
            "text": text,
            "label": run.classes[best],
            "probability": float(row[best]),
            "probabilities": dict(zip(run.classes, row.tolist(), strict=True)),
        }
        for text, row, best in zip(texts, said.probabilities, said.labels.tolist(), strict=True)
    ]


def looked_at(run: Run, text: str, *, only: str = "", head: int | None = None, tokens: bool = False) -> Explanation:
    """The label of a text, with the weights of every attention whose name matches `only`."""
    longest = run.recipe.text.longest
    said = raw(run.model, run.tokenizer, run.classes, text, longest=longest, only=only, head=head, tokens=tokens)
    if not said.maps:
        every = raw(run.model, run.tokenizer, run.classes, text, longest=longest, only="*", head=0).maps
        if not every:
            raise Mistake(f"{run.recipe.name} has no attention to show; `attention` and `lstm-attention` have.")
        sites = ", ".join(one.name.removesuffix(".0") for one in every)
        raise Mistake(f"{run.recipe.name} has no attention named {only!r}; --layer may be {sites}.")
    return said
