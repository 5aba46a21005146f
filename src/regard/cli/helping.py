"""Help as it is shown: what a command does in paragraphs, its examples as one types them, what it takes by its name."""

import inspect
import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

import typer
from typer.core import TyperCommand

_EXAMPLE = re.compile(r"(\S.* \| )?regard \w")
_AS_IT_IS = "\b\n"
"""What keeps the lines of a paragraph from being filled anew; typer takes it off."""


class Named(TyperCommand):
    """A command in whose help an argument has a name, and not beside it the Python type that typer adds."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then the options, a line or more each."""
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            shown = [(one, one.get_help_record(ctx)) for one in self.get_params(ctx) if one.param_type_name == kind]
            lines = [(one.metavar if kind == "argument" else said[0], said[1]) for one, said in shown if said]
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)


def add(app: typer.Typer, name: str, command: Callable[..., None], short: str = "") -> None:
    """Give an app a command of this name, with its help and a line for the list of commands."""
    app.command(name, cls=Named, help=taught(command), short_help=short or None)(command)


def taught(command: Callable[..., Any]) -> str:
    """The help text of a command. Its examples, a paragraph each in the docstring, stand together, a line each."""
    shown: list[str] = []
    for typed, paragraphs in groupby((inspect.getdoc(command) or "").split("\n\n"), key=_is_example):
        lines = "\n\n".join(paragraphs)
        shown.append(_AS_IT_IS + "  " + lines.replace("\n\n", "\n  ") if typed else lines)
    return "\n\n".join(shown)


def _is_example(paragraph: str) -> bool:
    return all(_EXAMPLE.match(line) for line in paragraph.splitlines())
