"""What a language model says: how a text goes on, which words fill its blanks, what a noisy text was."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import nn

from regard.attention.padded import Padded, side_by_side
from regard.data.tokenising import Borders
from regard.decoding import Hypothesis, beam_search, greedy, sample
from regard.errors import Mistake
from regard.models.bart import Bart
from regard.models.causal import Causal
from regard.models.masked import Masked
from regard.roles import Decodable
from regard.runs.language.fillings import fillings
from regard.runs.published import is_published
from regard.runs.run import Run, for_task
from regard.text.language import blanked
from regard.text.streaming import Streamed
from regard.text.tokenizer import Encoded

USUAL = 200
"""Tokens that are said unless more or fewer are asked for."""
Tell = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Saying:
    """How what is said is chosen."""

    temperature: float = 0.8
    """Of chance; 0 takes the most probable token each time."""
    top_k: int = 0
    top_p: float = 1.0
    repetition: float = 1.0
    beam: int = 1
    """Above 1, what is most probable as a whole is searched for, and chance has no part in it."""
    n_best: int = 1
    alpha: float = 0.6
    stops: tuple[str, ...] = ()
    longest: int | None = None
    seed: int = 0


def reading(run: Run, text: str) -> Encoded:
    """The tokens of a text as the run's model has learned to read it."""
    model, tokenizer = run.model, run.tokenizer
    if not isinstance(model, Causal) and not is_published(run.recipe):
        read = blanked(tokenizer, text)
    else:
        read = tokenizer.encode(text) if text else Encoded([], [])
    around = borders_of(run)
    if around.begin or not read.ids:
        read = Encoded([tokenizer.begin_id, *read.ids], [(0, 0), *read.spans])
    return Encoded([*read.ids, tokenizer.end_id], [*read.spans, (len(text), len(text))]) if around.end else read


def borders_of(run: Run) -> Borders:
    """What is put around a text before the run's model reads it.

    What a published tokenizer puts there is among its own rules; a model of a running text has learned of no borders.
    """
    if is_published(run.recipe):
        return Borders(begin=False, end=False)
    causal = isinstance(run.model, Causal)
    return Borders(begin=not causal or run.recipe.task.rows != "blocks", end=not causal)


def generations(
    run: Run, prompts: Sequence[str], how: Saying | None = None, tell: Tell = lambda text: None
) -> list[dict[str, Any]]:
    """For each prompt what the model says, with its score; `tell` hears the text of each as it comes."""
    if not run.recipe.task.speaks:
        for_task(run, "language")
    how = how or Saying()
    if isinstance(run.model, Masked):
        return [fillings(run, text, reading(run, text), how.n_best) for text in prompts]
    return [_said(run, prompt, how, tell) for prompt in prompts]


def rewrites(run: Run) -> bool:
    """Whether a model says a text of its own, rather than going on with the one that it is given."""
    return isinstance(run.model, Bart)


def _said(run: Run, prompt: str, how: Saying, tell: Tell) -> dict[str, Any]:
    """What follows one prompt; its company has no part in it."""
    read = reading(run, prompt)
    model, causal = run.model.eval(), isinstance(run.model, Causal)
    heard = Streamed(run.tokenizer, read.ids if causal else (), how.stops)

    def hear(row: int, token: int) -> bool:
        tell(heard.add(token))
        return heard.stopped

    source = side_by_side([read.ids])
    chance = torch.Generator().manual_seed(how.seed)
    found = _found(model, source, how, longest_said(model, read.ids, how.longest), chance, hear)
    if how.beam == 1:
        tell(heard.rest())
    kept = [_hypothesis(run, read.ids if causal else (), how.stops, one) for one in found]
    return {"prompt": prompt, "text": kept[0]["text"], "score": kept[0]["score"], "hypotheses": kept}


def _found(
    model: nn.Module,
    source: Padded,
    how: Saying,
    longest: int | None,
    chance: torch.Generator,
    hear: Callable[[int, int], bool],
) -> list[Hypothesis]:
    decodable = cast(Decodable[Padded, Any], model)
    if how.beam > 1:
        if how.repetition != 1:
            raise Mistake("a beam has no repetition penalty: leave out --repetition, or --beam.")
        return beam_search(decodable, source, beam=how.beam, n_best=how.n_best, alpha=how.alpha, longest=longest)[0]
    if how.temperature == 0:
        return greedy(decodable, source, longest=longest, repetition=how.repetition, hear=hear)
    return sample(
        decodable,
        source,
        temperature=how.temperature,
        top_k=how.top_k,
        nucleus=how.top_p,
        repetition=how.repetition,
        longest=longest,
        generator=chance,
        hear=hear,
    )


def longest_said(model: nn.Module, prompt: Sequence[int], asked: int | None) -> int | None:
    """Tokens that may be said, None where the source decides; what follows a prompt shares its places."""
    if isinstance(model, Bart):
        if len(prompt) > model.longest:
            raise Mistake(f"the text has {len(prompt)} tokens, and this model has places for {model.longest}; cut it.")
        return asked
    room = cast(Causal, model).room(torch.tensor([len(prompt)]))
    if room is not None and int(room) < 1:
        raise Mistake(
            f"the prompt has {len(prompt)} tokens, and this model has places for {cast(Causal, model).longest}, what "
            "follows included; shorten it, or train with a larger model.longest."
        )
    return asked or (USUAL if room is None else min(USUAL, int(room)))


def _hypothesis(run: Run, prompt: Sequence[int], stops: Sequence[str], one: Hypothesis) -> dict[str, Any]:
    text = Streamed(run.tokenizer, prompt, stops)
    text.ids.extend(one.tokens)
    return {"text": text.text, "score": one.score, "log_probability": one.log_probability}
