"""The command line in processes of its own, as a user starts it.

`shell` is the plain way: a new interpreter each time. `Started` forks from a server that has torch imported already,
so that a story of many commands, or of many killed ones, takes seconds; all else is the same.
"""

import json
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_fork = multiprocessing.get_context("forkserver")
_fork.set_forkserver_preload(
    [
        "torch._dynamo",
        "regard.runs.labs.pooling",
        "regard.runs.labels.evaluation",
        "regard.views.page",
        "matplotlib.pyplot",
    ]
)
MAIN = "from regard.cli.main import main; main()"
PATIENCE = 120.0
"""Seconds after which a story that waits for something gives up."""


@dataclass(frozen=True)
class Said:
    """How a command ended."""

    code: int
    out: str
    err: str


def shell(*words: str, cwd: Path, stdin: bytes = b"") -> Said:
    """A command in a new interpreter."""
    done = subprocess.run([sys.executable, "-c", MAIN, *words], cwd=cwd, input=stdin, capture_output=True, check=False)
    return Said(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def quick(*words: str, cwd: Path, stdin: bytes = b"", largest: int | None = None) -> Said:
    """A command in a forked process; `largest` is the size in bytes of the largest file that it may write."""
    return Started(words, cwd, stdin, largest).end()


def said_json(*words: str, cwd: Path) -> dict[str, Any]:
    """The JSON that a command prints, which goes well and says nothing else."""
    said = quick(*words, "--json", cwd=cwd)
    assert (said.code, said.err) == (0, "")
    return json.loads(said.out)


class Started:
    """A command that runs."""

    def __init__(self, words: Sequence[str], cwd: Path, stdin: bytes = b"", largest: int | None = None) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=cwd.parent, prefix="said-"))
        (self.folder / "in").write_bytes(stdin)
        self.process = _fork.Process(target=_run, args=(list(words), cwd, self.folder, largest, dict(os.environ)))
        self.process.start()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def kill(self, number: int = signal.SIGKILL) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def press_ctrl_c(self) -> None:
        """What a terminal does: it tells the command and all processes that this has started."""
        os.killpg(self.pid, signal.SIGINT)

    def end(self) -> Said:
        """How it ends, once it does."""
        self.process.join(PATIENCE)
        code = self.process.exitcode
        assert code is not None, "the command does not end"
        return Said(code, self.read("out"), self.read("err"))

    def running(self) -> bool:
        return self.process.is_alive()

    def read(self, stream: str) -> str:
        return (self.folder / stream).read_text(encoding="utf-8")


def _run(words: list[str], cwd: Path, folder: Path, largest: int | None, environment: Mapping[str, str]) -> None:
    os.setsid()
    os.environ.update(environment)
    os.chdir(cwd)
    for number, name in enumerate(("in", "out", "err")):
        handle = os.open(folder / name, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(handle, number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if largest is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    sys.argv = ["regard", *words]
    from regard.cli.main import main

    main()


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def children(pid: int) -> list[int]:
    """The processes whose parent is this one; a list for systems with /proc."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"
