"""Help teaches, at once, without torch."""

import inspect
import os
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
VERBS = [command.name or "" for command in app.registered_commands]
COMMANDS = [
    (),
    *((verb,) for verb in VERBS),
    ("data",),
    *(("data", c.name or c.callback.__name__) for c in data.app.registered_commands),
]


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
    assert set(VERBS) >= {"lab", "train", "evaluate", "predict", "explain"}
    assert len(COMMANDS) >= 11


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_answers_at_once(words):
    tries = [timed(*words, "--help") for _ in range(3)][: 1 if not words else 3]
    assert {code for code, _, _ in tries} == {0}
    assert min(used for _, used, _ in tries) < FAST
    text = tries[0][2]
    assert f"regard {' '.join(words)}".strip() in text.replace("-c", "regard")


@pytest.mark.parametrize("verb", VERBS)
def test_help_teaches_with_examples(verb):
    assert timed(verb, "--help")[2].count(f"regard {verb}") >= 2


@pytest.mark.parametrize("command", app.registered_commands, ids=lambda command: command.name)
def test_examples_can_be_copied(command):
    """However narrow the terminal is, none is broken over two lines."""
    shown = timed(command.name, "--help", columns=60)[2].splitlines()
    typed = [line for line in inspect.getdoc(command.callback).splitlines() if line.startswith("regard ")]
    assert typed
    assert all(f"    {line}" in shown for line in typed)


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
