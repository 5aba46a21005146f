"""What a language model looks at while it reads a text: the weights of its attention, and what it answers.

h heads, q tokens that look, k tokens that are looked at, v words, c classes.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from math import exp

import torch
from torch import Tensor, nn

from regard.attention.padded import side_by_side
from regard.attention.watch import watching
from regard.decoding import greedy
from regard.errors import Mistake
from regard.explain.explanation import Explanation, Map
from regard.explain.maps.alignment import spoken
from regard.explain.reading import numbers
from regard.explain.sides import as_read, maps_of
from regard.models.bart import Bart
from regard.models.masked import Both, Masked
from regard.text.tokenizer import Encoded, Tokenizer


@torch.no_grad()
def looked(
    model: nn.Module,
    tokenizer: Tokenizer,
    text: str,
    read: Encoded | None = None,
    *,
    classes: Sequence[str] = (),
    only: str = "",
    head: int | None = None,
    tokens: bool = False,
) -> Explanation:
    """The weights of every attention whose name matches `only`, head by head; else of the last one, their mean.

    Rows look at columns. Both are words (pieces of one are taken together) unless `tokens` asks for the tokens; special
    tokens stand for themselves. With them comes what the model answers: the text that it says, the label, what it puts
    into the first blank, what it would say in place of the text, or the word that it expects next. `read` are the
    tokens where the model reads others than those of the text alone.
    """
    read = read or tokenizer.encode(text)
    if not read.ids:
        raise Mistake("the text has no token to look at; give at least a word.")
    source = as_read(tokenizer, text, read, tokens)
    ids = torch.tensor([read.ids])
    sides = [("*", source, source)]
    if isinstance(model, Bart):
        said = greedy(model, side_by_side([read.ids]))[0]
        label, spans = spoken(tokenizer, said.tokens)
        probability, given = exp(said.log_probability), [model.begin, *said.tokens]
        saying = Encoded([*said.tokens, model.end], [*spans, (0, 0)])
        before = as_read(tokenizer, label, Encoded(given, [(0, 0), *spans]), tokens)
        sides = [
            ("*.cross", as_read(tokenizer, label, saying, tokens), source),
            ("decoder.*", before, before),
            *sides,
        ]
        with watching(model) as watch:
            model(ids, None, torch.tensor([given]))
    else:
        with watching(model) as watch:
            found = model(ids)
        label, probability = _answer(model, tokenizer, read.ids, found, classes)
    maps: list[Map] = []
    for name, weights in _chosen(watch.maps, only, str(getattr(model, "aligns", ""))):
        rows, columns = next(both for pattern, *both in sides if fnmatchcase(name, pattern))
        maps += maps_of(name, weights.double().numpy(), rows, columns, head, each=bool(only))
    if not maps:
        raise Mistake(f"this model has no attention named {only!r}; it has {', '.join(watch.maps)}.")
    return Explanation(
        method="attention",
        target=label.strip(),
        kind="translation" if isinstance(model, Bart) else "label" if _sorts(model) else "word",
        text=text,
        label=label.strip(),
        probability=probability,
        maps=maps,
        spans=source.spans,
    )


def _answer(
    model: nn.Module, tokenizer: Tokenizer, ids: Sequence[int], found: Tensor | Both, classes: Sequence[str]
) -> tuple[str, float]:
    """What a model that reads says of a text, and how probable it is."""
    logits = numbers((found.words if isinstance(found, Both) else found)[0])
    logs = logits - logits.logsumexp(-1, keepdim=True)
    if not isinstance(model, Masked):
        return tokenizer.decode([int(logs[-1].argmax())]), float(logs[-1].max().exp())
    if _sorts(model):
        best = int(logs.argmax())
        return classes[best] if best < len(classes) else str(best), float(logs[best].exp())
    if model.purpose == "vectors":
        return "", 1.0
    blanks = [place for place, token in enumerate(ids) if token == _mask(tokenizer)]
    said = logs[blanks[:1]] if blanks else logs
    return tokenizer.decode(said.argmax(-1).tolist()), float(said.amax(-1).mean().exp())


def _sorts(model: nn.Module) -> bool:
    """Whether what a model says of a text is a label."""
    return isinstance(model, Masked) and model.purpose in ("classes", "pair")


def _mask(tokenizer: Tokenizer) -> int | None:
    try:
        return tokenizer.mask_id
    except ValueError:
        return None


def _chosen(seen: dict[str, list[Tensor]], only: str, usual: str) -> list[tuple[str, Tensor]]:
    """The maps [h, q, k] that are asked for; else that of the usual site, or the last one.

    A block that is used several times has several, which are numbered.
    """
    every = [
        (site if len(calls) == 1 else f"{site}.{number}", weights[0])
        for site, calls in seen.items()
        for number, weights in enumerate(calls)
    ]
    if only:
        return [one for one in every if fnmatchcase(one[0], only)]
    return [one for one in every if one[0] == usual] or every[-1:]
