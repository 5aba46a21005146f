"""Checks of order: the future is hidden where it should be, the present is not."""

import re
from collections.abc import Iterator

from torch import Tensor, nn

from regard.doctor.checks import kept
from regard.doctor.diagnosis import Finding, NotChecked
from regard.doctor.inputs.names import AT_ONCE, BOTH_WAYS, CAUSAL, MASKED, SAID_CAUSAL, SAID_MASKED, SAID_UNSURELY
from regard.doctor.inputs.signature import is_published
from regard.doctor.inputs.triangles import is_triangle
from regard.doctor.running import SMALL, apart
from regard.doctor.subject import Subject
from regard.doctor.trace.seen import Mix
from regard.doctor.trace.trace import SEEN, Trace
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
    halves = both_ways(subject)
    seen = [each for place, each in enumerate(squares(subject)) if place not in halves]
    hides = [not sees.triu(1).any() or _ahead(mix) <= SEEN for mix, sees in seen]
    intent = "" if any(hides) else _intent(subject)
    _, trace = subject.traced()
    for (mix, sees), hidden in zip(seen, hides, strict=True):
        meant = _nearly(trace.visible(mix), sees) or intent
        if meant and not hidden and not prefix(sees):
            pairs = int(sees.triu(1).sum())
            return found("future weight", mix.where, pairs=pairs, share=_ahead(mix), meant=meant)
    says_words = _says_words(subject)
    if says_words or (seen and all(hides)):
        meant, front = says_words or part("every hides"), max((prefix(sees) for _, sees in seen), default=0)
        after = [mix.where for (mix, sees), hidden in zip(seen, hides, strict=True) if hidden and sees.triu(1).any()]
        return _leak(subject, meant, front, after)
    return unknown("no intent")


def _ahead(mix: Mix) -> float:
    """The largest share of a token's attention that is on later ones."""
    return float(mix.weights.nan_to_num().triu(1).abs().sum(-1).max())


def both_ways(subject: Subject) -> set[int]:
    """Which of the squares see the past in some heads and the future in others, or are one half of two that do.

    Two halves only belong together if they read words, not what the other made of them.
    """
    _, trace = subject.traced()
    whole, past, future = set[int](), set[int](), set[int]()
    for place, (mix, _) in enumerate(squares(subject)):
        each = trace.visible(mix).reshape(-1, *mix.weights.shape[-2:])
        above, below = each.triu(1).any(-1).any(-1), each.tril(-1).any(-1).any(-1)
        if (below & ~above).any() and (above & ~below).any():
            whole.add(place)
        elif ((below & ~above).all() or (above & ~below).all()) and _reads_words(subject, mix):
            (future if above.any() else past).add(place)
    return whole | past | future if past and future else whole


def _reads_words(subject: Subject, mix: Mix) -> bool:
    """Whether the values of an attention at one place hang on the word at that place alone."""
    at = next((place for place, each in enumerate(subject.traced()[1].mixes) if each is mix), None)
    case = subject.layout.changed(subject.case(), range(subject.rows), [0])
    others = subject.retraced(case)[1].mixes
    dims = [dim for dim, size in enumerate(mix.values.shape) if size != subject.n]
    if at is None or at >= len(others) or others[at].values.shape != mix.values.shape:
        return False
    moved = (mix.values - others[at].values).abs().amax(dims) > 0
    return moved.ndim == 1 and not bool(moved[1:].any())


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
    other = BOTH_WAYS if subject.layout.streams == 1 else AT_ONCE
    named = any(other.search(type(part).__name__) for part in subject.module.modules())
    return part("next word") if (fits and not named and result.shape[-1] in sizes) else ""


def _leak(subject: Subject, intent: str, front: int, places: list[str]) -> Finding | NotChecked | None:
    """Whether a word moves what is said before it, but for those at the front; the places are lines that may let it."""
    result, trace = subject.traced()
    two = subject.layout.streams > 1
    size = subject.m if two else subject.n
    if (two and result.shape[1:2] != (size,)) or (not two and subject.extra(result) != 0):
        return None
    moved = subject.influence(subject.case(), list(range(1, size)), result, keys=not two)
    early = max(float(moved[place - 1, :place].max()) for place in range(max(front, 1), size))
    if early < SMALL:
        return None
    if apart(subject.result(subject.case()), result) > SMALL:
        return unknown("cause first", cause="nondeterministic")
    means = [c.where for c in trace.named("mean", "batch_norm") if size in c.given[0].shape and c.own]
    return found("future leak", next(iter([*places, *means]), ""), moved=early, meant=intent)


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
    held = any(is_triangle(each, nearly=True) for _, each in kept.unlearned(subject.module))
    if held or trace.named("tril", "triu", "tril_", "triu_"):
        return part("triangle made")
    says = [] if is_published(subject.module) else [_says_causal(each) for each in subject.module.modules()]
    return next((part(how) for how in says if how), "")


def _says_causal(module: nn.Module) -> str:
    """How a class says that it is causal, by its name or plainly in what describes it, where no flag says no."""
    kind = type(module)
    if any("causal" in name and value is False for name, value in vars(module).items()):
        return ""
    if CAUSAL.search(kind.__name__) and not MASKED.search(kind.__name__):
        return "named causal"
    described = (vars(kind).get("__doc__") or "").partition("\n\n")[0]
    masked = SAID_MASKED.search(described) and re.search("decod", kind.__name__, re.IGNORECASE)
    told = (SAID_CAUSAL.search(described) or masked) and not SAID_UNSURELY.search(described)
    return "described causal" if told else ""


def present_hidden(subject: Subject) -> Finding | NotChecked | None:
    """A token may look at itself."""
    seen = list(squares(subject)) or list(_squares_of_others(subject))
    if not seen:
        return unknown("no tokens")
    for mix, sees in seen:
        nowhere = not sees.diagonal()[1:].any() and bool(sees.any()) and len(sees) > 2
        if nowhere or _past_alone(sees) > 1:
            return found("present", mix.where, pairs=int(sees.sum()))
    return None


def _squares_of_others(subject: Subject) -> Iterator[tuple[Mix, Tensor]]:
    """Attentions of a sequence to itself that is as long as none of those given: shortened, cut in pieces, alone."""
    _, trace = subject.traced()
    for mix in trace.mixes if subject.layout.streams == 1 else ():
        size = mix.weights.shape[-1]
        if mix.weights.ndim > 1 and mix.weights.shape[-2] == size > 2 and mix.is_shared_out:
            yield mix, trace.visible(mix).reshape(-1, size, size).any(0)


def _past_alone(sees: Tensor) -> int:
    """How many tokens see all before them and neither themselves nor what comes later."""
    before = (sees | sees.new_ones(sees.shape).triu()).all(-1)
    return int((before & ~sees.triu().any(-1))[1:].sum())
