"""The page of the API: linked at the foot of every view, readable, and to be kept."""

import json
import re
from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser


def test_the_foot_of_a_view_leads_to_every_route_and_to_the_file(page_of, client):
    page = page_of("read?run=attention")
    page.get_by_role("contentinfo").get_by_role("link", name="For programs: the API").click()
    expect(page.get_by_role("heading", name="API", level=1)).to_be_visible()
    spec = client.get("/api/openapi.json").json()
    routes = [f"{method.upper()} {path}" for path, methods in spec["paths"].items() for method in methods]
    expect(page.locator(".route summary code")).to_have_count(len(routes))
    assert sorted(page.locator(".route summary code").all_inner_texts()) == sorted(routes)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download openapi.json").click()
    assert download.value.suggested_filename == "openapi.json"
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == spec


def test_a_route_says_what_it_is_asked_with(page_of):
    page = page_of("api")
    route = page.locator(".route").filter(has_text="/api/v1/runs/{run}/next")
    route.locator("summary").press("Enter")
    rows = route.locator("tbody tr")
    expect(rows.filter(has_text="text")).to_contain_text("needed")
    expect(rows.filter(has_text="nucleus")).to_contain_text(re.compile(r"JSON body.*number 0–1.*1"))
    expect(rows.filter(has_text="run")).to_contain_text("address")


def test_french_on_a_small_screen(page_of):
    page = page_of("runs?lang=fr&theme=dark", width=360, height=740)
    page.get_by_role("link", name="Pour les programmes : l'API").click()
    expect(page.get_by_role("heading", name="Entraînements")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "lang=fr" in page.url
