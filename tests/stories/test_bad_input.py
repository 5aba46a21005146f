"""Whatever is wrong: exit code 2, one sentence, nothing left behind."""

import gzip
import os
import shutil
from pathlib import Path

import pytest

from .processes import Said, quick
from .tables import COLUMNS, SMALL, contents, write_reviews

QUICK = (*SMALL, "--set", "training.epochs=1")


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    """A folder full of files that cannot be used, and a run that can."""
    folder = tmp_path_factory.mktemp("bad") / "here"
    folder.mkdir()
    good = write_reviews(folder / "good.csv", 120)
    lines = good.read_text(encoding="utf-8").splitlines()
    (folder / "empty.csv").touch()
    (folder / "header.csv").write_text("review,stars\n", encoding="utf-8")
    (folder / "binary.csv").write_bytes(bytes(range(256)) * 40)
    (folder / "latin.csv").write_bytes("review,stars\ndéjà vu,1\n".encode("latin-1"))
    (folder / "one.csv").write_text("review,stars\n" + "".join(f"text {i},1\n" for i in range(40)), encoding="utf-8")
    (folder / "ragged.csv").write_text("review,stars\na,b,c\n", encoding="utf-8")
    (folder / "cut.csv.gz").write_bytes(gzip.compress(good.read_bytes())[:900])
    (folder / "sheet.xlsx").write_bytes(b"PK\x03\x04")
    (folder / "wrong.jsonl").write_text('[{"review": "a"}]\n', encoding="utf-8")
    (folder / "recipe.toml").write_text("[training]\nepoch = 3\n", encoding="utf-8")
    (folder / "taken").mkdir()
    (folder / "taken" / "thesis.txt").write_text("years of work", encoding="utf-8")
    (folder / "strange.csv").write_text("\n".join([lines[0], *lines[1:4], "well,3"]) + "\n", encoding="utf-8")
    (folder / "noise.txt").write_bytes(b"fine\n\xff\xfe\n")
    (folder / "blank.txt").write_text(" \n\n", encoding="utf-8")
    for name in ("attention", "gru"):
        assert quick("train", "good.csv", *COLUMNS, *QUICK, "--model", name, "--out", name, cwd=folder).code == 0
    (folder / "attention").rename(folder / "run")
    for name in ("model.safetensors", "recipe.toml", "tokenizer.json", "metrics.jsonl", "manifest.json", "report.html"):
        shutil.copytree(folder / "run", folder / f"changed-{name}")
        file = folder / f"changed-{name}" / name
        changed = bytearray(file.read_bytes())
        changed[len(changed) // 2] ^= 1
        file.write_bytes(changed)
    shutil.copytree(folder / "run", folder / "unfinished")
    (folder / "unfinished" / "manifest.json").unlink()
    shutil.copytree(folder / "unfinished", folder / "lost")
    (folder / "unfinished" / "model.safetensors").unlink()
    return folder


def refused(said: Said, *parts: str) -> None:
    """It was refused in one sentence that has these parts."""
    assert said.code == 2, said
    assert said.out == ""
    assert said.err.startswith("regard: ")
    assert said.err.endswith("\n")
    assert said.err.count("\n") == 1, said.err
    assert "Traceback" not in said.err
    for part in parts:
        assert part in said.err, said.err


CASES = {
    "missing file": ("train absent.csv", "there is no file absent.csv"),
    "file with a near name": ("train goo.csv", "there is no file goo.csv; beside it there is good.csv"),
    "empty file": ("train empty.csv", "empty.csv is empty"),
    "header only": ("train header.csv", "header.csv has column names but no rows"),
    "binary file": ("train binary.csv", "binary.csv, line 1 holds a NUL byte"),
    "bad encoding": ("train latin.csv", "latin.csv, line 2 is not UTF-8", "iconv"),
    "cut gzip": ("train cut.csv.gz", "cut.csv.gz is cut short"),
    "ragged": ("train ragged.csv", "ragged.csv, line 2 has 3 cells where the header has 2"),
    "spreadsheet": ("train sheet.xlsx", "save the sheet as CSV"),
    "json array": ("train wrong.jsonl", "JSON array"),
    "one class": ("train one.csv", "one.csv has only one class, '1'"),
    "wrong column": ("train good.csv --text reviw", "good.csv has no column 'reviw'; did you mean 'review'"),
    "texts as labels": ("train good.csv --label review", "review"),
    "a folder": ("train taken", "taken is a folder"),
    "no corpus": ("train", "name a corpus"),
    "unknown corpus": ("train imbd", "there is no corpus called 'imbd'; did you mean 'imdb'"),
    "corpus without labels": ("train glove", "glove holds no labelled texts"),
    "unknown model": ("train good.csv --model lstm-atention", "'lstm-atention'; did you mean 'lstm-attention'?"),
    "unknown setting": ("train good.csv --set training.epoch=3", "'epoch'; did you mean 'epochs'?"),
    "bad setting": ("train good.csv --set training.epochs=many", "training.epochs (it is 'many')"),
    "no setting": ("train good.csv --set epochs", "--set takes key=value"),
    "bad recipe file": ("train good.csv --recipe recipe.toml", "'epoch'; did you mean 'epochs'?"),
    "missing recipe file": ("train good.csv --recipe absent.toml", "absent.toml cannot be read"),
    "no device": ("train good.csv --set training.device=abacus", "training.device is 'abacus'"),
    "columns of a corpus": ("train probe-reviews --text x", "has its own texts and labels"),
    "out that is not empty": ("train good.csv --out taken", "taken exists and is not empty"),
    "out that is a file": ("train good.csv --out good.csv", "good.csv exists and is not empty"),
    "out inside a file": ("train good.csv --out good.csv/run", "good.csv"),
    "resume without a run": ("train --resume --out taken", "taken holds no run to go on with"),
    "resume without out": ("train --resume", "--resume needs --out"),
    "resume with other settings": ("train --resume --out run --set training.epochs=9", "leave out --set."),
    "resume with another model": ("train --resume --out run --model mean", "leave out --model."),
    "resume with another task": ("train --resume --out run --task classify --seed 0", "leave out --task and --seed."),
    "resume with sides": ("train --resume --out run --source en --target fr", "leave out --source and --target."),
    "unknown lab": ("lab poling", "there is no lab called 'poling'; did you mean 'pooling'?"),
    "lab on an unknown corpus": ("lab pooling --corpus probe-review", "did you mean 'probe-reviews'?"),
    "lab with an unknown model": ("lab pooling --models mean,atention", "'atention'; did you mean 'attention'?"),
    "lab with a bad setting": ("lab pooling --models mean --set model.states=3 --out out", "'states'"),
    "lab with a setting that one model lacks": (
        "lab self-attention --set model.layers=1",
        "model mean (--models chooses others): there is no setting in model called 'layers'",
    ),
    "lab with a column set": ("lab self-attention --set corpus.text=review", "corpus.text from --set; use --text."),
    "lab with a seed set": ("lab pooling --set training.seed=3", "training.seed from --set; use --seeds."),
    "lab on a wrong column": (
        "lab self-attention --corpus good.csv --text reviw --models mean",
        "good.csv has no column 'reviw'; did you mean 'review'",
    ),
    "lab without depths": ("lab pooling --depths 1,2", "--depths means nothing to the lab pooling"),
    "lab without sentences": ("lab pooling --sentence so", "--sentence means nothing to the lab pooling"),
    "lab on a long sentence": (f"lab self-attention --sentence {',' * 2000}", "2000 words and marks", "at most 100"),
    "no layers": ("train good.csv --model transformer --set model.layers=0", "model.layers is 0, and must be at least"),
    "no heads": ("train good.csv --model self --set model.heads=0", "model.heads is 0, and must be at least 1"),
    "fewer heads than none": ("train good.csv --model self --set model.heads=-2", "model.heads is -2"),
    "no width": ("train good.csv --model transformer --set model.width=-1", "model.width is -1"),
    "places without end": (
        "train good.csv --model self-learned --set model.longest=1000000000",
        "model.longest is 1000000000, and must be at most 100000",
    ),
    "all attention dropped": (
        "train good.csv --model self --set model.attention_dropout=1",
        "model.attention_dropout is 1.0, and must be at least 0 and below 1",
    ),
    "neighbours that are no number": (
        "train good.csv --model self-learned --set model.neighbours=nan",
        "model.neighbours is nan, and must be at least 0",
    ),
    "too few places": (
        "train good.csv --model self-cls --set model.longest=9 --set text.longest=9",
        "has 9 tokens and CLS in front, and model.longest is 9; set model.longest=10, or text.longest=8",
    ),
    "translator without layers": (
        "lab translation --models transformer --set model.layers=0",
        "model.layers is 0, and must be at least 1",
    ),
    "unknown option": ("train good.csv --epochs 3", "--epochs"),
    "unknown verb": ("trian good.csv", "trian"),
    "unknown data verb": ("data lst", "lst"),
    "seeds that are none": ("lab pooling --seeds 0", "--seeds"),
    "unknown language": ("lab pooling --lang de", "--lang"),
    "missing run": ("predict absent x", "there is no run folder absent"),
    "not a run": ("predict taken x", "taken is not a run"),
    "a file for a run": ("predict good.csv x", "there is no run folder good.csv"),
    "unfinished run": ("predict unfinished x", "unfinished is not finished; go on with `regard train --resume"),
    "lost manifest": ("predict lost x", "lost holds the weights of a run that has lost its manifest.json"),
    "changed weights": (
        "predict changed-model.safetensors x",
        "changed-model.safetensors/model.safetensors is not what",
    ),
    "changed recipe": ("evaluate changed-recipe.toml", "changed-recipe.toml/recipe.toml is not what was written"),
    "changed tokenizer": ("explain changed-tokenizer.json x", "changed-tokenizer.json/tokenizer.json is not what"),
    "changed metrics": ("predict changed-metrics.jsonl x", "changed-metrics.jsonl/metrics.jsonl is not what"),
    "changed manifest": ("predict changed-manifest.json x", "changed-manifest.json"),
    "changed report": ("predict changed-report.html x", "changed-report.html/report.html is not what was written"),
    "evaluate on a missing file": ("evaluate run absent.csv", "there is no file absent.csv"),
    "evaluate on unknown labels": ("evaluate run strange.csv", "labels that are not known (3); known: 1, 2"),
    "evaluate on a part that is none": ("evaluate run good.csv --split dev", "--split"),
    "predict from a missing file": ("predict run --file absent.txt", "absent.txt cannot be read"),
    "predict from noise": ("predict run --file noise.txt", "noise.txt is not UTF-8 (byte 5)"),
    "predict from a blank file": ("predict run --file blank.txt", "blank.txt contains no text"),
    "predict from a folder": ("predict run --file taken", "taken cannot be read"),
    "predict from two places": ("predict run x --file noise.txt", "give either texts or --file, not both"),
    "explain two texts": ("explain run one two", "explain takes one text, not 2"),
    "explain without attention": ("explain gru x", "no attention to explain by; gradient-input, leave-one-out"),
    "explain a layer that is none": ("explain run x --layer decoder", "has no attention named 'decoder'"),
    "explain a head that is none": ("explain run x --head 3", "pool has no head 3; it has heads 0 to 0"),
    "explain into an unknown kind": ("explain run x --out looked.gif", "looked.gif: '.gif' is not a kind of file"),
    "explain into a missing folder": ("explain run x --out absent/looked.svg", "absent/looked.svg cannot be written"),
    "show of a missing file": ("data show absent.csv", "there is no file absent.csv"),
    "fetch of nothing": ("data fetch probe-reviews", "there is nothing to fetch"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_one_sentence_and_nothing_left(place, case):
    command, *parts = case
    words = command.split()
    if words[0] == "train" and "--resume" not in words:
        words = ["train", "--out", "out", *QUICK, *words[1:]]
    before = contents(place)
    refused(quick(*words, cwd=place), *parts)
    assert contents(place) == before


def test_standard_input_that_is_not_utf8(place):
    refused(quick("predict", "run", cwd=place, stdin=b"fine\n\xe9t\xe9\n"), "standard input is not UTF-8 (byte 5)")
    refused(quick("explain", "run", cwd=place, stdin=b"\xff"), "standard input is not UTF-8 (byte 0)")
    refused(quick("predict", "run", cwd=place), "standard input contains no text")


@pytest.mark.parametrize(("sentence", "said"), [(b"caf\xe9", "not UTF-8"), (b"", "blank"), (b" ", "blank")])
def test_a_sentence_to_look_at_that_is_none(place, sentence, said):
    before = contents(place)
    refused(quick("lab", "self-attention", "--sentence", os.fsdecode(sentence), cwd=place), f"a --sentence is {said}")
    assert contents(place) == before


def test_debug_shows_where(place):
    said = quick("--debug", "predict", "absent", "x", cwd=place)
    assert said.code != 0
    assert "Traceback" in said.err
