"""The README says what is there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from regard.runs.recipe import names

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [line.split("#")[0].strip() for line in README.split("\n") if line.startswith("regard ")]


def test_the_tree_is_the_tree():
    drawn = README.split("## The tree")[1].split("```")[1]
    shown = set(re.findall(r"^ *([a-z]+)/ ", drawn, re.MULTILINE)) - {"src"}
    package = {path.name for path in (ROOT / "src/regard").glob("*/") if path.is_dir()} - {"__pycache__"}
    inner = {path.name for path in (ROOT / "src/regard/data").glob("*/") if path.is_dir()} - {"__pycache__"}
    assert shown == package | inner | {"bench", "tests", "docs"}


def test_every_model_that_is_listed_exists():
    table = README.split("## The models")[1].split("And what starts from")[0]
    parts = re.split(r"And to translate|And language", table)
    for part, task in zip(parts, ("classify", "translate", "language"), strict=True):
        listed = set(re.findall(r"`([a-z-]+)`", part.partition("|")[2]))
        assert listed == set(names(task))


def test_the_commands_of_make_exist():
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {"demo", "test", "check", "bench"} <= set(targets)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_that_is_shown_exists(command: str):
    words = shlex.split(command)
    verb = words[1 : 3 if words[1] == "data" else 2]
    helped = subprocess.run(
        [sys.executable, "-c", "from regard.cli.main import main; main()", *verb, "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for option in (word for word in words if word.startswith("--")):
        assert option in helped


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
