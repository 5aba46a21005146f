"""Somebody's own pairs: a language model learns to answer, then which answers are preferred, and is asked."""

import json
from pathlib import Path

import pytest

from .processes import quick

TINY = ("model.width=8", "model.layers=1", "model.heads=2", "model.longest=64", "text.size=300", "text.longest=64")
SHORT = ("training.batch=120", "training.epochs=1", "corpus.boundary=line")
SECOND = ("--set", "training.epochs=1", "--set", "training.batch=8")


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A folder with a language model, prompts with answers, and preferences."""
    folder = tmp_path_factory.mktemp("answers") / "here"
    folder.mkdir()
    (folder / "lines.txt").write_text("".join(f"Say {n} : {n} , please .\n" for n in range(60)), encoding="utf-8")
    rows = [{"prompt": f"Say {n} :", "chosen": f" {n} , please .", "rejected": f" {n} ."} for n in range(30)]
    for name, keys in (("pairs.jsonl", ("prompt", "answer")), ("choices.jsonl", ("prompt", "chosen", "rejected"))):
        kept = ({key: row.get(key, row["chosen"]) for key in keys} for row in rows)
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="utf-8")
    small = [word for setting in (*TINY, *SHORT) for word in ("--set", setting)]
    assert quick("train", "lines.txt", "--task", "language", *small, "--out", "texts", cwd=folder).code == 0
    return folder


def test_from_texts_to_answers_to_preferences(place):
    for task, file, start, out in (
        ("instruct", "pairs.jsonl", "texts", "answers"),
        ("prefer", "choices.jsonl", "answers", "chosen"),
    ):
        said = quick("train", file, "--task", task, "--from", start, *SECOND, "--out", out, cwd=place)
        assert said.code == 0, said.err
        assert f"regard generate {out}" in said.out
    told = json.loads(quick("evaluate", "answers", "--json", cwd=place).out)
    assert (told["metric"], told["words"]) == ("perplexity", "answers")
    assert 0 <= told["exact"] <= 1
    assert "right" not in told, "nobody knows"
    said = quick("evaluate", "answers", "choices.jsonl", cwd=place).out
    assert "words of answers, in choices.jsonl (test)" in said
    said = quick("evaluate", "chosen", "--split", "validation", cwd=place).out
    assert "the chosen answer is preferred in" in said
    assert "KL to the reference" in said
    told = json.loads(quick("generate", "chosen", "Say 3 :", "--longest", "5", "--json", cwd=place).out)
    assert told["outputs"][0]["prompt"] == "Say 3 :"


def test_a_second_stage_needs_a_first(place):
    said = quick("train", "pairs.jsonl", "--task", "instruct", cwd=place)
    assert said.code == 2
    assert "--task instruct needs --from, the run of a language model that answers prompts" in said.err
