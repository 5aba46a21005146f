"""The process that imports a user's file and examines what it is told to; it prints the diagnosis as JSON."""

import importlib.util
import inspect
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import torch
from torch import nn

from regard.doctor.examine import examine
from regard.doctor.files import MARK
from regard.errors import Mistake, unknown


def imported(file: Path) -> ModuleType:
    """A Python file as a module; its folder can be imported from, as when it is run."""
    sys.path.insert(0, str(file.parent))
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if spec is None or spec.loader is None:
        raise Mistake(f"{file.name} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def built(source: ModuleType, name: str) -> nn.Module:
    """The module of this name: an instance, or what a class or a function gives when it is called with nothing."""
    if not hasattr(source, name):
        known = [key for key, value in vars(source).items() if inspect.isclass(value) and issubclass(value, nn.Module)]
        raise unknown("module", name, known)
    thing: Any = getattr(source, name)
    if not isinstance(thing, nn.Module) and callable(thing):
        try:
            thing = thing()
        except TypeError as problem:
            raise Mistake(
                f"{name} cannot be built without arguments ({problem}): name a function that builds it."
            ) from None
    if not isinstance(thing, nn.Module):
        raise Mistake(f"{name} is {type(thing).__name__}, no torch module.")
    return thing


def limit(gigabytes: float) -> None:
    """Keep this process below so much memory, where the system can."""
    try:
        import resource
    except ImportError:
        return
    size = int(gigabytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main() -> None:
    """Examine what the arguments name: file, name, gigabytes."""
    file, name, gigabytes = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    limit(gigabytes)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    try:
        source = imported(file)
        example = getattr(source, "example", None)
        answer = examine(built(source, name), example() if callable(example) else None).summary()
    except Mistake as mistake:
        answer = {"mistake": str(mistake)}
    except Exception as problem:
        answer = {"mistake": f"{type(problem).__name__}: {problem}"}
    sys.stdout.write(f"\n{MARK}{json.dumps(answer)}\n")


if __name__ == "__main__":
    main()
