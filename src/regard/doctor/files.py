"""`file.py:name`, examined in a process of its own.

This executes the file: whatever it does when it is imported, it does. The process has a limit of time and, where the
system knows such limits, of memory; it is no wall against a file that means harm.
"""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from regard.doctor.diagnosis import Diagnosis, diagnosis_of
from regard.errors import Mistake

SECONDS = 120
GIGABYTES = 8
LAST = 2_000
"""So many characters of what a process that failed said last are looked at."""


def examine_file(target: str, *, seconds: float = SECONDS, gigabytes: float = GIGABYTES) -> Diagnosis:
    """What is wrong with the module `name` of `file.py:name` or `package.module:name`. Executes that file.

    The name is a class that can be built without arguments, a module, or a function that returns one. Where the file
    has a function `example`, this gives the inputs by argument name.
    """
    file, _, name = target.rpartition(":")
    if not file or not name.isidentifier():
        raise Mistake(f"{target!r} names no module: write file.py:Name.")
    answer = _asked(target, _file(file), name, seconds, gigabytes)
    if "mistake" in answer:
        raise Mistake(f"{target}: {answer['mistake']}")
    return diagnosis_of(*({**answer[language], "target": target} for language in ("en", "fr")))


def _file(file: str) -> Path:
    """The file that a path or the name of a Python module means."""
    if Path(file).is_file():
        return Path(file).resolve()
    if Path(file).is_dir():
        raise Mistake(f"{file} is a folder: name the file in it, as in {file}/model.py:Name.")
    if file.endswith(".py") or "/" in file or not all(word.isidentifier() for word in file.split(".")):
        raise Mistake(f"there is no file {file}.")
    try:
        sys.path.insert(0, str(Path.cwd()))
        spec = importlib.util.find_spec(file)
    except (ImportError, ValueError):
        spec = None
    finally:
        del sys.path[0]
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise Mistake(f"there is neither a file nor a Python module {file}.")
    return Path(spec.origin)


def _asked(target: str, file: Path, name: str, seconds: float, gigabytes: float) -> dict[str, Any]:
    """What the process says, which is ended with all that it started when its time is over."""
    with tempfile.TemporaryDirectory() as folder:
        answer, said = Path(folder) / "answer.json", Path(folder) / "said.txt"
        command = [sys.executable, "-m", "regard.doctor.alone", str(file), name, str(gigabytes), str(answer)]
        with said.open("wb") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True
            )
            try:
                code = process.wait(seconds)
            except subprocess.TimeoutExpired:
                raise Mistake(
                    f"{target} took longer than {seconds:g} seconds: give a smaller model, or more --seconds."
                ) from None
            finally:
                _end(process)
        if answer.is_file():
            return json.loads(answer.read_text(encoding="utf-8"))
        raise Mistake(f"{target} could not be examined: {_last(said, code, gigabytes)}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and those that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (AttributeError, OSError):
        process.kill()
    process.wait()


def _last(said: Path, code: int, gigabytes: float) -> str:
    """Why a process ended without an answer."""
    last = (said.read_text(encoding="utf-8", errors="replace")[-LAST:].strip().splitlines() or [""])[-1]
    if code < 0:
        return f"it was ended by signal {-code}, as happens above the {gigabytes:g} GB of --memory. {last}".rstrip()
    return f"it ended with code {code} before it answered, as os._exit does. {last}".rstrip()
