"""The tree keeps its own rules: imports point down, files stay short, nothing is unpickled."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import regard

PACKAGE = Path(regard.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))

FLOORS = [
    {"errors", "findings", "results", "files", "places", "workers", "roles", "version", "attention", "text"},
    {"layers", "data", "decoding", "metrics"},
    {"models", "tasks"},
    {"training", "explain", "doctor"},
    {"runs", "views"},
    {"studio", "estimators"},
    {"cli"},
    {"__main__"},
]
FLOOR = {name: floor for floor, names in enumerate(FLOORS) for name in names}
FILES_FOR_ALL = {"errors", "findings", "results", "files", "places", "workers", "roles", "version"}


def part_of(file: Path) -> str:
    """The package or single file that a source belongs to; empty for the package's own `__init__`."""
    return file.relative_to(PACKAGE).parts[0].removesuffix(".py").replace("__init__", "")


def imports(source: str) -> Iterator[str]:
    """Every module of ours that a source imports, at its head or inside a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name.split(".")[0] == "regard")
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "an import names its whole path"
            if node.module == "regard":
                yield from (f"regard.{name.name}" for name in node.names)
            elif (node.module or "").startswith("regard."):
                yield str(node.module)


def upward(here: str, source: str) -> list[str]:
    """The imports of a source in package `here` that do not point down."""
    if not here:
        return []
    wrong = []
    for module in imports(source):
        there = module.split(".")[1]
        shared = there in FILES_FOR_ALL and there != here
        if there != here and not FLOOR[there] < FLOOR[here] and not shared:
            wrong.append(f"{here} must not import {module}")
    return wrong


def calls(source: str) -> Iterator[ast.Call]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    return ast.unparse(call.func)


def dangerous(source: str) -> list[str]:
    """What could run a stranger's code: unpickling, evaluating, unpacking without looking."""
    found = [
        name_of(call)
        for call in calls(source)
        if name_of(call) in {"eval", "exec", "compile", "__import__", "torch.load", "yaml.load", "os.system"}
        or name_of(call).endswith(".extractall")
        or any(word.arg in {"allow_pickle", "shell"} and ast.unparse(word.value) != "False" for word in call.keywords)
    ]
    for node in ast.walk(ast.parse(source)):
        names = [n.name for n in node.names] if isinstance(node, ast.Import) else []
        names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
        found += [name for name in names if name.split(".")[0] in {"pickle", "marshal", "shelve", "dill", "joblib"}]
        if isinstance(node, ast.ImportFrom) and node.module == "torch":
            found += [f"torch.{n.name}" for n in node.names if n.name == "load"]
    return found


def softmaxes(source: str) -> list[str]:
    """What a source normalises by itself: the scores of attention, unless their name says that they are logits."""
    found = []
    for call in calls(source):
        name = name_of(call)
        if name.endswith("scaled_dot_product_attention"):
            found.append(name)
        elif re.search(r"soft(max|min)$", name, re.IGNORECASE):
            of = (
                ast.unparse(call.args[0])
                if name.startswith(("F.", "torch.")) and call.args
                else name.rpartition(".")[0]
            )
            found.append(of)
    return found


