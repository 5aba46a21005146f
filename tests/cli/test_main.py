"""How a command ends: what it says, and with which code."""

import errno
import os
import subprocess
import sys

import pytest

from regard.cli.main import main
from regard.errors import Mistake
from regard.runs import run


def ended(monkeypatch, *words: str) -> int:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["regard", *words])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code or 0


def failing(error: BaseException):
    def open_run(folder):
        raise error

    return open_run


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (Mistake("the thing is wrong; put it right."), 2, "the thing is wrong; put it right."),
        (Mistake("a file\nwith two lines in its name."), 2, "a file with two lines in its name."),
        (
            OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "run/recipe.toml"),
            2,
            "run/recipe.toml: No space left on device; free some space, or choose another place.",
        ),
        (OSError(errno.EACCES, os.strerror(errno.EACCES), "run"), 2, "run: Permission denied."),
        (OSError("something else"), 2, "something else."),
        (RuntimeError("shapes\ndo not match"), 1, "RuntimeError: shapes do not match. (--debug shows where.)"),
        (ZeroDivisionError(), 1, "ZeroDivisionError: no further details. (--debug shows where.)"),
    ],
)
def test_a_failure_is_one_sentence(monkeypatch, capsys, error, code, said):
    monkeypatch.setattr(run, "open_run", failing(error))
    assert ended(monkeypatch, "predict", "run", "text") == code
    assert capsys.readouterr() == ("", f"regard: {said}\n")


@pytest.mark.parametrize("error", [Mistake("wrong."), OSError(errno.ENOSPC, "full"), RuntimeError("broken")])
def test_debug_shows_where(monkeypatch, error):
    monkeypatch.setattr(run, "open_run", failing(error))
    monkeypatch.setattr(sys, "argv", ["regard", "predict", "--debug", "run", "text"])
    with pytest.raises(type(error)):
        main()


def test_an_interrupt_is_told_by_its_code(monkeypatch, capsys):
    monkeypatch.setattr(run, "open_run", failing(KeyboardInterrupt()))
    assert ended(monkeypatch, "predict", "run", "text") == 130
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["predict"], "RUN"),
        (["train", "x.csv", "--sed", "3"], "--sed"),
        (["train", "x.csv", "--seed", "-1"], "--seed"),
        (["train", "x.csv", "--task", "dance"], "--task"),
        (["lab", "pooling", "--jobs", "many"], "--jobs"),
        (["explain", "run", "text", "--method", "lime"], "'--method': 'lime' is not one of 'attention'"),
        (["nonsense"], "nonsense"),
        (["trian"], "Did you mean 'train'? (--help"),
    ],
)
def test_wrong_use_is_one_sentence(monkeypatch, capsys, words, said):
    assert ended(monkeypatch, *words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("regard: ")
    assert err.count("\n") == 1
    assert said in err
    assert "--help" in err


def test_the_package_can_be_run():
    command = [sys.executable, "-m", "regard", "--version"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout.startswith("regard 0.")


def test_the_version_is_printed(monkeypatch, capsys):
    assert ended(monkeypatch, "--version") == 0
    assert capsys.readouterr().out.startswith("regard 0.")
