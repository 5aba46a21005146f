"""One reading of a text that can be done again, under another watch: what every head does, and what without it.

p places that are answered at, c classes or words.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from jaxtyping import Float
from torch import Tensor, nn

from regard.attention.heads import MultiHead
from regard.attention.lookup import Lookup
from regard.errors import Mistake
from regard.layers.pooling import MeanPool, QueryPool, TextQueryPool
from regard.models.albert import Albert
from regard.models.causal import Causal
from regard.models.finetuned import Finetuned

Answer = Literal["classes", "next", "blank", "said", "none"]
"""What a model says of a text: a label, the word that follows it or fills its blank, a text of its own, or nothing."""
Look = Literal["pool", "self", "back", "cross"]
"""Who looks at whom: one query at a text; tokens at each other; at those before; what is said at what was read."""
Role = Literal["text", "read", "given", "said"]
"""Whose names rows or columns have: the text as a whole, tokens read, tokens given to a decoder, those it says."""


@dataclass(frozen=True, kw_only=True)
class Pass:
    """A text before a model."""

    model: nn.Module
    logits: Callable[[], Float[Tensor, "p c"]]
    """Read the text once; a watch that is open sees it."""
    kind: Answer
    name: Callable[[int], str]
    """What a class or a token is called."""
    ids: list[int]
    read: list[str]
    """Names of the tokens that are looked at, a learned vector in front of them among these."""
    given_ids: list[int] = field(default_factory=list[int])
    given: list[str] = field(default_factory=list[str])
    """Names of the tokens that a decoder is given, the beginning first."""
    said_ids: list[int] = field(default_factory=list[int])
    said: list[str] = field(default_factory=list[str])
    """Names of those that it says at these places, the end last."""
    text: str = ""
    """What it said in all."""
    say: Callable[[], str] | None = None
    """Say a text anew, word by word."""

    def names(self, role: Role) -> list[str]:
        """Those of one side of a map."""
        return {"text": [""], "read": self.read, "given": self.given, "said": self.said}[role]

    def repeats(self, name: str) -> bool:
        """Whether each call of an attention is a layer of its own, as in a model whose layers share their weights."""
        return isinstance(body_of(self.model), Albert) and not name.startswith("pool")


@dataclass(frozen=True)
class Site:
    """An attention of a model."""

    name: str
    look: Look
    heads: int
    rows: Role
    columns: Role
    stepwise: bool
    """Whether one call is one row of its map; else each call is a map of its own."""


def sites_of(passed: Pass) -> list[Site]:
    """Every attention of the model."""
    found = (_site(passed.model, name, part) for name, part in passed.model.named_modules())
    return [site for site in found if site is not None]


def site_of(passed: Pass, name: str) -> Site:
    """The attention of this name."""
    parts = dict(passed.model.named_modules())
    if (site := _site(passed.model, name, parts.get(name))) is None:
        names = ", ".join(other for other, part in parts.items() if _site(passed.model, other, part) is not None)
        raise Mistake(f"this model has no attention named {name!r}; it has {names or 'none at all'}.")
    return site


def _site(model: nn.Module, name: str, part: nn.Module | None) -> Site | None:
    if isinstance(part, MeanPool | QueryPool | TextQueryPool):
        return Site(name, "pool", 1, "text", "read", False)
    if isinstance(part, Lookup):
        return Site(name, "cross", 1, "said", "read", True)
    if not isinstance(part, MultiHead):
        return None
    if name.endswith(".cross"):
        return Site(name, "cross", part.heads, "said", "read", False)
    if "decoder." in name:
        return Site(name, "back", part.heads, "given", "given", False)
    return Site(name, "back" if isinstance(body_of(model), Causal) else "self", part.heads, "read", "read", False)


def body_of(model: nn.Module) -> nn.Module:
    """The language model in one that was taught labels, else the model itself."""
    return model.body if isinstance(model, Finetuned) else model


def checked_head(site: Site, head: int) -> int:
    """The head, if there is such a one."""
    if not 0 <= head < site.heads:
        raise Mistake(f"{site.name} has no head {head}; it has heads 0 to {site.heads - 1}.")
    return head
