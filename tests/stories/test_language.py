"""Somebody's own text: a small model learns it, is killed, goes on, is measured, asked and looked at."""

import json
from pathlib import Path

import pytest

from .processes import Said, Started, quick, said_json, wait_for
from .tables import weights

TINY = ("model.width=8", "model.layers=1", "model.heads=2", "text.size=300", "text.longest=32")
SHORT = ("training.batch=120", "training.epochs=6", "training.patience=0", "corpus.boundary=line")
SMALL = [word for setting in (*TINY, *SHORT) for word in ("--set", setting)]
TRAIN = ("train", "lines.txt", "--task", "language", *SMALL)
ANIMALS = ("cat", "dog", "hen", "fox", "owl", "chèvre")


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A folder with a few lines, and runs that learned from them."""
    folder = tmp_path_factory.mktemp("language") / "here"
    folder.mkdir()
    lines = [f"The {a} saw the {b} . It was glad .\n" for a in ANIMALS for b in ANIMALS if a != b]
    (folder / "lines.txt").write_text("".join(lines), encoding="utf-8")
    assert quick(*TRAIN, "--out", "run", cwd=folder).code == 0
    assert quick(*TRAIN, "--model", "bert", "--out", "blanks", cwd=folder).code == 0
    return folder


def test_killed_and_gone_on_with(place):
    started = Started([*TRAIN, "--out", "killed"], place)
    wait_for(lambda: (place / "killed" / "state").is_dir())
    started.kill()
    started.end()
    assert not (place / "killed" / "manifest.json").exists(), "it was killed on its way"
    said = quick("train", "--resume", "--out", "killed", cwd=place)
    assert said.code == 0
    assert said.err.startswith("Notes on the data:\n  ")
    assert weights(place / "killed") == weights(place / "run")
    assert "Perplexity" in said.out
    assert "regard generate killed" in said.out


def test_reported(place):
    for run, name in (("run", "GPT-2"), ("blanks", "BERT")):
        page = (place / run / "report.html").read_text(encoding="utf-8")
        assert page.count("<svg") >= 2
        assert name in page
        (row,) = json.loads((place / run / "results.json").read_text(encoding="utf-8"))["rows"]
        assert row["metric"] == "perplexity"
        assert row["value"] > 1
        assert {"loss", "word_accuracy"} <= set(row["measures"])


def test_it_goes_on_with_a_text(place):
    how = ("--temperature", "0.9", "--top-k", "40", "--top-p", "0.9", "--repetition", "1.1", "--longest", "12")
    first, again, other = (
        said_json("generate", "run", "The cat", *how, "--seed", seed, cwd=place)["outputs"][0] for seed in "112"
    )
    assert set(first) == {"prompt", "text", "score", "hypotheses"}
    assert first == again != other
    streamed = quick("generate", "run", "The cat", *how, "--seed", "1", cwd=place)
    assert (streamed.code, streamed.err) == (0, "")
    assert streamed.out == f"The cat{first['text']}\n"


def test_a_beam_and_a_stop(place):
    (one,) = said_json("generate", "run", "The", "--beam", "3", "--n-best", "2", "--longest", "9", cwd=place)["outputs"]
    assert len(one["hypotheses"]) == 2
    stopped = quick("generate", "run", "The cat", "--temperature", "0", "--stop", "a", "--stop", " ", cwd=place)
    assert stopped.code == 0
    assert not set(stopped.out.removeprefix("The cat")) & set("a ")


def test_blanks_are_filled_in(place):
    (one,) = said_json("generate", "blanks", "The [MASK] saw the dog .", cwd=place)["outputs"]
    ((best, *_),) = one["blanks"]
    assert 0 < best["probability"] <= 1
    assert one["text"].endswith("saw the dog .")
    said = quick("generate", "blanks", "The [MASK] saw the dog .", "--n-best", "3", cwd=place)
    assert said.out.count("%") == 3


def test_measured(place):
    found = said_json("evaluate", "run", cwd=place)
    assert (found["corpus"], found["split"], found["metric"]) == ("lines.txt", "test", "perplexity")
    low, high = found["interval"]
    assert low <= found["value"] <= high
    masked = said_json("evaluate", "blanks", "--split", "train", cwd=place)
    assert (masked["words"], masked["metric"]) == ("masked", "perplexity")
    assert {"word_accuracy", "pair_accuracy"} <= set(masked)
    assert "perplexity" in quick("evaluate", "run", "lines.txt", cwd=place).out


def test_looked_at(place):
    shown = said_json("explain", "run", "The cat saw", cwd=place)
    assert shown["maps"][0]["columns"] == ["[BEGIN]", "The", "cat", "saw"]
    assert "[MASK]" in said_json("explain", "blanks", "The [MASK] saw", cwd=place)["maps"][0]["columns"]


def test_a_published_folder_is_imported_once(place):
    assert quick("export", "run", "--to", "huggingface", "--out", "hub", cwd=place).code == 0
    train = ("train", "lines.txt", "--task", "language", "--from", "hub", "--set", "training.epochs=1", *SMALL[-2:])
    refused(quick(*train, "--set", "training.nonsense=3", "--out", "typo", cwd=place), "nonsense")
    assert not (place / "runs").exists(), "what is mistyped leaves nothing"
    lies = f"regard: hub is a published model; it was imported as the run {(place / 'runs' / 'hub').resolve()}.\n"
    for out in ("first", "second"):
        said = quick(*train, "--out", out, cwd=place)
        assert said.code == 0
        assert lies in said.err
    said = quick(*train, "--resume", "--out", "first", cwd=place)
    assert (said.code, lies in said.err) == (0, True)
    assert [run.name for run in (place / "runs").iterdir()] == ["hub"]
    assert weights(place / "first") == weights(place / "second")


def refused(said: Said, *parts: str) -> None:
    assert said.code == 2, said
    assert (said.out, said.err.count("\n")) == ("", 1)
    for part in parts:
        assert part in said.err, said.err


CASES = {
    "labels of a language model": ("predict run x", "use `regard generate run`"),
    "nothing to fill in": ("generate blanks nothing", "has no [MASK] to fill in"),
    "a beam by chance": ("generate run x --beam 2 --temperature 1", "--beam does not sample"),
    "more than a beam has": ("generate run x --n-best 3", "--n-best 3 is more than the beam width 1"),
    "blanks by chance": ("generate blanks [MASK] --temperature 0 --stop x", "leave out --temperature and --stop"),
    "a stop of nothing": ("generate run x --stop=", "--stop is empty"),
    "a seed beyond numbers": ("generate run x --seed 99999999999999999999", "--seed"),
    "too long": ("generate run x --longest 5000", "this model has positions for"),
    "a column of no table": ("train lines.txt --task language --text body", "is no table and has no column 'body'"),
    "labels to learn": ("train lines.txt --task language --label stars", "--label has no effect for --task language"),
    "pairs to model": ("train probe-phrases --task language", "holds no texts to model"),
    "unknown boundary": ("train lines.txt --task language --set corpus.boundary=page", "corpus.boundary"),
    "absent": ("train absent.txt --task language", "there is no file absent.txt"),
    "an empty file": ("train empty.txt --task language", "holds no text"),
}


@pytest.mark.parametrize("case", CASES)
def test_refused_in_one_sentence(place, case):
    (place / "empty.txt").write_text("\n", encoding="utf-8")
    command, *parts = CASES[case]
    refused(quick(*command.split(), cwd=place), *parts)
