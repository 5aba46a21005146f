"""`regard data` tells of every kind of corpus."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from regard.cli.data import app

PREFERENCES = [{"prompt": f"Say {n}:", "chosen": f" {n}, please", "rejected": f" {n}"} for n in range(20)]


def told(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def novel(tmp_path: Path) -> str:
    file = tmp_path / "novel.txt"
    file.write_text("".join(f"Line {n}.\n" for n in range(100, 200)), encoding="utf-8")
    return str(file)


def test_documents_are_shown_and_counted(novel):
    assert told("show", novel).startswith("[document] Line 100.\nLine 101.")
    assert json.loads(told("show", novel, "--json"))["rows"][0]["text"].startswith("Line 100.")
    assert "(documents 1; 0 repeated)" in told("check", novel)
    assert json.loads(told("check", novel, "--json"))["counts"]["test"] == {"documents": 1}


def test_preferences_are_shown_with_both_answers(tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in PREFERENCES), encoding="utf-8")
    first, chosen, rejected = told("show", str(file), "--rows", "1").splitlines()[:3]
    assert first.startswith("[preference] Say ")
    assert chosen == f"{rejected}, please"
    row = json.loads(told("show", str(file), "--rows", "1", "--json"))["rows"][0]
    assert row["chosen"] == f"{row['rejected']}, please"


def test_pairs_are_shown_on_two_lines(tmp_path):
    file = tmp_path / "a.tsv"
    file.write_text("en\tfr\n" + "".join(f"one {n}\tun {n}\n" for n in range(20)), encoding="utf-8")
    first, second, *_ = told("show", str(file), "--rows", "1", "--source", "en", "--target", "fr").splitlines()
    assert first.startswith("[en → fr] one ")
    assert second == first.removeprefix("[en → fr] ").replace("one", "un")


def test_the_list_stands_in_columns():
    rows = [line for line in told("list").splitlines() if line.startswith("probe-")]
    assert {row[:19].strip() for row in rows} == {
        "probe-reviews",
        "probe-phrases",
        "probe-preferences",
        "probe-shortcuts",
    }
