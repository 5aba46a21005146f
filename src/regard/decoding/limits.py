"""What an output may be: how long, and which tokens at which place.

b sources, n rows of a search, v words, u words with END. Lengths count tokens without BEGIN and END.
"""

from typing import Any

import torch
import torch.nn.functional as F
from jaxtyping import Float, Int
from torch import Tensor

from regard.attention.padded import Padded
from regard.errors import Mistake
from regard.roles import Decodable, ManyEnds, Prompted

NEVER = float("-inf")


def limits(
    model: Decodable[Padded, Any], source: Padded, *, shortest: int = 0, longest: int | None = None
) -> Int[Tensor, " b"]:
    """The longest output of each source: `longest`, or one and a half times the source's length and ten more.

    It depends on the source alone, not on its company in a batch. What follows a prompt shares its positions.
    """
    if shortest < 0:
        raise Mistake(f"an output of at least {shortest} tokens: set the shortest length to 0 or more.")
    if longest is not None and longest < max(1, shortest):
        raise Mistake(
            f"outputs of at least {shortest} and at most {longest} tokens cannot exist; set the longest length to "
            f"{max(1, shortest)} or more."
        )
    lengths, asked = source.rows.lengths, max(shortest, longest or 0)
    room = _room(model, lengths)
    if room is not None and int(room.min()) < asked:
        prompt = " after the longest prompt" if isinstance(model, Prompted) else ""
        raise Mistake(
            f"outputs of {asked} tokens are asked for, and this model has positions for {int(room.min())}{prompt}; "
            "ask for shorter ones, or train with a larger model.longest."
        )
    usual = lengths + lengths // 2 + 10 if longest is None else torch.full_like(lengths, longest)
    usual = usual.clamp(min=shortest)
    return usual if room is None else usual.minimum(room)


def _room(model: Decodable[Padded, Any], lengths: Int[Tensor, " b"]) -> Int[Tensor, " b"] | None:
    if isinstance(model, Prompted):
        return model.room(lengths)
    return None if model.longest is None else torch.full_like(lengths, model.longest)


def other_ends(model: Decodable[Any, Any]) -> tuple[int, ...]:
    """The tokens besides END that end what a model says."""
    return model.other_ends if isinstance(model, ManyEnds) else ()


def ended(tokens: Int[Tensor, "*_"], model: Decodable[Any, Any]) -> Int[Tensor, "*_"]:
    """The tokens, with END for each that ends an output as END does."""
    if not (others := other_ends(model)):
        return tokens
    return torch.where(torch.isin(tokens, tokens.new_tensor(others)), model.end, tokens)


def permit(
    logits: Float[Tensor, "n v"],
    place: int,
    most: Int[Tensor, " n"],
    *,
    begin: int,
    end: int,
    shortest: int,
    others: tuple[int, ...] = (),
) -> tuple[Float[Tensor, "n u"], Float[Tensor, " n"]]:
    """The logits with −∞ for what may not stand here (they are changed), and the log of the sum of exp of each row.

    BEGIN may stand nowhere, unless it is END too (as in BART, and after a prompt), neither END nor what else ends an
    output (`others`) before `shortest` tokens, and after the most tokens nothing but END. What is forbidden gives its
    probability to nobody: log p = logit − log Σ exp, as the model has it. An END that is none of the words, as some
    published models have it, gets a column after them: they never say it, and it is certain after the most tokens.
    """
    sums = logits.logsumexp(-1)
    if not bool(sums.isfinite().all()):
        raise Mistake("what this model says has no probabilities: its weights hold, or lead to, NaN; take another one.")
    if end >= logits.shape[1]:
        logits = F.pad(logits, (0, end + 1 - logits.shape[1]), value=NEVER)
    over = place >= most
    if bool(over.any()):
        words = torch.arange(logits.shape[1], device=logits.device) != end
        logits.masked_fill_(over[:, None] & words, NEVER)
        logits[:, end] = torch.where(over & logits[:, end].isneginf(), sums, logits[:, end])
    if begin != end:
        logits[:, begin] = NEVER
    if place < shortest:
        logits[:, [token for token in (end, *others) if token < logits.shape[1]]] = NEVER
    return logits, sums
