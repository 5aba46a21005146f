"""The rooms of the studio: each imports only from those below it."""

import ast
from pathlib import Path

import regard.studio

PLACE = Path(regard.studio.__file__).parent
BELOW = {
    "server": set[str](),
    "shelf": set[str](),
    "answers": {"shelf"},
    "studio": {"server", "shelf", "answers"},
    "routes": {"studio", "server", "shelf", "answers"},
    "app": {"routes", "studio", "server", "shelf"},
}


def test_imports_point_down():
    for file in PLACE.rglob("*.py"):
        here = file.relative_to(PLACE).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("regard.studio."):
                there = str(node.module).split(".")[2]
                assert there == here or there in BELOW[here], f"{file.name} must not import from {there}"
