"""The line of a user's class that makes a part of a module."""

import ast
import inspect
import textwrap
from functools import cache
from pathlib import Path

from torch import nn

from regard.doctor.adapters.adapted import bare, own_name
from regard.doctor.trace.marks import code_at

REGISTERS = ("register_buffer", "register_parameter", "add_module")


def made_at(module: nn.Module, name: str) -> str:
    """The line that makes what has this name in a module, such as `blocks.1.head.weight`; empty if none is known."""
    owner, part = bare(module), own_name(module, name).split(".")
    found: nn.Module | None = owner
    attribute = part[0]
    for step, following in zip(part, [*part[1:], ""], strict=True):
        if following and isinstance(found, nn.Module):
            found = getattr(found, step, None)
            if isinstance(found, nn.Module) and not _is_torchs(type(found)):
                owner, attribute = found, following
    lines = (_lines_of(kind).get(attribute) for kind in type(owner).__mro__ if not _is_torchs(kind))
    return next((line for line in lines if line), "")


def _is_torchs(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in ("torch", "builtins")


@cache
def _lines_of(kind: type) -> dict[str, str]:
    """The first line in the functions of a class that sets each attribute of self, or registers it by name."""
    lines: dict[str, str] = {}
    for function in (each for each in vars(kind).values() if inspect.isfunction(each)):
        try:
            source, first = inspect.getsourcelines(function)
            tree = ast.parse(textwrap.dedent("".join(source)))
        except (OSError, TypeError, SyntaxError):
            continue
        file = function.__code__.co_filename
        for node in ast.walk(tree):
            for name in _set_by(node):
                line = first + getattr(node, "lineno", 1) - 1
                lines.setdefault(name, f"{Path(file).name}:{line}: {code_at(file, line)}")
    return lines


def _set_by(node: ast.AST) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    flat = [each for target in targets for each in (target.elts if isinstance(target, ast.Tuple) else [target])]
    names = [each.attr for each in flat if isinstance(each, ast.Attribute) and ast.unparse(each.value) == "self"]
    called = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
    if isinstance(node, ast.Call) and called in REGISTERS and node.args and isinstance(node.args[0], ast.Constant):
        names.append(str(node.args[0].value))
    return names
