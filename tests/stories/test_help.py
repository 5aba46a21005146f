"""Help teaches, at once, without torch."""

import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from regard.cli import data
from regard.cli.main import app

FAST = 0.5
"""Seconds of processor time, of the user and of the system together."""
WATCHED = """
import sys
from regard.cli.main import main
try:
    main()
finally:
    assert not {"torch", "numpy", "matplotlib", "tokenizers"} & set(sys.modules), "help imported a heavy module"
"""
CALLED = {
    **{(command.name,): command.callback for command in app.registered_commands},
    **{("data", command.name): command.callback for command in data.app.registered_commands},
}
"""What each command calls, by the words that name it."""
COMMANDS = [(), ("data",), *CALLED]
PYTHON = re.compile(r"<(str|list\[|Path|path|int|float)")
"""How typer names the types of arguments and options, which mean nothing to who types them."""


def timed(*words: str, columns: int = 120) -> tuple[int, float, str]:
    """The exit status of a command, its processor time, and what it printed."""
    before = os.times()
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, *words],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": str(columns)},
    )
    after = os.times()
    used = after.children_user - before.children_user + after.children_system - before.children_system
    assert done.stderr == ""
    return done.returncode, used, done.stdout


def test_there_are_verbs():
    assert {words[0] for words in CALLED} >= {"lab", "train", "evaluate", "predict", "explain", "data"}
    assert {words[1] for words in CALLED if words[0] == "data"} == {"list", "fetch", "check", "show"}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_answers_at_once(words):
    tries = [timed(*words, "--help") for _ in range(3)][: 1 if not words else 3]
    assert {code for code, _, _ in tries} == {0}
    assert min(used for _, used, _ in tries) < FAST
    text = tries[0][2]
    assert f"regard {' '.join(words)}".strip() in text.replace("-c", "regard")


@pytest.mark.parametrize("words", CALLED, ids=" ".join)
def test_help_teaches_with_examples_that_can_be_copied(words):
    """However narrow the terminal is, none is broken over two lines."""
    shown = timed(*words, "--help", columns=60)[2].splitlines()
    typed = [line for line in inspect.getdoc(CALLED[words]).splitlines() if line.startswith("regard ")]
    assert typed
    assert typed[0].startswith(f"regard {' '.join(words)}")
    assert all(f"    {line}" in shown for line in typed)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_shows_no_types_of_python(words):
    shown = timed(*words, "--help")[2]
    assert not [line for line in shown.splitlines() if PYTHON.search(line)]


def test_help_says_what_each_argument_is():
    assert re.search(r"^  CORPUS  A name of", timed("train", "--help")[2], re.MULTILINE)
    assert re.search(r"^  RUN RUN… \[TEXT\]  Folders of runs", timed("compare", "--help")[2], re.MULTILINE)
    assert "--teacher RUN " in timed("train", "--help")[2]


def test_a_missing_verb_shows_help():
    code, _, text = timed()
    assert code == 0
    assert "lab pooling" in text


def test_the_installed_command_answers(tmp_path):
    script = Path(sys.executable).parent / "regard"
    if not script.exists():
        pytest.skip("the package is not installed here, so that there is no script")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("regard 0.")