def named(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def test_imports_point_down():
    assert {named(f): wrong for f in SOURCES if (wrong := upward(part_of(f), f.read_text(encoding="utf-8")))} == {}


def test_every_part_has_its_floor():
    parts = {part_of(file) for file in SOURCES} - {""}
    assert parts - set(FLOOR) == set()


def test_runs_and_views_do_not_know_each_other():
    for here, there in (("runs", "views"), ("views", "runs")):
        for file in PACKAGE.glob(f"{here}/**/*.py"):
            modules = list(imports(file.read_text(encoding="utf-8")))
            assert not [m for m in modules if m.split(".")[1] == there], f"{file.name} imports {there}"


def test_no_file_is_a_book():
    lengths = {named(file): len(file.read_text(encoding="utf-8").splitlines()) for file in SOURCES}
    assert {name: n for name, n in lengths.items() if n > 300} == {}


def test_only_the_core_makes_weights_of_scores():
    found = {named(file): set(softmaxes(file.read_text(encoding="utf-8"))) for file in SOURCES}
    assert found.pop("attention/core.py"), "the core itself was looked at"
    of_logits = {
        "tasks/classify.py",
        "explain/maps/attention.py",
        "layers/saying.py",
        "runs/comparing/texts.py",
        "runs/labels/prediction.py",
    }
    assert {name: of for name, of in found.items() if of - ({"logits"} if name in of_logits else set())} == {}


def test_nothing_is_unpickled_evaluated_or_unpacked_blindly():
    assert {named(f): found for f in SOURCES if (found := dangerous(f.read_text(encoding="utf-8")))} == {}


def test_nothing_is_left_to_do():
    words = re.compile(r"\b(TODO|FIXME|XXX)\b")
    texts = [f for f in PACKAGE.rglob("*") if f.suffix in {".py", ".toml", ".js", ".css", ".html"}]
    assert [named(f) for f in texts if words.search(f.read_text(encoding="utf-8"))] == []


def python(program: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    ).stdout.strip()


LIGHT = ["cli.main", "errors", "findings", "results", "files", "places", "text", "data.corpora", "data.probes", "views"]


def test_help_does_not_wait_for_torch():
    program = "import sys, importlib\n"
    for part in LIGHT:
        program += f"importlib.import_module('regard.{part}')\n"
        program += f"assert 'torch' not in sys.modules, 'regard.{part} imports torch'\n"
    assert python(program + "print('light')") == "light"


def test_the_light_parts_import_torch_nowhere():
    """Not at the head of any file that help, corpora or pictures need; inside functions only where it is used."""
    folders = (
        "cli/",
        "text/",
        "views/",
        "data/corpora/",
        "data/probes/",
        "errors.py",
        "findings/",
        "results.py",
        "files.py",
        "places.py",
    )
    assert all(any(named(file).startswith(folder) for file in SOURCES) for folder in folders)
    for file in SOURCES:
        if named(file).startswith(folders):
            body = ast.parse(file.read_text(encoding="utf-8")).body
            heads = [ast.unparse(node) for node in body if isinstance(node, ast.Import | ast.ImportFrom)]
            assert not [line for line in heads if re.match(r"(import|from) torch\b", line)], named(file)


@pytest.mark.parametrize(
    ("here", "source", "wrong"),
    [
        ("layers", "from regard.models import CLASSIFIERS", True),
        ("layers", "import regard.tasks.classify", True),
        ("layers", "from regard import tasks", True),
        ("layers", "def later():\n    from regard.tasks.classify import predict", True),
        ("models", "from regard.tasks.classify import predict", True),
        ("runs", "from regard.views.page import write_report", True),
        ("attention", "from regard.text.words import learn_words", True),
        ("attention", "from regard.errors import Mistake", False),
        ("results", "from regard.errors import Mistake", False),
        (
            "layers",
            "from regard.layers.vectors import WordVectors\nfrom regard.attention.core import mix\nimport torch",
            False,
        ),
        ("cli", "from regard.runs.run import open_run", False),
    ],
)
def test_imports_that_point_up_are_noticed(here, source, wrong):
    assert bool(upward(here, source)) == wrong


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from pickle import loads",
        "eval('1')",
        "exec(code)",
        "torch.load(file)",
        "from torch import load",
        "archive.extractall(folder)",
        "np.load(file, allow_pickle=True)",
    ],
)
def test_dangers_are_noticed(source):
    assert dangerous(source)
    assert dangerous("model.eval()\nnp.load(file, allow_pickle=False)\nre.compile('x')") == []


def test_softmaxes_are_noticed():
    source = "scores.softmax(-1)\nF.softmax(x, -1)\ntorch.log_softmax(y, 0)\nlogits.softmax(-1)\nnn.Softmax(-1)"
    assert softmaxes(source) == ["scores", "x", "y", "logits", "nn"]
    assert softmaxes("F.scaled_dot_product_attention(q, k, v)") == ["F.scaled_dot_product_attention"]
