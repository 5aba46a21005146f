"""The settings of a model in a recipe, held against what the model takes."""

import inspect
from collections.abc import Callable, Container
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError
from torch import nn

from regard.errors import Mistake, at_least, below_one, unknown

COUNTS, SHARES = ("heads", "layers", "states"), ("attention_dropout", "dropout")
"""Settings that every model that has them counts from one, or takes as probabilities."""


def checked(kind: Callable[..., nn.Module], settings: dict[str, Any], without: Container[str] = ()) -> dict[str, Any]:
    """Settings of a model, each of the type its signature asks for; `without` those that are not for a user."""
    maker: Any = kind.__init__ if inspect.isclass(kind) else kind
    hints = get_type_hints(maker)
    named = [p.name for p in inspect.signature(maker).parameters.values() if p.kind is p.KEYWORD_ONLY]
    known = [name for name in named if name not in without]
    given: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in known:
            raise unknown("setting in model", name, known)
        try:
            given[name] = TypeAdapter(hints[name]).validate_python(value)
        except ValidationError as error:
            raise Mistake(f"model.{name} (it is {value!r}): {error.errors()[0]['msg']}.") from error
    at_least(1, **{name: given[name] for name in COUNTS if name in given})
    below_one(**{name: given[name] for name in SHARES if name in given})
    return given
