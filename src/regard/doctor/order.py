"""Checks of order: the future is hidden where it should be, the present is not, and positions count."""

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.naming import CAUSAL
from regard.doctor.subject import SMALL, CannotRun, Subject, apart
from regard.doctor.trace import Mix

SEEN = 1e-7


def squares(subject: Subject) -> Iterator[tuple[Mix, Tensor]]:
    """Each attention of tokens to each other, and which [q, k] looks at which, in any row and head."""
    if subject.layout.streams != 1:
        return
    _, trace = subject.traced()
    for mix in subject.attentions(trace):
        weights = mix.weights
        if weights.ndim > 2 and weights.shape[-1] == weights.shape[-2]:
            yield mix, weights.nan_to_num().reshape(-1, *weights.shape[-2:]).amax(0) > SEEN


def future_visible(subject: Subject) -> Finding | NotChecked | None:
    """Where the future is meant to be hidden, nothing that comes later matters."""
    seen = list(squares(subject))
    hidden = [mix for mix, sees in seen if not sees.triu(1).any()]
    intent = "" if hidden else _intent(subject)
    for mix, sees in seen:
        meant = _nearly(mix, sees) or intent
        if meant and sees.triu(1).any():
            share = float(mix.weights.nan_to_num().triu(1).sum(-1).max())
            return Finding(
                f"{int(sees.triu(1).sum())} pairs of a token and a later one have weight, up to {share:.1%} of the "
                f"attention of one, though {meant}.",
                "hide what comes later before the softmax: scores.masked_fill(torch.ones(n, n).triu(1).bool(), -inf); "
                "the diagonal stays.",
                mix.where,
            )
    if len(hidden) < len(seen) or not seen:
        return NotChecked("nothing shows that the future is meant to be hidden.")
    return _leak(subject, "every attention hides it")


def _leak(subject: Subject, intent: str) -> Finding | None:
    result, trace = subject.traced()
    extra = subject.extra(result)
    if extra != 0:
        return None
    moved = subject.influence(subject.case(), list(range(1, subject.n)), result)
    early = max(float(moved[place - 1, :place].max()) for place in range(1, subject.n))
    if early < SMALL:
        return None
    means = [c.where for c in trace.named("mean", "batch_norm") if subject.n in c.given[0].shape and c.own]
    return Finding(
        f"another token changes the results before it by {early:.2g} of their size, though {intent}.",
        "let no function mix tokens of all places: no mean, norm or shift over the sequence.",
        means[0] if means else "",
    )


def _nearly(mix: Mix, sees: Tensor) -> str:
    """How an attention that shows some of the future tells that it should not."""
    n = len(sees)
    above, below = (~sees).triu(1).sum(), (~sees).tril(-1).sum()
    if above >= (n - 1) * (n - 2) // 2 and below == 0:
        return "the rest of the future is hidden"
    if below == n * (n - 1) // 2 and sees.triu(1).any():
        return "the mask is a triangle"
    each = mix.weights.nan_to_num().reshape(-1, *mix.weights.shape[-2:])
    causal = (each.triu(1).sum((-1, -2)) < SEEN) & (each.tril(-1).sum((-1, -2)) > SEEN)
    return "some heads or rows hide it" if causal.any() else ""


def _intent(subject: Subject) -> str:
    """What else tells that the future should be hidden."""
    _, trace = subject.traced()
    if any(mask.causal for mask in subject.layout.of("mask")):
        return "a mask was given that hides it"
    if trace.named("tril", "triu", "tril_", "triu_") or any(map(_is_triangle, _held(subject.module))):
        return "a triangular mask is made"
    if any(CAUSAL.search(type(part).__name__) for part in subject.module.modules()):
        return "the module's name says that it is causal"
    return ""


