"""Compare, as a person uses it."""

from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser
TEXT = "this terrible film is terrible"


def test_a_text_through_runs_aligned_and_sorted(page_of):
    page = page_of(f"compare?runs=attention,mean&text={TEXT}")
    expect(page.locator(".beside .picture")).to_have_count(2)
    expect(page.locator(".grid-row")).to_have_count(5)
    expect(page.locator(".grid-row").first).to_contain_text("terrible")
    page.get_by_label("Order of the words").select_option("text")
    expect(page.locator(".grid-row").first).to_contain_text("this")
    page.wait_for_url("**order=text**")
    page.get_by_role("checkbox", name="transformer").check()
    expect(page.locator(".beside .picture")).to_have_count(3)
    page.wait_for_url("**runs=attention%2Cmean%2Ctransformer**")
    page.get_by_label("Text").fill("a wonderful film")
    expect(page.locator(".grid-row")).to_have_count(3)


def test_a_word_is_found_in_every_run_by_keyboard(page_of):
    page = page_of(f"compare?runs=attention,mean&text={TEXT}&order=text")
    expect(page.locator(".grid-row")).to_have_count(5)
    page.locator(".grid-row").nth(2).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".word.chosen")).to_have_text(["film", "film"])
    page.locator(".beside .word").first.click()
    expect(page.locator(".word.chosen")).to_have_text(["this", "this"])
    expect(page.locator(".grid-row.chosen")).to_contain_text("this")


def test_too_few_runs_are_asked_for(page_of):
    page = page_of(f"compare?runs=attention,mean&text={TEXT}")
    expect(page.locator(".grid-row")).to_have_count(5)
    page.get_by_role("checkbox", name="mean").uncheck()
    expect(page.get_by_text("Tick two runs at least.")).to_be_visible()
    expect(page.locator(".grid-row").first).to_be_hidden()


def test_translations_in_french_and_dark_on_a_small_screen(page_of):
    page = page_of("compare?runs=bahdanau,translator&text=Anna did not sign .&lang=fr&theme=dark", width=360)
    expect(page.locator("h1")).to_have_text("Comparer")
    expect(page.locator(".beside .picture")).to_have_count(2)
    expect(page.get_by_label("Ordre des mots")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_texts_and_files_are_harmless(page_of):
    page = page_of("compare?runs=attention,mean")
    page.get_by_label("Text").fill("=cmd <img src=x onerror=alert(1)>")
    expect(page.locator(".grid-row").first).to_be_visible()
    assert page.locator("main img").count() == 0
    grid = page.locator("figure").last
    for kind in ("SVG", "CSV"):
        with page.expect_download() as download:
            grid.get_by_role("button", name=kind).click()
        found = Path(download.value.path()).read_text(encoding="utf-8")
        assert "<img" not in found
    assert "\n'=" in found
