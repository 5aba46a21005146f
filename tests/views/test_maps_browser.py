"""The page of many maps in a browser: it unpacks what was packed, and mouse and keyboard reach every weight."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from regard.explain.rows import array_of
from regard.views.maps.page import maps_page

from .test_maps import many, words

N = 60
TOLD = many(N, 2, 4)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("maps") / "page.html"
    path.write_text(maps_page(TOLD, "en"), encoding="utf-8")
    return path


@pytest.fixture
def page(browser: Any, file: Path) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    opened.on("request", lambda request: wrong.append(request.url) if not request.url.startswith("file:") else None)
    opened.goto(file.as_uri())
    opened.wait_for_selector("#explorer:not([hidden])")
    yield opened
    context.close()
    assert wrong == []


def weight(said: str) -> float:
    return float(re.findall(r"([\d.]+)\s%", said)[-1]) / 100


def test_every_weight_is_unpacked_in_its_place(page: Any):
    for number, one in enumerate(TOLD.maps):
        shown = page.evaluate(f"Array.from(all.dense({number}).weights)")
        assert shown == pytest.approx(array_of(one.weights).ravel().tolist(), abs=2e-5)


def test_arrow_keys_go_from_pair_to_pair(page: Any):
    page.focus("#large")
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Shift+ArrowRight"):
        page.keyboard.press(key)
    said = page.text_content("#pair")
    assert said.startswith("“not” (word 3) looks at “did” (word 12)")
    assert weight(said) == pytest.approx(TOLD.maps[0].weights[2][11], abs=6e-4)


def test_a_click_on_the_map_chooses_the_pair_under_it_also_when_nearer(page: Any):
    for _ in range(2):
        page.click("#in")
    assert page.text_content("#zoom") == "4×"
    box = page.locator("#large").bounding_box()
    cell = box["width"] / (N / 4)
    page.locator("#large").click(position={"x": 6.5 * cell, "y": 2.5 * cell})
    assert "(word 3) looks at “all” (word 7)" in page.text_content("#pair")


def test_a_chosen_word_shades_the_words_it_looks_at_or_that_look_at_it(page: Any):
    page.click("#head-5")
    page.click("#rows-words mark >> nth=3")
    grid = array_of(TOLD.maps[5].weights)
    first = page.text_content("#top tr:first-child td")
    assert int(first) == 1 + int(grid[3].argmax())
    assert page.locator("#rows-words mark").nth(int(first) - 1).get_attribute("class") != "w0"
    page.click("text=who looks at the word")
    page.click("#rows-words mark >> nth=3")
    assert int(page.text_content("#top tr:first-child td")) == 1 + int(grid[:, 3].argmax())
    assert "layers.1, head 1" in page.text_content("#said")


def test_the_text_and_the_heads_are_reached_by_keyboard(page: Any):
    page.focus("#rows-words")
    page.keyboard.press("End")
    assert page.get_attribute("#rows-words", "aria-activedescendant") == f"rows-words-{N - 1}"
    page.keyboard.press("ArrowLeft")
    assert page.locator("#rows-words [aria-selected=true]").text_content() == words(N)[-2]
    page.focus("#head-0")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "head-5"
    assert page.get_attribute("#head-5", "aria-pressed") == "true"
    assert page.locator("[id^=head-][tabindex='0']").count() == 1


def test_words_are_shown_as_text(page: Any):
    assert page.locator("#rows-words b").count() == 0
    assert page.locator("#rows-words mark").nth(4).text_content() == "</script><b>it</b>"


def test_where_one_stands_is_in_the_address(page: Any, file: Path):
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#3.7.9.columns.2")
    page.wait_for_selector("#explorer:not([hidden])")
    assert "layers.0, head 3" in page.text_content("#said")
    assert "word 10" in page.text_content("#said")
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#99.x.1.<b>.3")
    page.wait_for_selector("#explorer:not([hidden])")
    assert "layers.0, head 0" in page.text_content("#said")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_screen_needs_no_scrolling_sideways(browser: Any, file: Path, scheme: str):
    context = browser.new_context(viewport={"width": 360, "height": 800}, color_scheme=scheme)
    page = context.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector("#explorer:not([hidden])")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    pixels = page.evaluate("[...$('head-0').firstElementChild.getContext('2d').getImageData(0, 0, 9, 9).data]")
    assert max(pixels[3::4]) > 0
    context.close()