def _is_triangle(table: Tensor) -> bool:
    """Whether a tensor hides what comes later: one value up to the diagonal, another above it, or nearly so."""
    square = table.reshape(-1, *table.shape[-2:])[0] if table.ndim > 1 and table.numel() else table
    if square.ndim != 2 or square.shape[0] != square.shape[1] or len(square) < 3:
        return False
    like = square == square[-1, 0]
    return bool(like.tril(-1).sum() == len(like) * (len(like) - 1) // 2 and not like.triu(2).any())


def _held(module: nn.Module) -> Iterator[Tensor]:
    yield from module.buffers()
    yield from (table for _, table in _plain(module))


def present_hidden(subject: Subject) -> Finding | NotChecked | None:
    """A token may look at itself."""
    seen = list(squares(subject))
    if not seen:
        return NotChecked("no tokens were seen that look at each other.")
    for mix, sees in seen:
        n = len(sees)
        if not sees.diagonal()[1:].any() and (sees.sum() > 0) and n > 2:
            return Finding(
                f"no token looks at itself: the diagonal of its weights is 0, beside {int(sees.sum())} pairs.",
                "keep the diagonal: torch.tril(ones) with diagonal=0, or triu(diagonal=1) for what is hidden.",
                mix.where,
            )
    return None


def positions_unused(subject: Subject) -> Finding | NotChecked | None:
    """Where there are positions, a token's place matters."""
    try:
        result, trace = subject.traced()
        tables = list(_tables(subject))
        for name, table in tables:
            rows = _rows_that_matter(subject, table, result)
            if rows <= 1:
                used = "no row of it" if not rows else "one row of it, the same for every token,"
                return Finding(
                    f"the table {name} {list(table.shape)} looks like positions, and {used} changes the result.",
                    "add the row of each token's place to its vector: x + positions[:n], and use the sum.",
                )
        waves = [call for call in trace.named("sin", "cos") if call.own]
        if waves and not tables and apart(subject.retraced(subject.case(), _other_waves)[0], result) < SMALL:
            return Finding(
                f"sines and cosines are computed, {len(waves)} times, and other values of them give the same result.",
                "add the waves to the vectors and use the sum.",
                waves[0].where,
            )
    except CannotRun as problem:
        return NotChecked(str(problem))
    return None if tables or waves else NotChecked("it has no table and no waves that could be positions.")


def _tables(subject: Subject) -> Iterator[tuple[str, Tensor]]:
    """Tables with a row for each place, as wide as a token, that are no words and no linear maps."""
    _, trace = subject.traced()
    layers: set[int] = set()
    for part in subject.module.modules():
        if isinstance(part, nn.Linear | nn.MultiheadAttention | nn.RNNBase | nn.Bilinear | nn.Conv1d | nn.RNNCellBase):
            layers |= {id(parameter) for parameter in part.parameters(recurse=False)}
    words = {id(call.given[1]) for call in trace.named("embedding") if _are_ids(subject, call.given[0])}
    widths = {a.width for a in subject.layout.of("vectors")}
    widths |= {w.shape[-1] for c in trace.named("embedding") if _are_ids(subject, c.given[0]) for w in [c.given[1]]}
    products = {id(each) for call in trace.named("linear", "matmul") for each in call.given[:2]}
    for name, table in [*subject.module.named_parameters(), *subject.module.named_buffers(), *_plain(subject.module)]:
        shape = [size for size in table.shape if size != 1]
        fits = len(shape) == 2 and shape[0] >= subject.n and shape[1] in widths and table.is_floating_point()
        if fits and id(table) not in layers | words | products:
            yield name, table


def _plain(module: nn.Module) -> Iterator[tuple[str, Tensor]]:
    for path, part in module.named_modules():
        for name, value in vars(part).items():
            if isinstance(value, Tensor):
                yield f"{path}.{name}".lstrip("."), value


def _are_ids(subject: Subject, indices: Tensor) -> bool:
    given = [subject.case().tensors[a.name] for a in subject.layout.of("ids")]
    return any(indices.shape == ids.shape and bool((indices == ids).all()) for ids in given) or bool(
        given and indices.ndim == 2 and indices.shape[0] == subject.rows and bool((indices[0] != indices[1]).any())
    )


def _rows_that_matter(subject: Subject, table: Tensor, result: Tensor) -> int:
    flat = table.data.reshape(-1, table.shape[-1])
    matter = 0
    for row in range(min(len(flat), subject.n + 3)):
        before = flat[row].clone()
        flat[row] += torch.linspace(-1.0, 1.0, len(before)) * 3
        try:
            matter += apart(subject.result(subject.case()), result) > SMALL
        finally:
            flat[row] = before
    return matter


def _other_waves(name: str, args: tuple[Any, ...], out: Tensor) -> Tensor:
    return out * 0.5 + 0.3 if name in {"sin", "cos"} else out
