"""Answers in lines: each is sent once it is known, a mistake is told, and nobody works for who has left."""

import json
import threading

import pytest

from regard.errors import Mistake
from regard.explain.heads import maps
from regard.studio.answers import reread
from regard.studio.server.desk import Desk
from regard.studio.server.telling import told

from .test_library import apart

TEXT = "I did not like this film"


def lines(client, run: str, text: str = TEXT) -> list[dict]:
    said = client.post(f"/api/v1/runs/{run}/heads/stream", json={"text": text})
    assert said.status_code == 200
    assert said.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in said.text.splitlines()]


@pytest.mark.parametrize("run", ["transformer", "attention", "bahdanau", "translator", "gpt", "bert"])
def test_the_lines_together_are_the_whole_answer(client, run):
    first, *layers, last = lines(client, run)
    whole = client.post(f"/api/v1/runs/{run}/heads", json={"text": TEXT}).json()
    assert first["names"] == whole["names"]
    assert [line["layer"] for line in layers] == whole["sites"]
    assert last["answer"] == whole["answer"]


def test_what_fails_at_once_is_refused(client):
    said = client.post("/api/v1/runs/attention/heads/stream", json={"text": " "})
    assert said.status_code == 422
    assert "empty" in said.json()["detail"]


def test_the_head_that_is_shown_first_needs_no_second_reading(client, monkeypatch):
    text, read = f"{TEXT} at all", []
    lines(client, "transformer", text)
    real = maps.weights_of
    monkeypatch.setattr(maps, "weights_of", lambda *given: read.append(given) or real(*given))
    asked = {"text": text, "site": "encoder.layers.0.attention", "head": 0}
    client.post("/api/v1/runs/transformer/heads/map", json=asked).raise_for_status()
    assert read == []
    client.post("/api/v1/runs/transformer/heads/map", json={**asked, "head": 1}).raise_for_status()
    assert len(read) == 1


async def collected(desk: Desk, work, most: int = 100) -> list[dict]:
    said, found = await told(desk, work), []
    async for piece in said.body_iterator:
        found.append(json.loads(piece))
        if len(found) == most:
            await said.body_iterator.aclose()
            break
    return found


def test_a_line_is_sent_before_the_next_is_known_and_a_late_mistake_is_the_last():
    go = threading.Event()

    def work(tell):
        tell({"n": 1})
        assert go.wait(10)
        tell({"n": 2})
        raise Mistake("no more.")

    async def story():
        said, found = await told(Desk(4), work), []
        async for piece in said.body_iterator:
            found.append(json.loads(piece))
            go.set()
        return found

    assert apart(story()) == [{"n": 1}, {"n": 2}, {"detail": "no more."}]


def test_work_ends_when_who_asked_has_left():
    steps, ended, go = [], threading.Event(), threading.Event()

    def work(tell):
        try:
            for n in range(1000):
                steps.append(n)
                tell({"n": n})
                go.wait(0.05 if n else 0)
        finally:
            ended.set()

    assert apart(collected(Desk(4), work, most=1)) == [{"n": 0}]
    assert ended.wait(5)
    assert len(steps) < 1000


def test_what_was_made_makes_room_for_what_is_held():
    made: reread.Lately[list[int]] = reread.Lately(3, len)
    one, other = object(), object()
    assert made.of(one, "a", lambda: [1, 2]) == [1, 2]
    made.hold(other, "a", [3, 4])
    assert made.of(other, "a", lambda: []) == [3, 4]
    assert made.of(one, "a", lambda: [5]) == [5]
