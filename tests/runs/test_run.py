"""A run on disk: opened when every byte is as it was written, refused with the name of the file otherwise."""

import json
import re
import shutil
from pathlib import Path

import pytest
import torch

from regard.errors import Mistake
from regard.files import sha256
from regard.runs import sealed
from regard.runs.labels.prediction import predictions
from regard.runs.run import fresh_folder, locked, open_run, vacant
from regard.runs.sealed import METRICS, WEIGHTS, seal, unsealed, verified, verify
from regard.runs.training import resume, train

from .small import prepared, small

PARTS = ("recipe.toml", "tokenizer.json", "model.safetensors", "metrics.jsonl", "verdicts.json")


def test_a_run_opens_as_it_was_trained(finished_run):
    run = open_run(finished_run)
    assert run.classes == ("negative", "positive")
    assert run.recipe.name == "attention"
    assert not run.model.training
    assert [line.get("epoch") for line in run.metrics] == [1, 2, None]
    assert run.metrics[-1]["test"]["n"] == 24


def test_new_texts_are_read_as_the_model_takes_them(finished_run, starts):
    run, texts = open_run(finished_run), ["I did not like it", "", "a film to love"]
    with torch.no_grad():
        chances = run.model(run.batch(texts)).softmax(-1)
    told = [list(one["probabilities"].values()) for one in predictions(run, texts)]
    assert chances.tolist() == [pytest.approx(row, abs=1e-6) for row in told]
    with pytest.raises(Mistake, match="regard generate"):
        open_run(starts("gpt")).batch(texts)


def test_a_run_is_sealed_again_without_reading_its_weights(copied_run, monkeypatch):
    (copied_run / "report.html").write_text("<p>", encoding="utf-8")
    seal(copied_run)
    whole, read = (copied_run / "manifest.json").read_text(encoding="utf-8"), []
    monkeypatch.setattr(sealed, "sha256", lambda file: read.append(file.name) or sha256(file))
    with unsealed(copied_run):
        (copied_run / "report.html").write_text("<p>once more", encoding="utf-8")
        verify(copied_run)
        (copied_run / "report.html").write_text("<p>", encoding="utf-8")
        read.clear()
    assert read == ["report.html"]
    assert (copied_run / "manifest.json").read_text(encoding="utf-8") == whole
    (copied_run / "model.safetensors").write_bytes(b"other")
    with unsealed(copied_run):
        pass
    with pytest.raises(Mistake, match=r"model\.safetensors is not what was written"):
        verify(copied_run)


def test_a_run_without_a_report_is_sealed_once_when_it_gets_one(copied_run, monkeypatch):
    seals = []
    monkeypatch.setattr(sealed, "write_text", lambda file, text: seals.append(file.name))
    with unsealed(copied_run):
        (copied_run / "report.html").write_text("<p>", encoding="utf-8")
    assert seals == ["manifest.json"]


def test_a_run_that_nobody_touched_is_read_once(copied_run, monkeypatch):
    read = []
    monkeypatch.setattr(sealed, "sha256", lambda file: read.append(file.name) or sha256(file))
    assert verified(copied_run) == verify(copied_run)
    read.clear()
    assert verified(copied_run)[WEIGHTS] == sha256(copied_run / WEIGHTS)
    assert read == []
    (copied_run / METRICS).touch()
    verified(copied_run)
    assert WEIGHTS in read
    weights = bytearray((copied_run / WEIGHTS).read_bytes())
    weights[-1] ^= 1
    (copied_run / WEIGHTS).write_bytes(weights)
    for _ in range(2):
        with pytest.raises(Mistake, match=r"model\.safetensors is not what was written"):
            verified(copied_run)


