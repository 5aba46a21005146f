"""Help texts as they are shown: what a command does in paragraphs, and its examples as one types them."""

import inspect
import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

_EXAMPLE = re.compile(r"(\S.* \| )?regard \w")
_AS_IT_IS = "\b\n"
"""What keeps the lines of a paragraph from being filled anew; typer takes it off."""


def taught(command: Callable[..., Any]) -> str:
    """The help text of a command. Its examples, a paragraph each in the docstring, stand together, a line each."""
    shown: list[str] = []
    for typed, paragraphs in groupby((inspect.getdoc(command) or "").split("\n\n"), key=_is_example):
        lines = "\n\n".join(paragraphs)
        shown.append(_AS_IT_IS + "  " + lines.replace("\n\n", "\n  ") if typed else lines)
    return "\n\n".join(shown)


def _is_example(paragraph: str) -> bool:
    return all(_EXAMPLE.match(line) for line in paragraph.splitlines())
