"""`regard audit` as a person calls it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from regard.cli.main import app
from regard.errors import Mistake
from regard.runs.recipe import recipe, with_corpus
from regard.runs.run import open_run
from regard.runs.training import train


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    """A run on a small table of reviews."""
    folder = tmp_path_factory.mktemp("audit")
    rows = "".join(f"the film number {n} is {'superb' if n % 2 else 'dull'},{n % 2}\n" for n in range(80))
    table = folder / "reviews.csv"
    table.write_text("text,label\n" + rows, encoding="utf-8")
    changes = ["training.epochs=3", "training.least_steps=0", "text.least=1", "vectors.width=8"]
    changes += ["training.learning_rate=0.05", "corpus.text=text", "corpus.label=label"]
    for _ in train(with_corpus(recipe("attention", changes=changes), str(table)), folder / "run"):
        pass
    return folder / "run"


def told(*words: str, ok: bool = True):
    result = CliRunner().invoke(app, ["audit", *words])
    if ok and result.exception:
        raise result.exception
    return result


def test_json_is_one_object_with_what_help_promises(run, tmp_path):
    page = tmp_path / "report.html"
    result = told(str(run), "--texts", "4", "--methods", "attention,leave-one-out,random", "--out", str(page), "--json")
    found = json.loads(result.stdout)
    assert [one["method"] for one in found["methods"]] == ["attention", "leave-one-out", "random"]
    helped = told("--help").stdout.replace("\n", " ")
    for key in ("methods", "needed", "accuracy", "drops", "sentences", "standing", "report", "adversarial", "uniform"):
        assert key in found
        assert f'"{key}"' in helped
    assert found["report"] == str(page)
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_person_reads_sentences_tables_and_what_they_are_worth(run):
    said = told(str(run), "--texts", "4", "--methods", "attention,random", "--lang", "fr").stdout
    assert "tirés parmi" in said
    assert "Exhaustivité" in said
    assert "Folklore" in said
    assert "`" not in said


def test_what_a_model_does_not_allow_is_said_too(run):
    assert "rollout was not tried: this model has no layers" in told(
        str(run), "--texts", "4", "--methods", "rollout,random"
    ).stdout.replace("\n", " ")


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (["--methods", "atention"], "did you mean 'attention'"),
        (["--heads", "--methods", "attention"], "--heads audits heads only; leave out --methods"),
        (["--out", "no/such/folder/report.html"], "there is no folder no/such/folder"),
        (["--out", "report.pdf"], r"ends in \.html"),
        (["--also", "nowhere"], "nowhere"),
        (["--device", "cuda:99"], "does not offer"),
    ],
)
def test_wrong_use_is_named(run, words, mistake):
    with pytest.raises(Mistake, match=mistake):
        told(str(run), "--texts", "4", *words)


def test_of_a_run_that_says_words_it_is_said_what_is_audited(run, monkeypatch):
    opened = open_run(run)
    said = replace(opened, recipe=replace(opened.recipe, task=replace(opened.recipe.task, kind="translate")))
    monkeypatch.setattr("regard.runs.run.open_run", lambda folder: said)
    with pytest.raises(Mistake, match="is not a classifier, so only its heads are audited; leave out --methods"):
        told(str(run), "--methods", "attention")


def test_a_run_that_gives_no_labels_is_refused(tmp_path):
    with pytest.raises(Mistake):
        told(str(tmp_path))
