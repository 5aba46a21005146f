"""How a run of each kind is asked to read a text, so that its heads can be looked at."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
import torch
from torch import Tensor

from regard.attention.padded import side_by_side
from regard.attention.ragged import Ragged
from regard.data.batch import Batch
from regard.decoding import greedy
from regard.errors import Mistake
from regard.explain.heads.passes import Pass
from regard.explain.sides import shortened
from regard.models.bart import Bart
from regard.models.causal import Causal
from regard.models.finetuned import Finetuned
from regard.models.masked import Masked
from regard.models.transformer import Transformer
from regard.runs.language.generations import reading
from regard.runs.run import Run
from regard.text.tokenizer import Encoded, Tokenizer

FRONT = "[CLS]"
"""How a learned vector in front of a text is called."""
LONGEST = 3_000
"""Tokens of the longest text whose heads are shown: each head has nine million weights there."""


def pass_of(run: Run, text: str) -> Pass:
    """The text before the run's model; a model that says a text has said it once, taking the likeliest word each time.

    Greedy, so that what it says with a head silenced differs for no other reason.
    """
    if not text.strip():
        raise Mistake("there is no word to look at: the text is empty; give at least one.")
    run.model.eval()
    if run.recipe.task.kind == "classify":
        return _labels(run, text)
    if run.recipe.task.kind == "translate":
        read = run.tokenizer.encode(text)
        ended = Encoded([*read.ids, run.tokenizer.end_id], [*read.spans, (len(text), len(text))])
        return _said(run, text, ended)
    if isinstance(run.model, Bart):
        return _said(run, text, reading(run, text))
    if isinstance(run.model, Causal | Masked):
        return _words(run, text)
    raise Mistake(f"the run {run.folder.name} has one number for a whole answer, and no heads that this view can show.")


def _labels(run: Run, text: str) -> Pass:
    read = shortened(run.tokenizer.encode(text), run.recipe.text.longest)
    _short_enough(read)
    model, tokens = run.model, torch.tensor(read.ids)
    batch = Batch(tokens, torch.arange(len(tokens)), Ragged(torch.tensor([len(tokens)])))
    names = names_of(run.tokenizer, text, read)
    front = isinstance(model, Transformer) and model.front is not None
    twice = names if isinstance(model, Finetuned) and isinstance(model.body, Bart) else []
    return Pass(
        model=model,
        logits=_quietly(lambda: model(batch)),
        kind="classes",
        name=lambda choice: run.classes[choice],
        ids=read.ids,
        read=[FRONT, *names] if front else names,
        given_ids=read.ids if twice else [],
        given=twice,
        said=twice,
    )


def _words(run: Run, text: str) -> Pass:
    read = reading(run, text)
    _short_enough(read)
    model, tokenizer, ids = cast(Any, run.model), run.tokenizer, torch.tensor([read.ids])
    asks = isinstance(model, Masked) and model.purpose in ("classes", "pair")
    blanks = [] if not isinstance(model, Masked) or asks else _blanks(tokenizer, read.ids)
    silent = isinstance(model, Masked) and not asks and (model.purpose == "vectors" or not blanks)
    at = blanks[:1] if isinstance(model, Masked) else [len(read.ids) - 1]

    def logits() -> Tensor:
        if asks:
            return model(ids)
        found = model.vectors(ids[0], Ragged(torch.tensor([len(read.ids)])))
        return found[:0] if silent else model.head.say(found[at])

    def called(choice: int) -> str:
        return run.classes[choice] if choice < len(run.classes) else str(choice)

    return Pass(
        model=model,
        logits=_quietly(logits),
        kind="classes" if asks else "none" if silent else "blank" if blanks else "next",
        name=called if asks else namer(tokenizer),
        ids=read.ids,
        read=names_of(tokenizer, text, read),
    )


def _said(run: Run, text: str, read: Encoded) -> Pass:
    _short_enough(read)
    model, target, source = cast(Any, run.model), run.tokenizers.target, side_by_side([read.ids])

    def say() -> str:
        return target.decode(greedy(model, source)[0].tokens).strip()

    said = list(_quietly(lambda: greedy(model, source))()[0].tokens)
    given = [int(model.begin), *said]

    def logits() -> Tensor:
        return model.words.say(model.follow(torch.tensor([given]), model.start(source))[0])[0]

    ended, name = [*said, int(model.end)], namer(target)
    return Pass(
        model=run.model,
        logits=_quietly(logits),
        kind="said",
        name=name,
        ids=read.ids,
        read=names_of(run.tokenizer, text, read),
        given_ids=given,
        given=[name(token) for token in given],
        said_ids=ended,
        said=[name(token) for token in ended],
        text=target.decode(said).strip(),
        say=_quietly(say),
    )


def _quietly(ask: Callable[[], Any]) -> Callable[[], Any]:
    """The same question, whose answer needs no gradient."""

    def asked() -> Any:
        with torch.no_grad():
            return ask()

    return asked


def _short_enough(read: Encoded) -> None:
    if not read.ids:
        raise Mistake("the text has no token to look at; give at least a word.")
    if len(read.ids) > LONGEST:
        raise Mistake(f"the text has {len(read.ids)} tokens, and heads are shown of at most {LONGEST}; shorten it.")


def _blanks(tokenizer: Tokenizer, ids: Sequence[int]) -> list[int]:
    return np.flatnonzero(np.array(ids) == tokenizer.mask_id).tolist()


def namer(tokenizer: Tokenizer) -> Callable[[int], str]:
    """What a token by itself is called: what it adds to a text, or its name in the vocabulary where that is nothing."""
    known: list[str] = []

    def name(token: int) -> str:
        if said := tokenizer.decode([token]).strip():
            return said
        if not known:
            known.extend(tokenizer.vocabulary())
        return known[token]

    return name


def names_of(tokenizer: Tokenizer, text: str, read: Encoded) -> list[str]:
    """What each token of a text is called: its characters, where it has any."""
    name = namer(tokenizer)
    return [text[start:stop].strip() or name(token) for token, (start, stop) in zip(read.ids, read.spans, strict=True)]
