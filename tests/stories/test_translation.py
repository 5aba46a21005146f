"""Somebody's own sentence pairs: trained, killed, gone on with, translated, measured, looked at; what is refused."""

from pathlib import Path

import pytest

from regard.data.probes.phrases import phrases

from .processes import Said, Started, quick, said_json, wait_for
from .tables import contents, weights

TINY = ("model.width=24", "model.states=24", "model.dropout=0", "text.size=400")
SHORT = ("training.batch=200", "training.epochs=20", "training.least_steps=0", "training.patience=0")
SMALL = [word for setting in (*TINY, *SHORT) for word in ("--set", setting)]
SIDES = ("--source", "en", "--target", "fr")
TRAIN = ("train", "pairs.tsv", "--task", "translate", *SIDES, *SMALL)
TEXT = "Anna did not sign the treaty ."


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A folder with pairs of several kinds, and a run that learned from the first."""
    folder = tmp_path_factory.mktemp("translation") / "here"
    folder.mkdir()
    made = [pair for pair in phrases(1, train=300, validation=0, test=0).train if len(pair.source.split()) < 9][:80]
    rows = [f"{pair.source}\t{pair.target}\n" for pair in made]
    (folder / "pairs.tsv").write_text("en\tfr\n" + "".join(rows), encoding="utf-8")
    (folder / "hollow.tsv").write_text("en\tfr\n" + "".join(f"{pair.source}\t\n" for pair in made), encoding="utf-8")
    (folder / "news.en").write_text("".join(f"{pair.source}\n" for pair in made), encoding="utf-8")
    (folder / "news.fr").write_text("".join(f"{pair.target}\n" for pair in made[1:]), encoding="utf-8")
    (folder / "lines.txt").write_text(f"{TEXT}\n\n{made[0].source}\n", encoding="utf-8")
    assert quick(*TRAIN, "--out", "run", cwd=folder).code == 0
    return folder


def test_killed_and_gone_on_with(place):
    started = Started([*TRAIN, "--out", "killed"], place)
    wait_for(lambda: (place / "killed" / "state").is_dir())
    started.kill()
    started.end()
    assert not (place / "killed" / "manifest.json").exists(), "it was killed on its way"
    said = quick("train", "--resume", "--out", "killed", "--lang", "fr", cwd=place)
    assert said.code == 0
    assert said.err.startswith("Remarques sur les données (en anglais)")
    assert "  test: 8 pairs drawn from the 80 of train with seed 0.\n" in said.err
    assert "dossier killed\nrapport killed/report.html\nensuite regard translate killed" in said.out
    assert weights(place / "killed") == weights(place / "run")
    assert "BLEU" in said.out
    assert "signature" not in said.out
    assert "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp" in said.out


def test_what_was_left_out_is_told(place):
    lines = (place / "pairs.tsv").read_text(encoding="utf-8")
    (place / "gaps.tsv").write_text(f"{lines}Nothing .\t\n", encoding="utf-8")
    found = said_json(*TRAIN[:1], "gaps.tsv", *TRAIN[2:], "--set", "training.epochs=1", "--out", "gaps", cwd=place)
    assert "rows left out because a side is empty: 1, the first at line 82." in found["notes"]


def test_reported(place):
    page = (place / "run" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") >= 3
    assert "5–9" in page
    assert "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp" in page


def test_translated(place):
    (one,) = said_json("translate", "run", TEXT, "--beam", "3", "--n-best", "2", cwd=place)["outputs"]
    assert set(one) == {"source", "text", "score", "hypotheses"}
    assert (one["source"], len(one["hypotheses"])) == (TEXT, 2)
    two = said_json("translate", "run", "--file", "lines.txt", cwd=place)["outputs"]
    assert two[0]["source"] == TEXT
    assert [bool(one["text"]) for one in two] == [True, False, True], "the line between them is empty"
    said = quick("translate", "run", cwd=place, stdin=f"{TEXT}\n".encode())
    assert said.out == f"{two[0]['text']}\n"
    said = quick("translate", "run", "--file", "lines.txt", cwd=place)
    assert said.out == f"{two[0]['text']}\n\n{two[2]['text']}\n"


@pytest.mark.parametrize("suffix", ["html", "svg", "png", "pdf", "csv", "json"])
def test_its_alignment_is_drawn(place, suffix):
    said = quick("translate", "run", TEXT, "--out", f"alignment.{suffix}", "--lang", "fr", cwd=place)
    assert (said.code, said.err) == (0, "")
    written = (place / f"alignment.{suffix}").read_bytes()
    (place / f"alignment.{suffix}").unlink()
    assert len(written) > 300
    if suffix == "html":
        assert b"http" not in written.replace(b"http://www.w3.org", b"").replace(b"http-equiv", b"")
        assert written.count(b"<svg") == 2


def test_without_attention_there_is_a_translation_but_no_picture(place):
    assert "--out alignment.html" in quick("train", "--resume", "--out", "run", cwd=place).out
    said = quick(*TRAIN, "--model", "rnn", "--set", "training.epochs=1", "--out", "rnn", cwd=place)
    assert 'next    regard translate rnn "…"\n' in said.out
    drawn = quick("translate", "rnn", TEXT, "--out", "alignment.svg", cwd=place)
    assert (drawn.code, drawn.out.count("\n")) == (2, 1)
    assert "rnn has no attention to the source to show" in drawn.err
    assert not (place / "alignment.svg").exists()


def test_measured(place):
    found = said_json("evaluate", "run", cwd=place)
    assert (found["corpus"], found["split"], found["metric"]) == ("pairs.tsv", "test", "bleu")
    low, high = found["interval"]
    assert low <= found["value"] <= high
    assert {"n", "slices", "chrf", "bleu_tokenised", "exact_match", "signature", "alignment"} <= set(found)
    assert said_json("evaluate", "run", "--split", "train", "--beam", "1", cwd=place)["beam"] == 1


def test_one_sentence_is_measured(place):
    (place / "one.tsv").write_text(f"en\tfr\n{TEXT}\tAnna n' a pas signé le traité .\n", encoding="utf-8")
    assert " on 1 sentence of one.tsv (all), beam 5" in quick("evaluate", "run", "one.tsv", cwd=place).out
    said = quick("evaluate", "run", "one.tsv", "--lang", "fr", cwd=place)
    assert (said.code, said.err) == (0, "")
    assert " sur 1 phrase du corpus one.tsv (tout), faisceau 5, pénalité de longueur 0,60\n" in said.out


def test_looked_at(place):
    shown = said_json("explain", "run", TEXT, "--layer", "*", cwd=place)
    (one,) = shown["maps"]
    assert one["columns"] == TEXT.split()
    assert one["rows"] == shown["target"].split()
    said = quick("explain", "run", TEXT, "--tokens", cwd=place)
    assert (said.code, said.err) == (0, "")
    assert "[END]" in said.out


def refused(said: Said, *parts: str) -> None:
    assert said.code == 2, said
    assert (said.out, said.err.count("\n")) == ("", 1)
    for part in parts:
        assert part in said.err, said.err


CASES = {
    "unequal files": ("train news --task translate --source en --target fr", "80", "79"),
    "empty targets": ("train hollow.tsv --task translate", "is empty in 80 of 80 rows"),
    "wrong column": ("train pairs.tsv --task translate --source eng --target fr", "no column 'eng'"),
    "columns of another task": (
        "train pairs.tsv --task translate --text en",
        "--text has no effect",
        "--source and --target",
    ),
    "sides of another task": ("train pairs.tsv --source en", "--source has no effect", "--text and --label"),
    "labels for pairs": ("train probe-reviews --task translate", "holds labelled texts, not sentence pairs"),
    "pairs for labels": ("train probe-phrases", "it is for --task translate"),
    "nothing to learn from": ("train absent.tsv --task translate", "absent.tsv"),
    "model of another task": ("train pairs.tsv --model luong-dot", "add --task translate"),
    "unknown model": ("train pairs.tsv --task translate --model luong-dor", "did you mean 'luong-dot'?"),
    "unknown score": (
        "train pairs.tsv --task translate --model luong-dot --set model.score=cosine",
        "model.score (it is 'cosine')",
    ),
    "bad smoothing": ("train pairs.tsv --task translate --set task.smoothing=2", "smoothing is 2.0"),
    "resume as another task": ("train probe-reviews --resume --out run", "holds a run of another recipe"),
    "no beam": ("translate run x --beam 0", "--beam"),
    "more than the beam": ("translate run x --beam 2 --n-best 3", "ask for at most 2, or widen the beam"),
    "penalty that is none": ("translate run x --alpha nan", "a length penalty of nan"),
    "penalty beyond numbers": ("evaluate run --alpha 1e9", "a length penalty of 1000000000.0"),
    "alignment of many": ("translate run x y --out a.svg", "one sentence, but 2 are given"),
    "unknown kind of file": ("translate run x --out a.gif", "'.gif' is not a kind of file"),
    "labels of a translator": ("predict run x", "the run run translates; use `regard translate run`"),
    "columns of a translator": ("evaluate run --label stars", "--source and --target for translators"),
    "part that is none": ("evaluate run --split dev", "no part 'dev'; --split may be train, validation, test"),
    "head that is none": ("explain run x --head 4", "attention has no head 4"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_sentence_and_nothing_left(place, case):
    command, *parts = case
    words = command.split()
    if words[0] == "train" and "--resume" not in words:
        words += ["--out", "out"]
    before = contents(place)
    refused(quick(*words, cwd=place), *parts)
    assert contents(place) == before
