"""Trainings from the page: processes of their own that outlive the server."""

import csv
import time
from pathlib import Path
from typing import Any

import pytest

from regard.errors import Mistake
from regard.studio.shelf.job_events import events_of, last_words, progress_of
from regard.studio.shelf.jobs import Jobs, NoJob
from runs.small import corpus

OPTIONS = ["--task", "classify", "--model", "attention", "--set", "training.batch=8", "--set", "text.least=1"]


def until(jobs: Jobs, id: str, wanted: Any) -> dict[str, Any]:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        job = jobs.job(id, 0)
        if wanted(job):
            return job
        time.sleep(0.05)
    raise AssertionError(f"the training stayed {jobs.job(id, 0)}")


@pytest.fixture
def table(tmp_path: Path) -> str:
    file = tmp_path / "texts.csv"
    with file.open("w", newline="") as stream:
        sheet = csv.writer(stream)
        sheet.writerow(["text", "label"])
        sheet.writerows([one.text, one.label] for one in corpus().train)
    return str(file)


@pytest.mark.slow
def test_a_training_outlives_the_server_stops_and_goes_on(tmp_path: Path, table: str):
    home, long = tmp_path / "home", ["--set", "training.epochs=4000", "--set", "training.patience=0"]
    first, again, third = Jobs(home), Jobs(home), Jobs(home)
    begun = first.start([table, *OPTIONS, *long], {"model": "attention"}, "own")
    running = until(again, begun["id"], lambda job: job["step"] is not None)
    assert running["status"] == "running"
    assert 0 <= running["share"] < 1
    again.stop(begun["id"])
    stopped = until(again, begun["id"], lambda job: job["status"] != "running")
    assert stopped["status"] == "stopped"
    assert stopped["resumable"]
    assert not (home / "own" / "manifest.json").exists()
    third.resume(begun["id"])
    on = until(again, begun["id"], lambda job: job["status"] == "running" and job["known"] > stopped["known"] + 3)
    assert on["step"]["step"] >= stopped["step"]["step"]
    again.stop(begun["id"])
    until(again, begun["id"], lambda job: job["status"] == "stopped")
    assert [first.children[begun["id"]].wait(), third.children[begun["id"]].wait()] == [130, 130]
    again.forget(begun["id"])
    assert again.all() == []


@pytest.mark.slow
def test_a_training_ends_as_a_run_and_a_wrong_one_says_why(tmp_path: Path, table: str):
    jobs = Jobs(tmp_path / "home")
    short = jobs.start([table, *OPTIONS, "--set", "training.epochs=1"], {}, "own")
    wrong = jobs.start([table, *OPTIONS, "--label", "stars"], {}, "own")
    done = until(jobs, short["id"], lambda job: job["status"] != "running")
    assert (done["status"], done["share"], done["run"]) == ("finished", 1.0, "own")
    assert (tmp_path / "home" / "own" / "manifest.json").exists()
    failed = until(jobs, wrong["id"], lambda job: job["status"] != "running")
    assert failed["run"] == "own-2"
    assert failed["status"] == "failed"
    assert "stars" in failed["why"]
    with pytest.raises(Mistake, match="finished"):
        jobs.resume(short["id"])
    assert [child.wait() for child in jobs.children.values()] == [0, 2]


def test_what_is_no_job_is_refused(tmp_path: Path):
    jobs = Jobs(tmp_path)
    for id in ("0" * 16, "../../etc", "", "."):
        with pytest.raises(NoJob):
            jobs.job(id)


def test_events_are_read_as_far_as_they_are_whole(tmp_path: Path):
    file = tmp_path / "events.jsonl"
    file.write_text(
        '{"event": "step", "step": 1, "steps": 4}\n{"event": "epoch", "epoch": 1}\n'
        '{"event": "step", "step": 2, "steps": 4}\n{"event": "epoch", "epoch": 1, "again": 1}\n[]\n'
        'regard: stopped; go on\n{"event": "st'
    )
    events = events_of(file)
    assert [event["event"] for event in events] == ["step", "step", "epoch"]
    assert progress_of(events)["share"] == 0.5
    assert progress_of(events)["epoch"]["again"] == 1
    assert last_words(file) == "stopped; go on"
    assert events_of(tmp_path / "none") == []


def test_the_route_refuses_what_no_training_can_be(client):
    for asked, word in [
        ({"model": "atention"}, "did you mean"),
        ({"corpus": "../../etc/passwd"}, "no corpus"),
        ({"settings": {"corpus.name": "x"}}, "settings"),
        ({"settings": {"training.epoch": 1}}, "training"),
        ({"settings": {"training.epochs": -1}}, "epochs"),
        ({"columns": {"source": "en"}}, "source"),
        ({"start": "nowhere"}, "nowhere"),
        ({"seed": -1}, "seed"),
        ({"extra": 1}, "extra"),
    ]:
        said = client.post("/api/v1/jobs", json={"model": "attention", "corpus": "probe-reviews", **asked})
        assert said.status_code in (404, 422), said.text
        assert word in said.json()["detail"]
    assert client.get("/api/v1/jobs").json() == {"jobs": []}
