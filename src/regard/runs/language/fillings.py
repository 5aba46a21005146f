"""Words for the blanks of a text."""

from typing import Any, cast

import torch

from regard.errors import Mistake
from regard.models.masked import Both, Masked
from regard.runs.run import Run
from regard.text.specials import MASK
from regard.text.tokenizer import Encoded


@torch.no_grad()
def fillings(run: Run, text: str, read: Encoded, n_best: int) -> dict[str, Any]:
    """The text with its most probable words, each blank's best words, and the texts that those of the first make."""
    model, tokenizer = cast(Masked, run.model).eval(), run.tokenizer
    if model.purpose not in ("words", "both"):
        verb = "predict" if model.purpose == "classes" else "explain"
        raise Mistake(f"the run {run.folder} says no words; use `regard {verb} {run.folder}`.")
    if len(read.ids) > model.longest:
        raise Mistake(f"the text has {len(read.ids)} tokens, and this model has places for {model.longest}; cut it.")
    blanks = [place for place, token in enumerate(read.ids) if token == tokenizer.mask_id]
    if not blanks:
        raise Mistake(f"the text has no {MASK} to fill in, such as in 'The film was {MASK} .'; put one into it.")
    found = model(torch.tensor([read.ids]))
    logits = (found.words if isinstance(found, Both) else found)[0, blanks].double()
    logits[:, list(tokenizer.special_ids)] = float("-inf")
    logs = logits - logits.logsumexp(-1, keepdim=True)
    best, words = logs.topk(min(n_best, logs.shape[1]))
    top = words[:, 0].tolist()
    others = [[word, *top[1:]] for word in words[0].tolist()]
    rest = float(best[1:, 0].sum())
    kept = [
        {"text": _with(run, read, blanks, chosen), "score": float(log) + rest, "log_probability": float(log) + rest}
        for chosen, log in zip(others, best[0], strict=True)
    ]
    return {
        "prompt": text,
        "text": kept[0]["text"],
        "score": kept[0]["score"],
        "hypotheses": kept,
        "blanks": [
            [
                {"word": tokenizer.decode([word]).strip(), "probability": float(log.exp())}
                for word, log in zip(each.tolist(), of, strict=True)
            ]
            for each, of in zip(words, best, strict=True)
        ],
    }


def _with(run: Run, read: Encoded, blanks: list[int], chosen: list[int]) -> str:
    ids = list(read.ids)
    for place, word in zip(blanks, chosen, strict=True):
        ids[place] = word
    return run.tokenizer.decode(ids).strip()
