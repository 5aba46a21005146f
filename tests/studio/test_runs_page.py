"""Labs and runs, as a person uses it."""

import json
from pathlib import Path

import pytest

from regard.studio.server.limits import Limits

from .conftest import Served

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser


def names(page) -> list[str]:
    return page.locator("main table").first.locator("button.link").all_inner_texts()


def test_the_table_is_sorted_by_keyboard(page_of):
    page = page_of("runs?kind=classify")
    expect(page.locator("button.link")).to_have_count(3)
    head = page.get_by_role("button", name="Parameters")
    head.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Parameters")).to_have_attribute("aria-sort", "ascending")
    rising = names(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Parameters")).to_have_attribute("aria-sort", "descending")
    assert names(page) == rising[::-1]
    assert rising != sorted(rising) or rising[0] == "mean"


def test_chosen_runs_are_tested_against_the_first(page_of):
    page = page_of("runs")
    test = page.get_by_role("button", name="Test the chosen runs")
    expect(page.get_by_label("Choose mean")).to_be_visible()
    expect(test).to_be_disabled()
    page.get_by_label("Choose mean").check()
    page.get_by_label("Choose attention").check()
    page.get_by_role("button", name="Seed").click()
    expect(page.get_by_label("Choose attention")).to_be_checked()
    test.click()
    expect(page.get_by_role("heading", name="Paired tests")).to_be_visible()
    expect(page.locator(".picture h3")).to_contain_text("What each run is worth")
    expect(page.get_by_text("24 texts of probe-reviews")).to_be_visible()
    page.wait_for_url("**runs=mean%2Cattention**")


def test_runs_that_do_not_compare_are_told_in_place(page_of):
    page = page_of("runs?runs=mean,gpt")
    page.get_by_role("button", name="Test the chosen runs").click()
    expect(page.locator(".failure")).to_contain_text("compare runs that do the same")


def test_the_doctor_and_downloads_of_one_run(page_of):
    page = page_of("runs")
    page.get_by_role("button", name="attention", exact=True).click()
    page.get_by_role("button", name="Ask the doctor").click()
    expect(page.get_by_text("Nothing is wrong")).to_be_visible(timeout=30_000)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the run").click()
    assert download.value.suggested_filename == "attention.zip"


def test_the_table_as_files(page_of):
    page = page_of("runs?kind=language")
    expect(page.locator("button.link")).to_have_count(2)
    found = {}
    for kind in ("CSV", "JSON"):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind, exact=True).click()
        found[kind] = Path(download.value.path()).read_text(encoding="utf-8")
    assert {one["id"] for one in json.loads(found["JSON"])} == {"gpt", "bert"}
    assert found["CSV"].startswith("id,name,task")


def test_french_and_dark_on_a_small_screen(page_of):
    page = page_of("runs?runs=mean,attention&run=mean&lang=fr&theme=dark", width=360)
    page.get_by_role("button", name="Comparer les modèles choisis").click()
    expect(page.get_by_role("heading", name="Tests appariés")).to_be_visible()
    expect(page.get_by_role("button", name="Consulter le docteur")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_any_run_one_is_led_to_train(page_of, tmp_path):
    served = Served([], tmp_path / "home", Limits())
    try:
        page = page_of("runs?lang=fr", at=served)
        expect(page.get_by_text("aucun modèle entraîné ici")).to_be_visible()
        expect(page.get_by_role("button", name="CSV")).to_be_hidden()
        page.get_by_role("main").get_by_role("button", name="Entraîner").click()
        expect(page.get_by_role("heading", name="Entraîner")).to_be_visible()
    finally:
        served.close()
