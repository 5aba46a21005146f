"""Labels for new texts, and the words that they rest on."""

from collections.abc import Sequence
from typing import Any, cast

import torch
from torch import Tensor

from regard.errors import Mistake
from regard.explain.explanation import Explanation
from regard.explain.maps.attention import raw
from regard.explain.sides import shortened
from regard.models.masked import Masked
from regard.runs.questions import class_names
from regard.runs.run import Run, for_task
from regard.tasks.classify import predict
from regard.text.tokenizer import Encoded


def predictions(run: Run, texts: Sequence[str]) -> list[dict[str, Any]]:
    """For each text its label, how probable it is, and the probability of every class."""
    if isinstance(run.model, Masked) and run.model.purpose == "classes":
        rows = [_published(run, run.model, text) for text in texts]
    else:
        for_task(run, "classify")
        rows = predict(run.model, run.read(texts)).probabilities.tolist()
    return [_told(text, class_names(run.classes, len(row)), row) for text, row in zip(texts, rows, strict=True)]


def _told(text: str, names: Sequence[str], row: list[float]) -> dict[str, Any]:
    best = max(range(len(row)), key=row.__getitem__)
    probabilities = dict(zip(names, row, strict=True))
    return {"text": text, "label": names[best], "probability": row[best], "probabilities": probabilities}


@torch.no_grad()
def _published(run: Run, model: Masked, text: str) -> list[float]:
    """The probabilities that a published classifier gives."""
    ids = run.tokenizer.encode(text).ids
    if len(ids) > model.longest:
        raise Mistake(
            f"the text {text[:40] + '…'!r} has {len(ids)} tokens, and this model has places for {model.longest}; "
            "cut it."
        )
    logits = cast(Tensor, model.eval()(torch.tensor([ids])))[0].double()
    return logits.softmax(-1).tolist()


def looked_at(
    run: Run,
    text: str,
    read: Encoded | None = None,
    *,
    only: str = "",
    head: int | None = None,
    tokens: bool = False,
) -> Explanation:
    """The label of a text, with the weights of every attention whose name matches `only`.

    `read` are its tokens, where they are known already.
    """
    read = read or shortened(run.tokenizer.encode(text), run.recipe.text.longest)
    said = raw(run.model, run.tokenizer, run.classes, text, read, only=only, head=head, tokens=tokens)
    if not said.maps:
        every = raw(run.model, run.tokenizer, run.classes, text, read, only="*", head=0).maps
        if not every:
            raise Mistake(f"{run.recipe.name} has no attention to show; `attention` and `lstm-attention` have.")
        sites = ", ".join(one.name.removesuffix(".0") for one in every)
        raise Mistake(f"{run.recipe.name} has no attention named {only!r}; --layer may be {sites}.")
    return said
