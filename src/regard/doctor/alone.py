"""The process that imports a user's file and examines what it is told to; it writes the diagnosis as JSON."""

import importlib.util
import inspect
import json
import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn

from regard.doctor.examine import examine
from regard.errors import Mistake, unknown


def imported(file: Path) -> ModuleType:
    """A Python file as a module; its folder can be imported from, as when it is run, and so can its packages."""
    root = file.parent
    names = [file.stem]
    while (root / "__init__.py").is_file():
        names.insert(0, root.name)
        root = root.parent
    sys.path[:0] = [str(root), str(file.parent), str(Path.cwd())]
    name = ".".join(names) if len(names) > 1 else "the_examined_file"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Mistake(f"{file.name} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.modules.setdefault(file.stem, module)
    spec.loader.exec_module(module)
    return module


def built(source: ModuleType, name: str) -> nn.Module:
    """The module of this name: an instance, or what a class or a function gives when it is called with nothing."""
    if not hasattr(source, name):
        known = [key for key, value in vars(source).items() if inspect.isclass(value) and issubclass(value, nn.Module)]
        if not known:
            raise Mistake(f"there is nothing called {name!r} in the file, and no torch module at all.")
        raise unknown("module", name, known)
    thing: Any = getattr(source, name)
    if not isinstance(thing, nn.Module) and callable(thing):
        needed = _needed(thing)
        if needed:
            raise Mistake(
                f"{name} needs arguments ({', '.join(needed)}): write a function without any that returns one, as in "
                f"def mine(): return {name}(…), and name that."
            )
        thing = thing()
    if not isinstance(thing, nn.Module):
        raise Mistake(f"{name} is or gives {type(thing).__name__}, no torch module.")
    return thing


def _needed(thing: Any) -> list[str]:
    """The arguments without which a class or a function cannot be called."""
    try:
        every = inspect.signature(thing).parameters.values()
    except (TypeError, ValueError):
        return []
    return [p.name for p in every if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]


def given(source: ModuleType, module: nn.Module) -> Any:
    """The example of a file, a function or what it would return; none where all of it belongs to another module."""
    kept = getattr(source, "example", None)
    example = kept() if callable(kept) else kept
    if not isinstance(example, Mapping | tuple | list | Tensor):
        if callable(kept) and example is not None:
            raise Mistake(f"example() gives {type(example).__name__}: give a dict of tensors by argument name.")
        return None
    if not isinstance(example, Mapping) or _takes(module, example):
        return example
    others = [value for value in vars(source).values() if inspect.isclass(value) and issubclass(value, nn.Module)]
    if any(_takes(other, example) for other in others) or not any(
        isinstance(each, Tensor) for each in example.values()
    ):
        return None
    wanted = ", ".join(name for name in inspect.signature(module.forward).parameters)
    raise Mistake(f"the example names {', '.join(map(str, example))}, and forward takes {wanted}: name them alike.")


def _takes(module: nn.Module | type[nn.Module], example: Mapping[Any, Any]) -> bool:
    """Whether a module takes an argument of one of these names."""
    takes = inspect.signature(module.forward).parameters
    return any(p.kind is p.VAR_KEYWORD or name in map(str, example) for name, p in takes.items())


def limit(gigabytes: float) -> None:
    """Keep this process below so much memory, where the system can."""
    try:
        import resource
    except ImportError:
        return
    size = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def told(problem: BaseException, file: Path, gigabytes: float) -> str:
    """What went wrong in the user's file, with the line where it did."""
    if isinstance(problem, Mistake):
        return str(problem)
    lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == str(file)]
    line = problem.lineno if isinstance(problem, SyntaxError) else (lines[-1] if lines else None)
    where = f"{file.name}:{line}: " if line else ""
    if isinstance(problem, MemoryError) or "allocate memory" in str(problem):
        return f"{where}it needs more than {gigabytes:g} GB of memory: give a smaller model, or more --memory."
    if isinstance(problem, SystemExit):
        return f"{where}the file ends Python (sys.exit): keep that below if __name__ == '__main__'."
    return f"{where}{type(problem).__name__}: {problem}"


def main() -> None:
    """Examine what the arguments name: file, name, gigabytes, and where to write the answer."""
    file, name, gigabytes, answer = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), Path(sys.argv[4])
    sys.argv = [str(file)]
    me = os.getpid()
    limit(gigabytes)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    said: dict[str, Any]
    try:
        source = imported(file)
        module = built(source, name)
        diagnosis = examine(module, given(source, module))
        said = {language: diagnosis.summary(language) for language in ("en", "fr")}
    except BaseException as problem:
        said = {"mistake": told(problem, file, gigabytes)}
    if os.getpid() == me:
        answer.write_text(json.dumps(said), encoding="utf-8")
    os._exit(0)


if __name__ == "__main__":
    main()
