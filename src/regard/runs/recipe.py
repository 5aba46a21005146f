"""Recipes: everything that a run depends on, as one typed value read from TOML. Nothing is guessed.

A model's name is a recipe in the package, and some have another file for one corpus, which is laid over it. `--recipe`
lays a further file over both, `--set key=value` changes one leaf.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args, get_type_hints

import tomli_w
from pydantic import TypeAdapter, ValidationError

from regard.data.corpora import CORPORA
from regard.data.corpora.pairs import two_files
from regard.errors import Mistake, unknown
from regard.runs.parts import CorpusPart, Kind, StartPart, TaskPart, TeachersPart, TextPart, VectorsPart
from regard.training.settings import Settings

Tree = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """A run: what it starts from, who teaches it, data, text, vectors, model, task and training."""

    name: str = ""
    """The model's name on the command line."""
    row: str = ""
    """Its row in the course."""
    start: StartPart = field(default_factory=StartPart)
    teachers: TeachersPart = field(default_factory=TeachersPart)
    corpus: CorpusPart = field(default_factory=CorpusPart)
    text: TextPart = field(default_factory=TextPart)
    vectors: VectorsPart = field(default_factory=VectorsPart)
    model: dict[str, bool | int | float | str] = field(default_factory=dict[str, bool | int | float | str])
    """`kind`, and the settings of that kind of model."""
    task: TaskPart = field(default_factory=TaskPart)
    training: Settings = field(default_factory=Settings)


TASKS: tuple[Kind, ...] = get_args(Kind)
"""What a model can be trained for; each has a folder of recipes."""


def names(task: str = "classify") -> list[str]:
    """The models that have a recipe, in the order of the course."""
    rows = {file.name[:-5]: _tree(file).get("row", "") for file in _recipes(task)}
    return sorted(rows, key=lambda name: (rows[name], name))


def recipe(
    name: str, *, task: str = "classify", corpus: str = "", file: Path | None = None, changes: Sequence[str] = ()
) -> Recipe:
    """The recipe of a model's name, with a file laid over it and single leaves changed (`training.epochs=3`).

    Where the model has settings of its own for the corpus (a file of its name in the corpus's folder), these count.
    """
    known = [found.name[:-5] for found in _recipes(task)]
    if name not in known:
        for other in TASKS:
            if name in names(other):
                raise Mistake(f"{name} is a model of another task; add --task {other}.")
        if any(found.name == f"{name}.toml" for found in _recipes("classify/from")):
            raise Mistake(f"{name} starts from a language model; name its run with --from.")
        raise unknown("model", name, known)
    tree = shipped(task, name, corpus)
    if file is not None:
        tree = overlaid(tree, read_toml(file))
    for change in changes:
        tree = overlaid(tree, changed(change))
    made = from_tree({**tree, "name": name}, where=str(file) if file else "")
    if made.task.kind != task:
        raise Mistake(f"task.kind is {made.task.kind!r}, and the task is {task}; say --task {made.task.kind}.")
    return made


def shipped(folder: str, name: str, corpus: str) -> Tree:
    """The tables of a recipe in a folder of the package, with its own for the corpus laid over them."""
    place = files("regard") / "recipes" / folder
    tree = _tree(place / f"{name}.toml")
    own = place / corpus / f"{name}.toml"
    return overlaid(tree, _tree(own)) if corpus in CORPORA and own.is_file() else tree


def with_corpus(made: Recipe, name: str, text: str = "", label: str = "") -> Recipe:
    """The recipe on a corpus; a file is remembered by its full path, so that the run finds it from anywhere."""
    own = made.corpus
    return replace(made, corpus=replace(own, name=full_name(name), text=text or own.text, label=label or own.label))


