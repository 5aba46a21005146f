"""The pages of the course: their code runs and prints what they show, their commands exist, every row has its line."""

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from regard.cli.lab import listed
from regard.cli.main import app
from regard.runs.labs import LABS
from regard.runs.labs.request import lab_named
from regard.runs.recipe import recipe

ROOT = Path(__file__).parents[1]
COURSE = ROOT / "docs" / "course"
PAGES = sorted(COURSE.glob("*.md"))
TEXTS = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
ROWS = (
    *("P1", "P2", "P2h", "P2w", "P3", "P3v", "P4", "P5"),
    *("S1", "S2", "S2b", "S2d", "S3", "S3h", "S3l", "S3r", "S4"),
    *("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"),
    *("T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "T10", "T11", "T12"),
)
SHOWN = re.compile(r"^```python\n(.*?)^```\n(?:\n?```text\n(.*?)^```)?", re.MULTILINE | re.DOTALL)
"""Code, and what it prints where a text stands right behind it."""
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
TREE = r"`((?:src|docs|tests|bench)/[^`]+)`"


def commands() -> list[str]:
    """Every command in a block, and every one in a sentence that says more than a verb."""
    lines = [
        line
        for text in TEXTS.values()
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
        for line in block.splitlines()
    ]
    spans = [span for text in TEXTS.values() for span in re.findall(r"`(regard [^`]+)`", FENCED.sub("", text))]
    return sorted({*lines, *(span for span in spans if len(span.split()) > 2)})


def anchors(text: str) -> set[str]:
    """Where links into a page may lead: its headings, as GitHub names them."""
    titles = re.findall(r"^#+ (.+)$", FENCED.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_its_code_runs_and_prints_what_is_shown(page: Path, capsys: pytest.CaptureFixture[str]):
    text = TEXTS[page.name]
    names: dict[str, Any] = {"__name__": page.stem}
    blocks = list(SHOWN.finditer(text))
    assert len(blocks) == text.count("```python")
    for block in blocks:
        above = "\n" * text[: block.start(1)].count("\n")
        exec(compile(above + block[1], page, "exec"), names)
        assert capsys.readouterr().out == (block[2] or "")


@pytest.mark.parametrize("command", commands())
def test_every_command_can_be_given(command: str):
    words = shlex.split(command, comments=True)
    assert words[0] == "regard"
    group = typer.main.get_command(app)
    assert isinstance(group, typer.core.TyperGroup)
    name, verb, given = group.resolve_command(group.make_context("regard", [], resilient_parsing=True), words[1:])
    asked = verb.make_context(name, given).params
    if name == "lab":
        assert asked["name"] in LABS
        ladder = sys.modules[lab_named(asked["name"]).__module__].MODELS
        assert {*listed(asked["models"])} <= {*ladder}
    if name == "train" and not asked["start"]:
        task = asked["task"].value if asked["task"] else "classify"
        recipe(asked["model"], task=task, corpus=asked["corpus"], changes=asked["change"])


def test_every_row_has_its_line():
    lines = re.findall(
        r"^\| (\w+) \|.*?\| `regard .*?\| `src/.*?\| \[(\w+)\]\(\d-[a-z-]+\.md#", TEXTS["README.md"], re.MULTILINE
    )
    assert sorted(lines) == sorted((row, row) for row in ROWS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_paths_and_links_lead_somewhere(page: Path):
    text = FENCED.sub("", TEXTS[page.name])
    for path in re.findall(TREE, text):
        assert (ROOT / path).exists(), path
    for target in re.findall(r"\]\(([^):]+)\)", text):
        file, _, place = target.partition("#")
        led = (COURSE / file) if file else page
        assert led.exists(), target
        assert not place or place in anchors(led.read_text(encoding="utf-8")), target


Sheet = list[list[str]]
"""The cells of a table, its header first."""


def sheets(text: str) -> list[Sheet]:
    """The tables of a page."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    rows = [[line.replace("\\|", "∣").strip("|").split("|") for line in table.splitlines()] for table in found]
    return [[row for row in table if not set("".join(row)) <= set("- ")] for table in rows]


def named(cell: str) -> set[str]:
    """The models in a cell."""
    return set(re.findall(r"`([a-z-]+)`", cell))


def figures(text: str) -> list[str]:
    return re.findall(r"\d+\.\d+", text)


def of_models(text: str) -> set[tuple[str, str]]:
    """Every figure of the tables of a page, with each model of its row or of its column's header."""
    return {
        (model, figure)
        for header, *rows in sheets(text)
        for row in rows
        for place, cell in enumerate(row)
        for figure in figures(cell)
        for model in named("|".join(row[:2])) | named(header[place])
    }


def unknown_figures(tables: str, results: str) -> list[str]:
    """Which rows of the tables of a page have figures that the results do not have for the same model.

    Rows without a model, as those of the sweep, stand in the results with all their figures in the same order.
    """
    known = of_models(results)
    lines = [figures(line) for line in results.splitlines()]
    wrong = [f"{model} {figure}" for model, figure in sorted(of_models(tables) - known)]
    for header, *rows in sheets(tables):
        nameless = [figures("|".join(row)) for row in (header, *rows) if not named("|".join((*header, *row)))]
        wrong += [" ".join(found) for found in nameless if found and found not in lines]
    return wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_figures_are_those_of_the_results(page: Path):
    """A page measures nothing: what its tables say is published with its command, for the same model."""
    shown = FENCED.sub("", TEXTS[page.name]).partition("## The chapter's table")[2].partition("## Exercises")[0]
    results = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    assert unknown_figures(shown, results) == []
    assert {*figures(shown)} <= {*figures(results)}


def test_a_figure_of_another_model_is_noticed():
    results = "| row | model | accuracy |\n|---|---|---|\n| P1 | `mean` | 88.7 % |\n| P2 | `attention` | 89.5 % |\n"
    results += "\n| layers | `self` |\n|---|---|\n| 1 | 79.8 % |\n\n| λ | 0.1 | 0.3 |\n|---|---|---|\n"
    assert unknown_figures("| row | model | 1 layer |\n|---|---|---|\n| S1 | `self` | 79.8 % |\n", results) == []
    assert unknown_figures("| model | accuracy |\n|---|---|\n| `mean` | 89.5 % |\n", results) == ["mean 89.5"]
    assert unknown_figures("| λ | 0.3 | 0.1 |\n|---|---|---|\n", results) == ["0.3 0.1"]
