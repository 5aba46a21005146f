"""A family of published models: how its config.json and its tensors correspond to a model of ours, both ways."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor, nn

from regard.errors import Mistake
from regard.layers.activations import Activation

Config = dict[str, Any]
"""What config.json says."""


ENDS = "eos_token_id"


@dataclass(frozen=True)
class How:
    """A change of form between a published tensor and ours that can be undone."""

    part: int = 0
    parts: int = 1
    """Ours is this part of so many, which the published one holds below each other (query, key and value, say)."""
    heads: int = 0
    """Where not 0, the parts are held head by head: those of the first head, then those of the second …"""
    transposed: bool = False
    """The published matrix has a column for each output; ours, as torch has it, a row."""

    def take(self, published: Tensor) -> Tensor:
        """Ours."""
        rows = published.T if self.transposed else published
        if self.heads:
            return rows.unflatten(0, (self.heads, self.parts, -1))[:, self.part].flatten(0, 1)
        return rows.chunk(self.parts)[self.part]

    def put(self, parts: Sequence[Tensor]) -> Tensor:
        """The published tensor, given all its parts in their order."""
        if self.heads:
            rows = torch.stack([part.unflatten(0, (self.heads, -1)) for part in parts], dim=1).flatten(0, 2)
        else:
            rows = torch.cat(list(parts)) if len(parts) > 1 else parts[0]
        return (rows.T if self.transposed else rows).contiguous()

    def shape(self, ours: Sequence[int]) -> list[int]:
        """The shape of the published tensor, given that of ours."""
        rows = [ours[0] * self.parts, *ours[1:]]
        return rows[::-1] if self.transposed else rows


AS_IT_IS = How()
TRANSPOSED = How(transposed=True)


@dataclass(frozen=True)
class Key:
    """One of our tensors, the published one that it comes from, and how."""

    ours: str
    published: str
    """With the prefix that models with a head have; a file without it is read as well."""
    how: How = AS_IT_IS
    copies: tuple[str, ...] = ()
    """Other names under which a file may hold the published tensor again (an output layer that is tied to it)."""


def linear(ours: str, published: str, how: How = AS_IT_IS, *, bias: bool = True) -> list[Key]:
    """The keys of a linear layer, or of a norm: weight and bias. A bias is a row, and never transposed."""
    keys = [Key(f"{ours}.weight", f"{published}.weight", how)]
    flat = How(how.part, how.parts, how.heads)
    return [*keys, Key(f"{ours}.bias", f"{published}.bias", flat)] if bias else keys


@dataclass(frozen=True)
class Family:
    """Published models of one design."""

    name: str
    types: tuple[str, ...]
    """Values of `model_type` in config.json; the first is the one that is written."""
    kind: type[nn.Module]
    """What `build` makes."""
    build: Callable[[Config], nn.Module]
    """Our model with the published numbers, its weights still to come; what it cannot be is refused by name."""
    config: Callable[[Any], Config]
    """From our model back to what config.json must say, `architectures` included."""
    keys: Callable[[Config], list[Key]]
    """Every tensor of ours, once."""
    prefix: str = ""
    """What files of models without a head leave out at the beginning of their names."""
    ignored: tuple[str, ...] = ()
    """Patterns of names that files may hold and that are not needed: masks, counts, heads that are not asked for."""
    settled: Callable[[Config, Collection[str]], Config] = lambda config, _: config
    """config.json with what it does not say and the names of the tensors do: whether a part is there that may be."""

    def model(self, config: Config) -> nn.Module:
        """Our model with the published numbers, and all the tokens that end what it says."""
        made: Any = self.build(config)
        ends = config.get(ENDS)
        if isinstance(ends, list):
            made.other_ends = tuple(token({ENDS: end}, ENDS, 0) for end in cast(list[Any], ends)[1:])
        return made

    def described(self, model: nn.Module) -> Config:
        """What config.json must say of a model."""
        config, others = self.config(model), getattr(model, "other_ends", ())
        return config | {ENDS: [config[ENDS], *others]} if others else config


ACTIVATIONS: dict[str, Activation] = {
    "relu": "relu",
    "gelu": "gelu",
    "gelu_new": "gelu-tanh",
    "gelu_pytorch_tanh": "gelu-tanh",
    "gelu_fast": "gelu-tanh",
    "silu": "silu",
    "swish": "silu",
    "tanh": "tanh",
}
"""Published names of functions to ours; several name the same."""


def activation(config: Config, name: str, usual: str) -> Activation:
    """The function that config.json names, as ours."""
    named = word(config, name, usual)
    if named not in ACTIVATIONS:
        raise Mistake(f"config.json: {name} is {named!r}, and the functions known here are {', '.join(ACTIVATIONS)}.")
    return ACTIVATIONS[named]


def published_activation(ours: Activation) -> str:
    """The usual published name of a function of ours."""
    return next(published for published, name in ACTIVATIONS.items() if name == ours)


def count(config: Config, name: str, usual: int | None = None, *, least: int = 1) -> int:
    """A whole number that config.json gives, or the usual one; without a usual one it must be given."""
    value = config.get(name, usual)
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise _wrong(config, name, f"a whole number, {least} or more")
    return value


def number(config: Config, name: str, usual: float) -> float:
    """A number; none that is below 0 means anything."""
    value = config.get(name, usual)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < math.inf:
        raise _wrong(config, name, "a number, 0 or more")
    return float(value)


def flag(config: Config, name: str, usual: bool) -> bool:
    """True or false."""
    value = config.get(name, usual)
    if not isinstance(value, bool):
        raise _wrong(config, name, "true or false")
    return value


def word(config: Config, name: str, usual: str) -> str:
    """A word."""
    value = config.get(name, usual)
    if not isinstance(value, str):
        raise _wrong(config, name, "a word in quotes")
    return value


def token(config: Config, name: str, usual: int) -> int:
    """The number of a special token; of several (some models end texts in more than one way) the first."""
    value = config.get(name, usual)
    value = value[0] if isinstance(value, list) and value else value
    return count({name: usual if value is None else value}, name, least=0)


def only(config: Config, **supported: Any) -> None:
    """Refuse a config.json that says other things than these; it may say nothing about them."""
    for name, value in supported.items():
        said = config.get(name, value)
        if said != value:
            raise Mistake(f"config.json: {name} is {said!r}, and only models with {value!r} can be loaded.")


def _wrong(config: Config, name: str, wanted: str) -> Mistake:
    said = f"is {config[name]!r}" if name in config else "is missing"
    return Mistake(f"config.json: {name} {said}, and must be {wanted}.")
