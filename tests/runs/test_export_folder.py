"""Folders for other tools appear whole or not at all; a missing library is named with the command that brings it."""

import pytest

from regard.errors import Mistake
from regard.runs.exchange import WAYS, export_run
from regard.runs.exchange.folder import appearing
from regard.runs.run import open_run

from .small import everything
from .test_exchange import ended


@pytest.mark.parametrize("there", [True, False])
def test_a_folder_appears_when_all_is_written(there, tmp_path):
    out = tmp_path / "deep" / "out"
    if there:
        out.mkdir(parents=True)
    with appearing(out) as draft:
        (draft / "one.txt").write_text("1")
        assert not list(out.glob("*"))
    assert [path.name for path in out.iterdir()] == ["one.txt"]
    assert [path.name for path in tmp_path.rglob("*.draft")] == []


def test_what_fails_leaves_nothing(tmp_path):
    def fail():
        with appearing(tmp_path / "deep" / "out") as draft:
            (draft / "inner").mkdir()
            (draft / "inner" / "one.txt").write_text("1")
            raise RuntimeError("no more room")

    with pytest.raises(RuntimeError, match="no more room"):
        fail()
    assert everything(tmp_path) == [str(tmp_path)]


@pytest.mark.parametrize("to", WAYS)
def test_what_lies_there_is_kept(to, finished_run, tmp_path):
    (tmp_path / "mine.txt").write_text("keep")
    with pytest.raises(Mistake, match=r"exists and is not empty; choose another --out\."):
        export_run(open_run(finished_run), tmp_path, to)
    with pytest.raises(Mistake, match=r"mine\.txt exists and is not empty"):
        export_run(open_run(finished_run), tmp_path / "mine.txt", to)
    assert everything(tmp_path) == [str(tmp_path), str(tmp_path / "mine.txt")]


def test_a_missing_library_is_named_with_its_command(finished_run, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("regard.runs.exchange.folder.find_spec", lambda name: None if name == "onnxscript" else name)
    monkeypatch.chdir(tmp_path)
    assert ended(monkeypatch, "export", finished_run, "--to", "onnx", "--out", "out") == 2
    said = '--to onnx needs onnxscript, not installed here; run `pip install "regard[onnx]"`.'
    assert capsys.readouterr().err == f"regard: {said}\n"
    assert everything(tmp_path) == [str(tmp_path)]


def test_help_teaches(monkeypatch, capsys):
    assert ended(monkeypatch, "export", "--help") == 0
    told = capsys.readouterr().out
    for word in ("--to onnx", "--to ctranslate2 --out fast", "--to huggingface", "regard[onnx]", "regard[ctranslate2]"):
        assert word in told
    assert ended(monkeypatch, "export", "run", "--to", "excel") == 2
    assert "'excel' is not one of" in capsys.readouterr().err
