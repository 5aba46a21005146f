"""Somebody has a table of reviews: trains on it, measures, predicts, looks."""

import json
from pathlib import Path

import pytest

from .processes import Said, quick, shell
from .tables import COLUMNS, SMALL, write_reviews

MEASURED = {"n", "metric", "value", "interval", "slices"}
TEXT = "I did not like it. The acting is superb!"


def parsed(said: Said) -> dict:
    """The one JSON object on standard output of a command that went well."""
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith("\n")
    assert said.out.count("\n") == 1

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is not JSON")

    found = json.loads(said.out, parse_constant=refuse)
    assert isinstance(found, dict)
    return found


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A folder with a table and a run that was trained on it, by a plain shell command."""
    folder = tmp_path_factory.mktemp("own") / "here"
    folder.mkdir()
    write_reviews(folder / "reviews.csv")
    said = shell(
        "train", "reviews.csv", *COLUMNS, *SMALL, "--set", "training.epochs=4", "--out", "run", "--json", cwd=folder
    )
    found = parsed(said)
    assert found.keys() >= {"run", "model", "corpus", "seed", "seconds", "validation", "test"}
    assert (found["run"], found["model"], found["corpus"], found["seed"]) == ("run", "attention", "reviews.csv", 0)
    assert found["validation"].keys() >= MEASURED
    assert (found["test"]["n"], found["test"]["metric"]) == (24, "accuracy")
    return folder


def test_the_run_lies_on_disk(place):
    names = {file.name for file in (place / "run").iterdir()}
    assert names >= {"recipe.toml", "tokenizer.json", "model.safetensors", "metrics.jsonl", "manifest.json"}
    page = (place / "run" / "report.html").read_text(encoding="utf-8")
    assert "reviews.csv" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_a_person_reads_the_result(place):
    said = quick("train", "reviews.csv", *COLUMNS, *SMALL, "--set", "training.epochs=1", "--model", "mean", cwd=place)
    assert said.code == 0
    assert said.err.startswith("Notes on the data:\n  ")
    assert "run     runs/reviews-mean\n" in said.out
    assert 'regard explain runs/reviews-mean "I did not like it"' in said.out
    again = quick("train", "reviews.csv", *COLUMNS, *SMALL, "--set", "training.epochs=1", "--model", "mean", cwd=place)
    assert "runs/reviews-mean-2" in again.out


def test_evaluate(place):
    found = parsed(quick("evaluate", "run", "--json", cwd=place))
    assert found.keys() >= {"run", "corpus", "split", *MEASURED}
    assert (found["run"], found["corpus"], found["split"], found["n"]) == ("run", "reviews.csv", "test", 24)
    assert found["interval"][0] <= found["value"] <= found["interval"][1]
    assert parsed(quick("evaluate", "run", "--split", "train", "--json", cwd=place))["n"] == 192
    write_reviews(place / "new.csv", 30)
    found = parsed(quick("evaluate", "run", "new.csv", "--json", cwd=place))
    assert (found["corpus"], found["split"], found["n"]) == ("new.csv", "all", 30)
    said = quick("evaluate", "run", "new.csv", cwd=place)
    assert said.code == 0
    assert "on 30 texts of new.csv (all)" in said.out


def test_predict_from_arguments_a_file_and_standard_input(place):
    texts = ["I loved it.", "déjà vu", "I left early."]
    lines = "\n".join(texts).encode() + b"\n\n"
    (place / "texts.txt").write_bytes(lines)
    found = parsed(quick("predict", "run", *texts, "--json", cwd=place))
    assert found.keys() == {"predictions"}
    assert [one["text"] for one in found["predictions"]] == texts
    for one in found["predictions"]:
        assert one.keys() == {"text", "label", "probability", "probabilities"}
        assert one["probabilities"].keys() == {"1", "2"}
        assert one["probability"] == one["probabilities"][one["label"]]
    assert parsed(quick("predict", "run", "--file", "texts.txt", "--json", cwd=place)) == found
    assert parsed(quick("predict", "run", "--json", cwd=place, stdin=lines)) == found
    windows = b"\xef\xbb\xbf" + lines.replace(b"\n", b"\r\n")
    assert parsed(quick("predict", "run", "--json", cwd=place, stdin=windows)) == found
    plain = quick("predict", "run", *texts, cwd=place).out.splitlines()
    assert [line.split("\t")[2] for line in plain] == texts


def test_explain(place):
    found = parsed(quick("explain", "run", TEXT, "--json", cwd=place))
    assert found.keys() >= {"method", "target", "maps", "faithfulness"}
    assert found["method"] == "attention"
    (only,) = found["maps"]
    assert only.keys() == {"name", "rows", "columns", "weights"}
    assert only["columns"] == ["I", "did", "not", "like", "it", ".", "The", "acting", "is", "superb", "!"]
    assert [len(row) for row in only["weights"]] == [11]
    assert sum(only["weights"][0]) == pytest.approx(1)
    assert parsed(quick("explain", "run", "--json", cwd=place, stdin=TEXT.encode())) == found
    assert parsed(quick("explain", "run", TEXT, "--tokens", "--json", cwd=place))["maps"] == found["maps"]
    said = quick("explain", "run", TEXT, cwd=place)
    assert (said.code, said.err) == (0, "")
    assert "superb" in said.out


@pytest.mark.parametrize(
    ("suffix", "begins"),
    [
        ("svg", b"<?xml"),
        ("html", b"<!doctype html>"),
        ("png", b"\x89PNG"),
        ("pdf", b"%PDF"),
        ("csv", b"map,"),
        ("json", b"{"),
    ],
)
def test_explain_into_a_file(place, suffix, begins):
    name = f"looked.{suffix}"
    said = quick("explain", "run", TEXT, "--out", name, "--json", cwd=place)
    parsed(said)
    assert (place / name).read_bytes().lower().startswith(begins.lower())
    if suffix in ("svg", "html", "csv", "json"):
        assert "superb" in (place / name).read_text(encoding="utf-8")


def test_pieces_are_joined_to_words_unless_tokens_are_asked_for(place):
    pieces = ("--set", "text.tokens=pieces", "--set", "text.size=300", "--set", "training.epochs=1")
    said = quick("train", "reviews.csv", *COLUMNS, *SMALL, *pieces, "--out", "pieces", "--json", cwd=place)
    parsed(said)
    words = parsed(quick("explain", "pieces", TEXT, "--json", cwd=place))["maps"][0]["columns"]
    tokens = parsed(quick("explain", "pieces", TEXT, "--tokens", "--json", cwd=place))["maps"][0]["columns"]
    assert "acting" in words
    assert len(tokens) > len(words)


def test_a_lab_on_a_table(place):
    small = (*SMALL, "--set", "training.epochs=2", "--models", "mean,attention", "--seeds", "2", "--jobs", "1")
    said = quick("lab", "pooling", "--corpus", "reviews.csv", *small, "--out", "lab", "--json", cwd=place)
    found = parsed(said)
    assert found.keys() >= {"lab", "corpus", "report", "rows"}
    assert (found["lab"], found["corpus"], found["report"]) == ("pooling", "reviews.csv", "lab/report.html")
    row = {
        "row",
        "model",
        "seeds",
        "metric",
        "value",
        "interval",
        "parameters",
        "seconds",
        "tokens_per_second",
        "slices",
    }
    assert [one["model"] for one in found["rows"]] == ["mean", "attention"]
    assert all(one.keys() >= row for one in found["rows"])
    assert (place / "lab" / "report.html").is_file()
    french = quick("lab", "pooling", "--corpus", "reviews.csv", *small, "--out", "lab", "--lang", "fr", cwd=place)
    assert french.code == 0
    assert 'lang="fr"' in (place / "lab" / "report.html").read_text(encoding="utf-8")


def test_labs_are_listed(place):
    assert "pooling" in quick("lab", cwd=place).out
    assert parsed(quick("lab", "--json", cwd=place))["labs"][0].keys() == {"name", "shows"}


def test_data_commands_speak_json(place):
    assert {one["name"] for one in parsed(quick("data", "list", "--json", cwd=place))["corpora"]} >= {"imdb"}
    found = parsed(quick("data", "check", "reviews.csv", *COLUMNS, "--json", cwd=place))
    assert sum(found["counts"]["test"].values()) == 24
    assert len(parsed(quick("data", "show", "reviews.csv", *COLUMNS, "--rows", "3", "--json", cwd=place))["rows"]) == 3
