"""Training into a folder: repeated, interrupted, refused."""

import errno
import json
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from regard.errors import Mistake
from regard.results import Epoch
from regard.runs import finished, sealed, training, verdicts
from regard.runs.labels import purpose
from regard.runs.labels.build import prepare
from regard.runs.run import open_run
from regard.runs.training import resume, train
from regard.text.tokenizer import Tokenizer
from regard.training import checkpoint
from regard.training.loop import Diverged

from .small import corpus, everything, fingerprint, last, prepared, small, trained

CLOCK = ("seconds", "tokens_per_second")


def figures(folder: Path) -> list[dict]:
    """The lines of metrics.jsonl but for what the clock said."""
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key not in CLOCK} for line in lines]


def test_a_training_gives_events_and_a_run(tmp_path):
    made = small()
    events = list(train(made, tmp_path / "run", data=prepared(made)))
    assert [isinstance(event, Epoch) for event in events] == [False, False, False, False, True] * 2
    visible = sorted(file.name for file in (tmp_path / "run").iterdir() if not file.name.startswith("."))
    kept = ["metrics.jsonl", "model.safetensors", "recipe.toml", "tokenizer.json", "verdicts.json"]
    assert visible == ["manifest.json", *kept]


def test_what_a_training_says_of_itself(tmp_path):
    done = trained(tmp_path / "run")
    assert done.sizes == {"train": 60, "validation": 20, "test": 24}
    assert (done.validation.n, done.test.n) == (20, 24)
    assert done.recipe.corpus.classes == ("negative", "positive")
    assert [epoch.epoch for epoch in done.epochs] == [1, 2]
    run = open_run(done.folder)
    assert done.parameters == sum(p.numel() for p in run.model.parameters())
    assert run.recipe == done.recipe
    assert figures(done.folder)[-1]["test"]["value"] == done.test.value


@pytest.mark.parametrize("name", ["attention", "gru-attention"])
def test_the_same_seed_gives_the_same_file_and_another_seed_another(tmp_path, name):
    small_states = ("model.states=3",) if "gru" in name else ()
    for folder, seed in (("a", 0), ("b", 0), ("c", 1)):
        torch.manual_seed(hash(folder) % 1000)
        trained(tmp_path / folder, name, f"training.seed={seed}", *small_states)
    assert fingerprint(tmp_path / "a") == fingerprint(tmp_path / "b") != fingerprint(tmp_path / "c")
    assert figures(tmp_path / "a") == figures(tmp_path / "b") != figures(tmp_path / "c")


def test_a_training_stopped_at_any_event_goes_on_to_the_same_file(tmp_path):
    made = small("attention", "training.ema=0.5")
    data = prepared(made)
    whole = last(train(made, tmp_path / "whole", data=data)).folder
    for stop in range(1, 11):
        folder = tmp_path / str(stop)
        events = train(made, folder, data=data)
        for _ in range(stop):
            next(events)
        events.close()
        assert not (folder / "manifest.json").exists()
        torch.manual_seed(stop)
        last(resume(folder, data=data))
        assert fingerprint(folder) == fingerprint(whole)
        assert figures(folder) == figures(whole)


def test_a_training_that_was_killed_goes_on_from_its_last_saved_state(tmp_path, monkeypatch):
    """A killed process closes nothing: what lies on the disk between two events is all there is."""
    monkeypatch.setattr(training, "EVERY", 0.0)
    made = small()
    data = prepared(made)
    whole = last(train(made, tmp_path / "whole", data=data)).folder
    copies = [
        Path(shutil.copytree(tmp_path / "run", tmp_path / f"killed-{number}"))
        for number, _ in enumerate(train(made, tmp_path / "run", data=data))
    ]
    assert len(copies) == 10
    for copy in copies:
        (copy / "metrics.jsonl").write_bytes((copy / "metrics.jsonl").read_bytes() + b'{"epoch": 9, "torn')
        last(resume(copy, data=data))
        assert fingerprint(copy) == fingerprint(whole)
        assert figures(copy) == figures(whole)


def test_a_run_killed_before_its_first_state_can_be_resumed(tmp_path):
    made = small()
    whole = trained(tmp_path / "whole").folder
    events = train(made, tmp_path / "run", data=prepared(made))
    next(events)
    kept = {name: (tmp_path / "run" / name).read_bytes() for name in ("recipe.toml",)}
    events.close()
    folder = tmp_path / "killed"
    folder.mkdir()
    (folder / "recipe.toml").write_bytes(kept["recipe.toml"])
    last(resume(folder, data=prepared(made)))
    assert fingerprint(folder) == fingerprint(whole)


def test_what_a_process_killed_at_once_leaves_does_not_stop_the_next(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / ".lock").touch()
    (folder / ".recipe.toml.4711.draft").write_text("half", encoding="utf-8")
    trained(folder)
    open_run(folder)
    assert not list(folder.glob("*.draft"))


