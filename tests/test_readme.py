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
    shown = re.findall(r"^ *([a-z]+/|[a-z]+\.py) ", drawn, re.MULTILINE)
    package = folders("src/regard") | {path.name for path in (ROOT / "src/regard").glob("[!_]*.py")}
    assert sorted(shown) == sorted(package | folders("src/regard/data") | {"bench/", "tests/", "docs/"})


def folders(place: str) -> set[str]:
    return {f"{path.name}/" for path in (ROOT / place).iterdir() if path.is_dir()} - {"__pycache__/"}


def test_every_model_that_is_listed_exists():
    table = README.split("## The models")[1].split("From a pretrained language model")[0]
    parts = re.split(r"^Translation|^Language", table, flags=re.MULTILINE)
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


def test_what_the_doctor_says_is_what_it_says():
    """The report under the command is the beginning of the real one."""
    command, shown = re.findall(r"```sh\n(regard doctor .*?) *#.*?```text\n(.*?)\n…\n```", README, re.DOTALL)[0]
    _, doctor, target = shlex.split(command)
    said = subprocess.run(
        [sys.executable, "-m", "regard", doctor, target], cwd=ROOT, capture_output=True, text=True, timeout=250
    )
    assert said.returncode == 1
    assert said.stdout.startswith(shown)


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target
