"""The page around the views: the token, languages, themes, small screens."""

import pytest

from regard.studio.server.limits import Limits

from .conftest import TOKEN, Served, settled

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser
VIEWS = "[...document.querySelectorAll('#views a, #foot a')].map((link) => link.getAttribute('href'))"


def test_the_token_leaves_the_address_and_stays_in_the_tab(page_of, server):
    page = page_of()
    assert TOKEN not in page.url
    page.reload()
    expect(page.locator("main h1")).to_have_text("Read")


def test_without_the_token_the_page_asks_for_the_link(page_of, server, browser):
    page = browser.new_context().new_page()
    page.goto(f"{server.address}/#/read?lang=fr&text=bonjour")
    expect(page.locator("main")).to_contain_text("lien affiché")
    page.get_by_label("Lien ou jeton").fill(server.link)
    page.get_by_role("button", name="Entrer").click()
    expect(page.locator("main h1")).to_have_text("Lire")
    expect(page.get_by_label("Texte")).to_have_value("bonjour")
    page.context.close()


def test_a_second_tab_gets_the_token_from_the_first(page_of, server):
    first = page_of("read?text=one")
    second = first.context.new_page()
    second.goto(f"{server.address}/#/read?text=two")
    expect(second.get_by_label("Text")).to_have_value("two")
    expect(first.get_by_label("Text")).to_have_value("one")


def test_language_and_theme_change_in_place_and_keep_the_text(page_of):
    page = page_of("read?run=attention")
    page.get_by_label("Text", exact=True).fill("kept as it is")
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("main h1")).to_have_text("Lire")
    expect(page.get_by_label("Texte")).to_have_value("kept as it is")
    page.get_by_label("Clair ou sombre").select_option("dark")
    dark = "() => getComputedStyle(document.body.parentElement).backgroundColor"
    assert page.evaluate(dark) == "rgb(20, 23, 28)"
    assert "theme=dark" in page.url
    page.go_back()
    assert page.evaluate(dark) == "rgb(255, 255, 255)"


def test_the_system_s_dark_is_followed(page_of):
    page = page_of("read", color_scheme="dark")
    assert page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor") == "rgb(20, 23, 28)"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_no_view_is_wider_than_a_small_screen(page_of, lang):
    page = page_of(f"read?lang={lang}", width=360, height=740)
    for link in page.evaluate(f"() => {VIEWS}"):
        page.goto(page.url.split("#")[0] + link)
        page.wait_for_timeout(700)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= 360, link


def test_first_load_is_small_and_fast(page_of):
    page = page_of()
    page.reload()
    page.wait_for_selector(".word")
    loaded = page.evaluate(
        "() => performance.getEntriesByType('resource').map((one) => one.decodedBodySize)"
        ".reduce((sum, size) => sum + size, performance.getEntriesByType('navigation')[0].decodedBodySize)"
    )
    assert loaded < 1_000_000
    assert page.evaluate("() => performance.getEntriesByType('navigation')[0].loadEventEnd") < 5_000


def test_every_text_exists_in_both_languages(page_of):
    page = page_of()
    tables = page.evaluate("() => import('/words/index.js').then((module) => module.TABLES)")
    assert set(tables) >= {"common", "read", "job", "methods"}
    wrong = [
        key
        for table in tables.values()
        for key, both in table.items()
        if len(both) != 2
        or not all(both)
        or {*_holes(both[0])} != {*_holes(both[1])}
        or (both[0] == both[1] and len(both[0]) > 60 and not key.endswith(".example"))
        or "  " in "".join(both)
        or any(mark in both[1] for mark in (" …", "“", " ?\u00a0"))
    ]
    assert wrong == []


def _holes(text: str) -> list[str]:
    return [part.split("}")[0] for part in text.split("{")[1:]]


@pytest.mark.slow
def test_without_any_run_one_is_trained_on_the_page(page_of, tmp_path):
    served = Served([], tmp_path / "home", Limits())
    try:
        page = page_of("read", at=served)
        page.get_by_role("button", name="Train it").click()
        expect(page.locator(".bar")).to_be_visible()
        page.reload()
        expect(page.locator(".bar")).to_be_visible()
        expect(page.get_by_label("Run")).to_contain_text("probe-reviews", timeout=250_000)
        expect(page.locator(".word").first).to_be_visible()
    finally:
        for child in served.studio.jobs.children.values():
            child.wait(60)
        served.close()


@pytest.mark.parametrize("view", ["read", "compare", "inside", "positions", "runs"])
def test_a_question_that_takes_long_is_seen_to_be_open(page_of, view):
    page = page_of("train")
    settled(page)
    expect(page.locator("body")).to_have_css("visibility", "hidden", pseudo="before")
    page.route("**/api/v1/**", lambda route: None)
    page.evaluate(f"location.hash = '#/{view}'")
    expect(page.locator("body")).to_have_css("visibility", "visible", pseudo="before", timeout=10_000)
    assert page.locator(".picture:visible").count() == 0
