"""`regard compare`, as it is typed."""

import json
import sys
from pathlib import Path

import pytest

from regard.cli.main import main
from runs import small

TEXT = "I did not like this film"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    small.trained(folder / "attention")
    small.trained(folder / "mean", "mean")
    return folder


@pytest.fixture
def typed(folder, monkeypatch, capsys):
    """The exit code of a command in the folder of runs, and what it says."""

    def run(*words: str) -> tuple[int, str, str]:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("COLUMNS", "120")
        monkeypatch.setattr(sys, "argv", ["regard", "compare", *words])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return run


def test_a_text_through_runs(typed):
    code, said, _ = typed("attention", "mean", TEXT)
    assert code == 0
    assert "The words by disagreement" in said
    assert "does not say which of them is right" in said
    code, said, _ = typed("attention", "mean", TEXT, "--lang", "fr")
    assert "Les mots par désaccord" in said


def test_json_is_one_object(typed):
    _, said, _ = typed("attention", "mean", TEXT, "--json", "--method", "leave-one-out")
    found = json.loads(said)
    assert [one["run"] for one in found["answers"]] == ["attention", "mean"]
    assert found["signed"]
    assert sorted(word["word"] for word in found["words"]) == sorted(TEXT.split())
    aparts = [word["apart"] for word in found["words"]]
    assert aparts == sorted(aparts, reverse=True)


def test_a_test_set(typed):
    code, said, _ = typed("attention", "mean")
    assert code == 0
    assert "24 texts of probe-reviews" in said
    assert "McNemar" in said
    code, said, _ = typed("attention", "mean", "--json")
    assert json.loads(said)["metric"] == "accuracy"


@pytest.mark.parametrize("kind", ["svg", "csv", "json"])
@pytest.mark.parametrize("text", [[], [TEXT]])
def test_files(typed, tmp_path, kind, text):
    file = tmp_path / f"compared.{kind}"
    assert typed("attention", "mean", *text, "--out", str(file))[0] == 0
    assert ("runs" if kind == "svg" else "mean") in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("attention",), "2 runs at least"),
        (("attention", "mean", "a", "b"), "in quotation marks"),
        (("attention", "runs/none"), "there is no run folder runs/none"),
        (("attention", "mean", "--target", "positive"), "need a text"),
        (("attention", "mean", TEXT, "--corpus", "imdb"), "cannot be used with a text"),
        (("attention", "mean", TEXT, "--target", "good"), "positive"),
        (("attention", "mean", "--out", "x.html"), "end it with one of"),
        (("attention", "mean", " "), "the text is empty"),
        (("attention", "mean", ""), "the text is empty"),
        (("attention", "attention"), "named twice"),
    ],
)
def test_what_is_wrong_is_one_sentence(typed, words, said):
    code, out, err = typed(*words)
    assert (code, out) == (2, "")
    assert said in err