def test_a_finished_run_is_not_trained_again(tmp_path):
    made = small()
    data = prepared(made)
    first = last(train(made, tmp_path / "run", data=data))
    times = {file: file.stat().st_mtime_ns for file in first.folder.rglob("*")}
    torch.set_num_threads(2)
    again = last(resume(first.folder, made=made, data=data))
    assert torch.get_num_threads() == made.training.threads
    assert {file: file.stat().st_mtime_ns for file in first.folder.rglob("*") if file.name != ".lock"}.items() <= (
        times.items()
    )
    for one, other in ((first.test, again.test), (first.validation, again.validation)):
        assert one.summary() == other.summary()
        assert (one.right == other.right).all()
    assert (first.epochs, first.seconds, first.notes) == (again.epochs, again.seconds, again.notes)


def test_another_recipe_does_not_go_on_with_a_run(tmp_path):
    made = small()
    events = train(made, tmp_path / "run", data=prepared(made))
    next(events)
    events.close()
    before = everything(tmp_path)
    other = replace(made, training=replace(made.training, epochs=5))
    with pytest.raises(Mistake, match=r"holds a run of another recipe \(training\.epochs 2 → 5\)"):
        next(resume(tmp_path / "run", made=other, data=prepared(made)))
    assert everything(tmp_path) == before


def test_other_texts_do_not_go_on_with_a_run(tmp_path):
    made = small()
    events = train(made, tmp_path / "run", data=prepared(made))
    next(events)
    events.close()
    first, *rest = corpus().train
    for changed in (replace(first, label=1 - first.label), replace(first, text=first.text + " indeed")):
        other = prepare(made, replace(corpus(), train=[changed, *rest]))
        with pytest.raises(Mistake, match=r"no longer those that the run .*run began with"):
            next(resume(tmp_path / "run", data=other))
    last(resume(tmp_path / "run", data=prepared(made)))
    with pytest.raises(Mistake, match="no longer those"):
        next(resume(tmp_path / "run", data=other))


def test_there_must_be_a_run_to_go_on_with(tmp_path):
    with pytest.raises(Mistake, match=r"holds no run to go on with: it has no recipe\.toml"):
        next(resume(tmp_path))
    assert everything(tmp_path) == [str(tmp_path)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("model.dropout=7", r"model\.dropout is 7"),
        ("training.device=nowhere", "training.device is 'nowhere', which this machine does not offer"),
        ("corpus.held=false", r"corpus\.held=false leaves nothing to choose weights by; set training\.keep=last"),
        ("vectors.source=glove", "GloVe 6B has no vectors of 7 numbers"),
    ],
)
def test_what_is_refused_leaves_nothing(tmp_path, change, said):
    with pytest.raises(Mistake, match=said):
        trained(tmp_path / "deep" / "run", "attention", change)
    assert everything(tmp_path) == [str(tmp_path)]


def test_a_folder_that_is_not_empty_stays_as_it_was(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")
    for folder in (tmp_path, tmp_path / "thesis.txt"):
        with pytest.raises(Mistake, match="exists and is not empty"):
            trained(folder)
    assert everything(tmp_path) == [str(tmp_path), str(tmp_path / "thesis.txt")]


def no_room(*args: object, **more: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("owner", "name"),
    [(training, "write_recipe"), (Tokenizer, "save"), (training.journal, "note"), (checkpoint, "save")],
    ids=["recipe", "tokenizer", "metrics", "state"],
)
def test_a_disk_without_room_for_the_beginning_leaves_nothing(tmp_path, monkeypatch, owner, name):
    monkeypatch.setattr(owner, name, no_room)
    with pytest.raises(OSError, match="No space left"):
        trained(tmp_path / "run")
    assert everything(tmp_path) == [str(tmp_path)]


def test_a_disk_that_fills_up_later_leaves_what_can_be_resumed(tmp_path, monkeypatch):
    whole = trained(tmp_path / "whole").folder
    made = small()
    ends = ((finished, "write_weights"), (verdicts, "write_text"), (sealed, "write_text"), (finished, "seal"))
    for number, (owner, name) in enumerate(ends):
        folder = tmp_path / f"run-{number}"
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, no_room)
            with pytest.raises(OSError, match="No space left"):
                last(train(made, folder, data=prepared(made)))
        assert not (folder / "manifest.json").exists()
        assert not list(folder.rglob("*.draft"))
        last(resume(folder, data=prepared(made)))
        assert fingerprint(folder) == fingerprint(whole)


def test_a_training_that_diverges_at_once_leaves_nothing(tmp_path):
    with pytest.raises(Diverged, match=r"try a smaller training\.learning_rate"):
        trained(tmp_path / "run", "attention", "training.learning_rate=1e30", "training.warmup=0")
    assert everything(tmp_path) == [str(tmp_path)]


def test_an_interrupt_before_the_first_step_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(purpose, "new_loop", interrupted)
    with suppress(KeyboardInterrupt):
        trained(tmp_path / "run")
    assert everything(tmp_path) == [str(tmp_path)]
