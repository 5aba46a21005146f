"""Two tabs at once: two views, two languages, one training; and runs that a terminal trained meanwhile."""

import fcntl
import json
import shutil
import time
from pathlib import Path

import pytest

from regard.studio.server.limits import Limits

from .conftest import Served

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser


@pytest.fixture
def alone(trained_runs: Path, tmp_path: Path):
    """A studio of one's own, over a copy of one run."""
    shutil.copytree(trained_runs / "attention", tmp_path / "shelf" / "attention")
    served = Served([tmp_path / "shelf"], tmp_path / "home", Limits())
    yield served
    served.close()


@pytest.fixture
def held(alone: Served, monkeypatch: pytest.MonkeyPatch):
    """Trainings that take no process: each has come halfway, and runs as long as the file that is given is open."""
    locks = []

    def run(facts: dict[str, object], options: list[str]) -> None:
        place = alone.studio.jobs.folder / str(facts["id"])
        (place / "events.jsonl").write_text(
            json.dumps({"event": "step", "step": 5, "steps": 10, "loss": 0.5, "epoch": 1}) + "\n"
        )
        locks.append((place / "lock").open("w"))
        fcntl.flock(locks[-1], fcntl.LOCK_EX)
        (place / "job.json").write_text(json.dumps({**facts, "pid": 0}))

    monkeypatch.setattr(alone.studio.jobs, "_run", run)
    yield locks
    for lock in locks:
        lock.close()


def second(page, served: Served, fragment: str):
    other = page.context.new_page()
    other.goto(f"{served.address}/#/{fragment}")
    return other


def test_two_views_in_two_languages_do_not_disturb_each_other(page_of, alone):
    one = page_of("read?text=a wonderful film", at=alone)
    other = second(one, alone, "heads?lang=fr&theme=dark&text=a terrible film")
    expect(one.locator(".word")).to_have_count(3)
    expect(other.locator("h1")).to_have_text("Têtes")
    expect(other.locator("canvas.map")).to_be_visible()
    for text in ("first", "first and second", "first and second and third"):
        one.get_by_label("Text", exact=True).fill(text)
        other.get_by_label("Texte", exact=True).fill(f"{text} ici")
    expect(one.locator(".words")).to_have_text("first and second and third")
    expect(other.locator(".heads-words .word")).to_have_text(["first", "and", "second", "and", "third", "ici"])
    expect(one.locator("html")).to_have_attribute("lang", "en")
    expect(one.locator("html")).to_have_attribute("data-theme", "auto")
    other.get_by_label("Langue").select_option("en")
    expect(other.locator("h1")).to_have_text("Heads")
    expect(one.locator("h1")).to_have_text("Read")
    assert "ici" not in one.url
    assert "lang" not in one.url


def test_a_training_that_is_begun_in_one_tab_is_seen_in_the_other_until_it_ends(page_of, alone, held):
    one = page_of("train", at=alone)
    other, third = second(one, alone, "train?lang=fr"), second(one, alone, "read?lang=fr&text=bon")
    expect(other.get_by_label("Époques")).to_be_visible()
    expect(third.locator("#running")).to_be_hidden()
    one.get_by_role("button", name="Train", exact=True).click()
    expect(one.locator(".job h2")).to_contain_text("probe-reviews-attention")
    expect(other.locator(".job h2")).to_have_text("L'entraînement de probe-reviews-attention")
    expect(other.locator(".job .note").first).to_contain_text("pas 5 sur 10")
    expect(third.locator("#running")).to_contain_text("probe-reviews-attention")
    expect(third.locator("#running")).to_contain_text("50")
    expect(third.get_by_label("Texte", exact=True)).to_have_value("bon")
    held[0].close()
    expect(third.locator("#running")).to_be_hidden()
    expect(other.get_by_role("button", name="Recommencer")).to_be_visible()
    one.get_by_role("button", name="Take off the list").click()
    expect(other.locator("tbody tr")).to_have_count(0)


def test_a_run_that_a_terminal_trained_appears_without_a_reload(page_of, alone, trained_runs, tmp_path):
    one = page_of("read?text=kept as it is", at=alone)
    other, third = second(one, alone, "runs"), second(one, alone, "next?lang=fr")
    expect(one.get_by_label("Run").locator("option")).to_have_count(1)
    expect(other.locator("tbody tr")).to_have_count(1)
    expect(third.get_by_role("button", name="L'entraîner")).to_be_visible()
    one.get_by_label("Text", exact=True).fill("typed and not lost")
    for name in ("mean", "gpt"):
        shutil.copytree(trained_runs / name, tmp_path / "unseen" / name)
        (tmp_path / "unseen" / name).rename(tmp_path / "shelf" / name)
    expect(one.get_by_label("Run").locator("option")).to_have_count(2)
    expect(one.locator("#notice")).to_contain_text("mean")
    expect(one.get_by_label("Text", exact=True)).to_have_value("typed and not lost")
    expect(other.locator("tbody tr")).to_have_count(3)
    expect(third.locator(".bar-row").first).to_be_visible()


def test_looks_at_the_disk_are_few_however_many_ask(alone, monkeypatch):
    looks = []
    real = alone.studio.library.marks
    monkeypatch.setattr(alone.studio.library, "marks", lambda: (looks.append(time.sleep(0.05)), *real()))
    with alone.client() as client:
        told = [client.get("/api/v1/pulse").json() for _ in range(20)]
    assert len(looks) == 1
    assert {one["runs"] for one in told} == {told[0]["runs"]}
    assert set(told[0]) == {"runs", "jobs", "running"}
