"""How help is shown: paragraphs, examples that can be copied, arguments by name."""

import inspect
import re
from collections.abc import Callable
from itertools import groupby
from typing import Any

import typer
from typer.core import TyperCommand

_EXAMPLE = re.compile(r"(\S.* \| )?regard \w")
_AS_IT_IS = "\b\n"
"""Keeps typer from rewrapping a paragraph; typer removes it."""


class Named(TyperCommand):
    """A command whose help shows arguments by name, without the Python type that typer adds."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """The arguments, then the options."""
        for kind, title in (("argument", "Arguments"), ("option", "Options")):
            shown = [(one, one.get_help_record(ctx)) for one in self.get_params(ctx) if one.param_type_name == kind]
            lines = [(one.metavar if kind == "argument" else said[0], said[1]) for one, said in shown if said]
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)


def add(app: typer.Typer, name: str, command: Callable[..., None], short: str = "") -> None:
    """Add a command to an app, with its help and its line in the list of commands."""
    app.command(name, cls=Named, help=taught(command), short_help=short or None)(command)


def taught(command: Callable[..., Any]) -> str:
    """The help text of a command. Examples are single paragraphs in the docstring; here they become one block."""
    shown: list[str] = []
    for typed, paragraphs in groupby((inspect.getdoc(command) or "").split("\n\n"), key=_is_example):
        lines = "\n\n".join(paragraphs)
        shown.append(_AS_IT_IS + "  " + lines.replace("\n\n", "\n  ") if typed else lines)
    return "\n\n".join(shown)


def _is_example(paragraph: str) -> bool:
    return all(_EXAMPLE.match(line) for line in paragraph.splitlines())