def test_the_manifest_knows_every_file_but_the_state(copied_run):
    (copied_run / "figures").mkdir()
    (copied_run / "figures" / "one.svg").write_text("<svg/>", encoding="utf-8")
    seal(copied_run)
    manifest = json.loads((copied_run / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["files"]) == {*PARTS, "figures/one.svg"}
    (copied_run / "figures" / "one.svg").write_text("<svg />", encoding="utf-8")
    with pytest.raises(Mistake, match=r"figures/one\.svg is not what was written"):
        verify(copied_run)
    (copied_run / "figures" / "one.svg").unlink()
    verify(copied_run)


def test_a_run_that_lost_its_manifest_is_not_trained_over(copied_run):
    (copied_run / "manifest.json").unlink()
    weights = (copied_run / "model.safetensors").read_bytes()
    with pytest.raises(Mistake, match=r"has lost its manifest\.json; put that back"):
        verify(copied_run)
    with pytest.raises(Mistake, match=r"has lost its manifest\.json"):
        next(resume(copied_run))
    assert (copied_run / "model.safetensors").read_bytes() == weights


@pytest.mark.parametrize("name", PARTS)
def test_one_changed_byte_is_found_in_any_file(copied_run, name):
    file = copied_run / name
    whole = file.read_bytes()
    for place in {0, len(whole) // 3, len(whole) // 2, len(whole) - 1}:
        changed = bytearray(whole)
        changed[place] ^= 1 << (place % 8)
        file.write_bytes(changed)
        with pytest.raises(Mistake, match=rf"^{re.escape(str(file))} is not what was written .* train the run again"):
            open_run(copied_run)
    file.write_bytes(whole[:-1])
    with pytest.raises(Mistake, match=rf"{name} is not what was written"):
        open_run(copied_run)
    file.write_bytes(whole)
    verify(copied_run)


def test_one_changed_byte_of_the_manifest_is_found(copied_run):
    file = copied_run / "manifest.json"
    whole = file.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << (place % 8)
        file.write_bytes(changed)
        with pytest.raises(Mistake, match=r"manifest\.json|lacks its file"):
            verify(copied_run)


@pytest.mark.parametrize("name", PARTS)
def test_a_missing_file_is_named(copied_run, name):
    (copied_run / name).unlink()
    with pytest.raises(Mistake, match=rf"copied lacks its file {name}; train it again"):
        open_run(copied_run)


def test_a_file_left_out_of_the_manifest_is_not_trusted(copied_run):
    file = copied_run / "manifest.json"
    manifest = json.loads(file.read_text(encoding="utf-8"))
    del manifest["files"]["model.safetensors"]
    file.write_text(json.dumps(manifest), encoding="utf-8")
    with pytest.raises(Mistake, match=r"model\.safetensors is not what was written"):
        open_run(copied_run)


def test_weights_of_another_model_do_not_fit(copied_run):
    recipe = copied_run / "recipe.toml"
    recipe.write_text(recipe.read_text(encoding="utf-8").replace("width = 7", "width = 8"), encoding="utf-8")
    seal(copied_run)
    with pytest.raises(Mistake, match=r"model\.safetensors does not fit its recipe: .*size mismatch for"):
        open_run(copied_run)


def test_weights_that_are_no_safetensors_are_refused(copied_run):
    (copied_run / "model.safetensors").write_bytes(b"\x80\x04pickled")
    seal(copied_run)
    with pytest.raises(Mistake, match=r"model\.safetensors does not fit its recipe"):
        open_run(copied_run)


def test_what_is_no_run_is_refused(tmp_path, finished_run):
    with pytest.raises(Mistake, match=r"there is no run folder .*absent; `regard train` makes one"):
        open_run(tmp_path / "absent")
    with pytest.raises(Mistake, match=r"there is no run folder"):
        open_run(finished_run / "recipe.toml")
    with pytest.raises(Mistake, match=r"is not a run: it has no manifest\.json"):
        open_run(tmp_path)


def test_an_unfinished_run_says_how_to_go_on(tmp_path):
    made = small()
    events = train(made, tmp_path / "run", data=prepared(made))
    next(events)
    with pytest.raises(Mistake, match=r"is not finished; go on with `regard train --resume --out .*run`"):
        open_run(tmp_path / "run")
    events.close()
    with pytest.raises(Mistake, match=r"is not finished"):
        open_run(tmp_path / "run")


def test_a_second_writer_is_refused(tmp_path):
    with locked(tmp_path / "run"):
        with pytest.raises(Mistake, match=r"another process is training into .*run"), locked(tmp_path / "run"):
            pytest.fail("the lock was given twice")
        with locked(tmp_path / "other"):
            pass
    with locked(tmp_path / "run"):
        pass


def test_a_training_in_progress_refuses_another_into_the_same_folder(tmp_path):
    made = small()
    events = train(made, tmp_path / "run", data=prepared(made))
    next(events)
    state = {file: file.stat().st_mtime_ns for file in (tmp_path / "run").iterdir()}
    with pytest.raises(Mistake, match="exists and is not empty"):
        next(train(made, tmp_path / "run", data=prepared(made)))
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "run").iterdir()} == state
    events.close()


def test_a_folder_is_vacant_when_nothing_visible_is_in_it(tmp_path):
    vacant(tmp_path / "absent")
    vacant(tmp_path)
    (tmp_path / ".lock").touch()
    (tmp_path / ".recipe.toml.1.draft").touch()
    vacant(tmp_path)
    (tmp_path / "notes.txt").touch()
    for taken in (tmp_path, tmp_path / "notes.txt"):
        with pytest.raises(Mistake, match="exists and is not empty; choose another --out"):
            vacant(taken)


def test_a_fresh_folder_takes_the_next_number(tmp_path):
    assert fresh_folder(tmp_path, "run").name == "run"
    (tmp_path / "run").mkdir()
    (tmp_path / "run-2").touch()
    assert fresh_folder(tmp_path, "run").name == "run-3"


def test_nothing_is_unpickled(copied_run, monkeypatch):
    monkeypatch.setattr(torch, "load", lambda *args, **more: pytest.fail("torch.load was called"))
    open_run(Path(shutil.copytree(copied_run, copied_run.parent / "again")))
