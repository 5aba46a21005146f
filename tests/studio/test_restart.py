"""The server goes while pages are open, and comes back: pages say so, wait, and lose nothing that was typed."""

from pathlib import Path

import pytest

from regard.studio.server.limits import Limits

from . import conftest
from .conftest import Served

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser


@pytest.fixture
def studio(trained_runs: Path, tmp_path: Path):
    """A studio of one's own, that can be stopped and begun again at the same address."""

    class Restarted:
        served = Served([trained_runs], tmp_path, Limits())

        def stop(self) -> None:
            self.served.close()

        def begin(self) -> None:
            self.served = Served([trained_runs], tmp_path, Limits(), port=self.served.door.port)

    running = Restarted()
    yield running
    running.stop()


def test_what_is_typed_while_the_server_is_away_is_answered_when_it_is_back(page_of, studio):
    page = page_of("read?run=attention&lang=fr", at=studio.served)
    page.get_by_label("Texte").fill("typed before")
    expect(page.locator(".word")).to_have_count(2)
    studio.stop()
    page.get_by_label("Texte").fill("typed meanwhile")
    expect(page.locator("#banner")).to_contain_text("Relancez-le avec « regard studio »")
    expect(page.locator(".failure")).to_have_count(0)
    page.get_by_label("Texte").press_sequentially(" and more")
    studio.begin()
    expect(page.locator("#banner")).to_contain_text("répond à nouveau")
    expect(page.locator(".words")).to_have_text("typed meanwhile and more")
    expect(page.get_by_label("Texte", exact=True)).to_be_focused()
    expect(page.locator("#banner")).to_be_hidden()
    page_of.complaints.clear()


def test_another_view_can_be_opened_meanwhile_and_is_drawn_afterwards(page_of, studio):
    page = page_of("read?run=attention", at=studio.served)
    expect(page.locator(".word").first).to_be_visible()
    studio.stop()
    page.get_by_role("link", name="Positions").click()
    expect(page.locator("#banner")).to_be_visible()
    studio.begin()
    expect(page.locator("svg.square")).to_be_visible()
    page_of.complaints.clear()


def test_settings_of_a_training_stay_and_it_is_not_begun_twice(page_of, studio):
    page = page_of("train", at=studio.served)
    page.get_by_label("Epochs").fill("7")
    page.get_by_text("Other settings").click()
    page.get_by_label("Settings, one a line").fill("vectors.width=5")
    studio.stop()
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.locator(".failure")).to_contain_text("The server went away")
    expect(page.locator("#banner")).to_be_visible()
    studio.begin()
    expect(page.locator("#banner")).to_have_attribute("data-kind", "back")
    expect(page.get_by_label("Epochs")).to_have_value("7")
    expect(page.get_by_label("Settings, one a line")).to_have_value("vectors.width=5")
    with studio.served.client() as client:
        assert client.get("/api/v1/jobs").json() == {"jobs": []}
    page_of.complaints.clear()


def test_another_token_is_asked_for_in_place(page_of, studio, monkeypatch):
    page = page_of("read?run=attention", at=studio.served)
    page.get_by_label("Text").fill("kept")
    expect(page.locator(".word")).to_have_count(1)
    studio.stop()
    monkeypatch.setattr(conftest, "TOKEN", "another-token")
    studio.begin()
    page.get_by_label("Text").fill("kept as well")
    expect(page.locator("#banner")).to_contain_text("another token")
    expect(page.get_by_label("Text")).to_have_value("kept as well")
    page.get_by_label("Link or token").fill(studio.served.link)
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".words")).to_have_text("kept as well")
    page.reload()
    expect(page.locator(".words")).to_have_text("kept as well")
    page_of.complaints.clear()