def with_pairs(made: Recipe, name: str, source: str = "", target: str = "") -> Recipe:
    """The recipe on sentence pairs; two files are remembered by their full paths, the second as the target."""
    source, target = source or made.corpus.source, target or made.corpus.target
    if name not in CORPORA and (both := two_files(name, source or None, target or None)) is not None:
        name, source, target = str(both[0].resolve()), "", str(both[1].resolve())
    return replace(made, corpus=replace(made.corpus, name=full_name(name), source=source, target=target))


def full_name(corpus: str) -> str:
    """The name of a corpus, or the full path of its file or folder."""
    path = Path(corpus)
    return str(path.resolve()) if path.exists() and corpus not in CORPORA else corpus


def from_tree(tree: Tree, where: str = "") -> Recipe:
    """A recipe from nested tables; an unknown name or a wrong value is an error that says where."""
    _no_strangers(Recipe, tree, "")
    try:
        return TypeAdapter(Recipe).validate_python(tree)
    except ValidationError as error:
        first = error.errors()[0]
        leaf = ".".join(str(part) for part in first["loc"] if part not in ("bool", "int", "float", "str"))
        complaint = first["msg"].removeprefix("Value error, ")
        shown = "" if isinstance(first["input"], dict) else f" (it is {first['input']!r})"
        raise Mistake(f"{where + ': ' if where else ''}{leaf}{shown}: {complaint}.") from error


def changed(change: str) -> Tree:
    """What a change such as `training.epochs=3` or `training={epochs=3}` sets, as nested tables."""
    path, sign, value = change.partition("=")
    if not sign or not path.strip():
        lacks = "key before its '='" if sign else "'='"
        raise Mistake(f"--set takes key=value, such as training.epochs=3; {change!r} has no {lacks}.")
    if path.strip() in ("name", "row"):
        raise Mistake(f"--set cannot change the {path.strip()} of a recipe; choose the model with --model.")
    try:
        leaf: Any = tomllib.loads(f"leaf = {value}")["leaf"]
    except tomllib.TOMLDecodeError:
        leaf = value
    for key in reversed(path.strip().split(".")):
        leaf = {key: leaf}
    return leaf


def leaves(tree: Mapping[str, Any], where: str = "") -> list[str]:
    """The names of all that nested tables set, such as `training.epochs`."""
    named = {f"{where}.{key}" if where else key: value for key, value in tree.items()}
    below = (leaves(value, name) if isinstance(value, Mapping) else [name] for name, value in named.items())
    return [leaf for found in below for leaf in found]


def to_toml(made: Recipe) -> str:
    """The complete recipe, as TOML."""
    return tomli_w.dumps(asdict(made))


def read_toml(file: Path) -> Tree:
    """The tables of a TOML file."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Mistake(f"{file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Mistake(f"{file} is not a TOML file: {error}.") from error


def overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> Tree:
    """Two trees as one; where both have a leaf, the one above counts. Another kind of model starts afresh."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            afresh = key == "model" and value.get("kind", old.get("kind")) != old.get("kind")
            merged[key] = dict(value) if afresh else overlaid(old, value)
        else:
            merged[key] = value
    return merged


def _no_strangers(kind: type, tree: Mapping[str, Any], where: str) -> None:
    hints = get_type_hints(kind)
    known = {f.name: hints[f.name] for f in fields(kind)}
    for name, value in tree.items():
        if name not in known:
            raise unknown(f"setting in {where or 'a recipe'}", name, known)
        if is_dataclass(known[name]):
            if not isinstance(value, Mapping):
                raise Mistake(f"{name} is a table of settings, such as {name}.{fields(known[name])[0].name}.")
            _no_strangers(known[name], value, name)
        elif isinstance(value, bool) and known[name] in (int, float):
            raise Mistake(f"{where}.{name} is {str(value).lower()}, and must be a number.")


def _recipes(task: str) -> list[Any]:
    folder = files("regard") / "recipes" / task
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted((file for file in found if file.name.endswith(".toml")), key=lambda file: file.name)


def _tree(file: Any) -> Tree:
    return tomllib.loads(file.read_text(encoding="utf-8"))
