"""Checks of order: the future is hidden where it should be, the present is not."""

from collections.abc import Iterator

from torch import Tensor, nn

from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.naming import BOTH_WAYS, CAUSAL, MASKED, SAID_CAUSAL, SAID_UNSURELY
from regard.doctor.positions import plain_tensors
from regard.doctor.seen import Mix
from regard.doctor.signature import is_published
from regard.doctor.subject import SMALL, Subject
from regard.doctor.trace import Trace
from regard.doctor.wording.sentences import found, part, unknown


def squares(subject: Subject) -> Iterator[tuple[Mix, Tensor]]:
    """Each attention of tokens to each other, and which [q, k] looks at which, in any row and head."""
    if subject.layout.streams != 1 and subject.m == subject.n:
        return
    _, trace = subject.traced()
    found = subject.attentions(trace) if subject.layout.streams == 1 else _of_those_that_look(subject, trace)
    for mix in found:
        weights = mix.weights
        if weights.ndim > 2 and weights.shape[-1] == weights.shape[-2]:
            yield mix, trace.visible(mix).reshape(-1, *weights.shape[-2:]).any(0)


def _of_those_that_look(subject: Subject, trace: Trace) -> list[Mix]:
    """Where some tokens look at others, the attention of those that look to each other."""
    return [mix for mix in trace.mixes if mix.weights.shape[-1] == subject.m and mix.mark.kind == "softmax"]


def future_visible(subject: Subject) -> Finding | NotChecked | None:
    """Where the future is meant to be hidden, nothing that comes later matters."""
    seen = list(squares(subject))
    hidden = [mix for mix, sees in seen if not sees.triu(1).any()]
    intent = "" if hidden else _intent(subject)
    _, trace = subject.traced()
    for mix, sees in seen:
        meant = _nearly(trace.visible(mix), sees) or intent
        if meant and sees.triu(1).any() and not prefix(sees):
            share = float(mix.weights.nan_to_num().triu(1).sum(-1).max())
            return found("future weight", mix.where, pairs=int(sees.triu(1).sum()), share=share, meant=meant)
    says_words = _says_words(subject)
    if says_words or (seen and len(hidden) == len(seen)):
        return _leak(subject, says_words or part("every hides"), max((prefix(sees) for _, sees in seen), default=0))
    return unknown("no intent")


def prefix(sees: Tensor) -> int:
    """How many words at the front all see each other, where nothing else sees what comes later."""
    n = len(sees)
    first = next((place for place in range(1, n) if not sees[:place, place].any()), n)
    told = sees[:, :first].all() and not sees[:, first:].triu(1 - first).any()
    return first if 1 < first < n - 1 and told else 0


def _says_words(subject: Subject) -> str:
    """Whether a result scores every word of a vocabulary at each place, as a model of the next word does."""
    if subject.layout.streams == 1 and subject.layout.knows_padding:
        return ""
    ids = subject.layout.of("ids", keys=subject.layout.streams == 1)
    result, _ = subject.traced()
    size = subject.m if subject.layout.streams > 1 else subject.n
    fits = bool(ids) and result.ndim == 3 and result.shape[1] == size
    sizes = {part.num_embeddings for part in subject.module.modules() if isinstance(part, nn.Embedding)}
    named = subject.layout.streams == 1 and any(
        BOTH_WAYS.search(type(part).__name__) for part in subject.module.modules()
    )
    return part("next word") if (fits and not named and result.shape[-1] in sizes) else ""


def _leak(subject: Subject, intent: str, front: int) -> Finding | None:
    """Whether a word moves what is said before it, but for those at the front that may see each other."""
    result, trace = subject.traced()
    two = subject.layout.streams > 1
    size = subject.m if two else subject.n
    if (two and result.shape[1:2] != (size,)) or (not two and subject.extra(result) != 0):
        return None
    moved = subject.influence(subject.case(), list(range(1, size)), result, keys=not two)
    early = max(float(moved[place - 1, :place].max()) for place in range(max(front, 1), size))
    if early < SMALL:
        return None
    means = [c.where for c in trace.named("mean", "batch_norm") if size in c.given[0].shape and c.own]
    return found("future leak", means[0] if means else "", moved=early, meant=intent)


def _nearly(shown: Tensor, sees: Tensor) -> str:
    """How an attention that shows some of the future tells that it should not."""
    n = len(sees)
    above, below = (~sees).triu(1).sum(), (~sees).tril(-1).sum()
    one_step = not sees.triu(2).any() and bool(sees.diagonal(1).any() and sees.diagonal(-2).any())
    if (above >= (n - 1) * (n - 2) // 2 and below == 0) or one_step:
        return part("rest hidden")
    if below == n * (n - 1) // 2 and sees.triu(1).any():
        return part("triangle")
    each = shown.reshape(-1, *shown.shape[-2:])
    causal = ~each.triu(1).any(-1).any(-1) & each.tril(-1).any(-1).any(-1)
    return part("some hide") if causal.any() else ""


def _intent(subject: Subject) -> str:
    """What else tells that the future should be hidden."""
    _, trace = subject.traced()
    if any(mask.causal for mask in subject.layout.of("mask")):
        return part("mask given")
    if trace.named("tril", "triu", "tril_", "triu_") or any(map(_is_triangle, _held(subject.module))):
        return part("triangle made")
    if not is_published(subject.module) and any(map(_says_causal, subject.module.modules())):
        return part("named causal")
    return ""


def _says_causal(module: nn.Module) -> bool:
    """Whether a class says that it is causal, by its name or plainly in what describes it, and no flag says no."""
    kind = type(module)
    if any("causal" in name and value is False for name, value in vars(module).items()):
        return False
    described = (vars(kind).get("__doc__") or "").partition("\n\n")[0]
    named = CAUSAL.search(kind.__name__) and not MASKED.search(kind.__name__)
    return bool(named or (SAID_CAUSAL.search(described) and not SAID_UNSURELY.search(described)))


def _is_triangle(table: Tensor) -> bool:
    """Whether a tensor hides what comes later: one value up to the diagonal, another above it, or nearly so."""
    square = table.reshape(-1, *table.shape[-2:])[0] if table.ndim > 1 and table.numel() else table
    if square.ndim != 2 or square.shape[0] != square.shape[1] or len(square) < 3:
        return False
    like = square == square[-1, 0]
    return bool(like.tril(-1).sum() == len(like) * (len(like) - 1) // 2 and not like.triu(2).any())


def _held(module: nn.Module) -> Iterator[Tensor]:
    yield from module.buffers()
    yield from (table for _, table in plain_tensors(module))


def present_hidden(subject: Subject) -> Finding | NotChecked | None:
    """A token may look at itself."""
    seen = list(squares(subject))
    if not seen:
        return unknown("no tokens")
    for mix, sees in seen:
        nowhere = not sees.diagonal()[1:].any() and bool(sees.any()) and len(sees) > 2
        if nowhere or _past_alone(sees) > 1:
            return found("present", mix.where, pairs=int(sees.sum()))
    return None


def _past_alone(sees: Tensor) -> int:
    """How many tokens see all before them and neither themselves nor what comes later."""
    before = (sees | sees.new_ones(sees.shape).triu()).all(-1)
    return int((before & ~sees.triu().any(-1))[1:].sum())
