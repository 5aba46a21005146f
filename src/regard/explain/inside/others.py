"""What a look by one head of another kind is made of: a pooling over a text, and a decoder's look at its source.

q tokens that look, k tokens that are looked at, d e widths.
"""

from collections.abc import Callable
from typing import Any, cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from regard.attention.cache import Memory
from regard.attention.lookup import Lookup
from regard.attention.scores import Additive, Bilinear, Concatenated
from regard.explain.heads.passes import Pass, Site
from regard.explain.inside.entrance import entrance
from regard.explain.inside.steps import Before, Step
from regard.layers.pooling import QueryPool, TextQueryPool
from regard.models.luong import Luong
from regard.models.recurrent import OverStates
from regard.models.self_attention import SelfAttention
from regard.models.transformer import Transformer


def of_pool(passed: Pass, site: Site) -> Before:
    """One query, learned or asked by the text itself, and every token."""
    pool = passed.model.get_submodule(site.name)
    ((x, tokens, _),), (mixed,) = _caught(passed, pool)
    found = entrance(passed, "read")
    steps = [Step("E", "E", "given", (), "keys", "numbers", found.words)]
    if found.places is not None:
        steps.append(Step("P", "P", "given", (), "keys", "numbers", found.places))
    keys, of = x[tokens], tuple(step.name for step in steps)
    name, notes = "E", ["words"]
    if isinstance(passed.model, OverStates):
        name, notes = "H", ["states"]
        steps.append(Step("H", "H_i = h(E_1 … E_n)_i", "map", of, "keys", "numbers", keys))
    elif isinstance(passed.model, Transformer | SelfAttention) or len(of) > 1 or keys.shape != found.words.shape:
        name, notes = "X", ["later"]
        steps.append(Step("X", f"X ⟵ {' + '.join(of)}", "map", of, "keys", "numbers", keys))
    if isinstance(pool, QueryPool):
        query = pool.query[None]
        steps.append(Step("Q", "Q", "given", (), "queries", "numbers", query))
        notes.append("learned")
    elif isinstance(pool, TextQueryPool):
        mean = keys.mean(0, keepdim=True)
        query = pool.query(mean)
        steps.append(Step("T", f"T = 1/n Σ_i {name}_i", "map", (name,), "queries", "numbers", mean))
        steps.append(Step("Q", "Q = T W_Q + b_Q", "map", ("T",), "queries", "numbers", query))
        notes.append("asked")
    else:
        query = torch.zeros(1, keys.shape[1])
        steps.append(Step("Q", "Q = 0", "given", (), "queries", "numbers", query))
        notes.append("equal")
    values = next(step for step in steps if step.name == name)
    if (change := cast("Callable[[Tensor], Tensor] | None", getattr(pool, "value", None))) is not None:
        values = Step("V", f"V = v({name})", "map", (name,), "keys", "numbers", change(keys))
        steps.append(values)
    steps.append(Step("S", f"S = Q {name}ᵀ", "product", ("Q", name), "queries", "keys", query @ keys.mT))
    return Before(steps, values, None, mixed, tuple(notes))


def of_lookup(passed: Pass, site: Site, query: int) -> Before:
    """A decoder's states and those of the source; where the score has a hidden layer, that of one query."""
    lookup = passed.model.get_submodule(site.name)
    assert isinstance(lookup, Lookup), "only these look step by step"
    calls, made = _caught(passed, lookup)
    asked = torch.cat([queries.flatten(0, 1) for queries, _ in calls])
    ((prepared, states),) = cast(Memory, calls[0][1]).layers
    keys, values = prepared[0, 0], Step("H", "H_j = h(E_1 … E_n)_j", "map", ("E",), "keys", "numbers", states[0, 0])
    later = isinstance(passed.model, Luong)
    steps = [
        Step("E", "E", "given", (), "keys", "numbers", entrance(passed, "read").words),
        values,
        Step("D", "D_t = s_t" if later else "D_t = s_(t−1)", "given", (), "queries", "numbers", asked),
    ]
    score, notes = lookup.score, ["after" if later else "ahead"]
    if isinstance(score, Additive | Concatenated):
        seen = F.linear(asked, _image(score, asked.shape[1]))
        bent = torch.tanh(seen[query] + keys)
        steps += [
            Step("Q", "Q = D W", "map", ("D",), "queries", "numbers", seen),
            Step("K", "K = H U", "map", ("H",), "keys", "numbers", keys),
            Step("T", "T_j = tanh(Q_t + K_j)", "bend", ("Q", "K"), "keys", "numbers", bent),
            Step("S", "S_tj = T_j v", "fold", ("T",), "queries", "keys", score.compare(asked, keys)),
        ]
        notes.append("additive")
    else:
        found = "H"
        if isinstance(score, Bilinear):
            steps.append(Step("K", "K = H W", "map", ("H",), "keys", "numbers", keys))
            found = "K"
        scores = score.compare(asked, keys)
        steps.append(Step("S", f"S = D {found}ᵀ", "product", ("D", found), "queries", "keys", scores))
    mixed = torch.cat([one.flatten(0, 1) for one in made])
    return Before(steps, values, None, mixed, tuple(notes))


def _image(score: Additive | Concatenated, size: int) -> Tensor:
    """What a query is multiplied by before it meets the keys."""
    return score.W.weight if isinstance(score, Additive) else score.W1.weight[:, :size]


def _caught(passed: Pass, part: nn.Module) -> tuple[list[tuple[Any, ...]], list[Tensor]]:
    """What a part was given in each call, and what it made of it."""
    given: list[tuple[Any, ...]] = []
    made: list[Tensor] = []

    def keep(_part: nn.Module, asked: tuple[Any, ...], found: Tensor) -> None:
        given.append(asked)
        made.append(found)

    handle = part.register_forward_hook(keep)
    try:
        passed.logits()
    finally:
        handle.remove()
    return given, made
