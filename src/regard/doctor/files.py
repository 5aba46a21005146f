"""`file.py:name`, examined in a process of its own.

This executes the file: whatever it does when it is imported, it does. The process has a limit of time and, where the
system knows such limits, of memory; it is no wall against a file that means harm.
"""

import json
import subprocess
import sys
from pathlib import Path

from regard.doctor.diagnosis import Diagnosis, diagnosis_of
from regard.errors import Mistake

SECONDS = 120
GIGABYTES = 8
MARK = "regard doctor says "
"""What begins the line of the answer: the file may print lines of its own."""


def examine_file(target: str, *, seconds: float = SECONDS, gigabytes: float = GIGABYTES) -> Diagnosis:
    """What is wrong with the module `name` of `file.py:name`. Executes the file.

    The name is a class that can be built without arguments, a module, or a function that returns one. Where the file
    has a function `example`, this gives the inputs by argument name.
    """
    file, _, name = target.rpartition(":")
    if not file or not name.isidentifier():
        raise Mistake(f"{target!r} names no module: write file.py:Name.")
    if not Path(file).is_file():
        raise Mistake(f"there is no file {file}.")
    command = [sys.executable, "-m", "regard.doctor.alone", str(Path(file).resolve()), name, str(gigabytes)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        raise Mistake(f"{target} took longer than {seconds:g} seconds: give a smaller model or example().") from None
    answers = [line for line in done.stdout.splitlines() if line.startswith(MARK)]
    if not answers:
        last = (done.stderr.strip().splitlines() or [f"it ended with code {done.returncode}"])[-1]
        raise Mistake(f"{target} could not be examined within {gigabytes:g} GB: {last}")
    answer = json.loads(answers[-1].removeprefix(MARK))
    if "mistake" in answer:
        raise Mistake(f"{target}: {answer['mistake']}")
    return diagnosis_of({**answer, "target": target})
