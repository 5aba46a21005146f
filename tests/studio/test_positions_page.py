"""Positions, as a person uses it."""

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser


def rows(page):
    """The numbers behind the map."""
    page.locator("figure").first.get_by_role("button", name="Show as a table").click()
    return page.locator("figure").first.locator("tbody tr")


def test_the_map_follows_kind_and_length(page_of, client):
    page = page_of("positions?length=6&width=8")
    expect(page.locator("svg.square path").first).to_be_visible()
    expect(rows(page)).to_have_count(6)
    page.get_by_label("Kind of position").select_option("alibi")
    expect(page.locator("figure").first).to_contain_text("ALiBi")
    expect(page.get_by_label("Heads")).to_be_visible()
    expect(page.get_by_label("Dimension")).to_be_hidden()
    said = client.post("/api/v1/positions", json={"kind": "alibi", "length": 6, "heads": 8}).json()
    cell = page.locator("figure").first.locator("tbody tr").nth(5).locator("td").first
    expect(cell).to_have_text(f"{said['values'][5][0]:.1f}".replace("-", "−"))
    page.get_by_role("slider", name="Places").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("figure").first.locator("tbody tr")).to_have_count(7)
    page.wait_for_url("**length=7**")


def test_a_row_is_chosen_with_the_mouse_and_with_the_keyboard(page_of):
    page = page_of("positions?length=20")
    expect(page.get_by_text("the query at place 20")).to_be_visible()
    box = page.locator("svg.square").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * (24 + 290 * 4.5 / 20) / 380)
    expect(page.get_by_text("the query at place 5")).to_be_visible()
    page.get_by_label("Row: place of the query").press("ArrowLeft")
    expect(page.get_by_text("the query at place 4")).to_be_visible()
    page.wait_for_url("**row=4**")


def test_the_positions_of_a_run_and_of_one_that_has_none(page_of):
    page = page_of("positions?of=gpt&length=12")
    expect(page.locator("svg.square path").first).to_be_visible()
    expect(page.get_by_label("Kind of position")).to_be_hidden()
    expect(page.locator(".answer")).to_contain_text("Not only the distance counts")
    page.get_by_label("Whose positions").select_option("mean")
    expect(page.get_by_text("adds no positions")).to_be_visible()
    expect(page.locator("svg.square")).to_be_hidden()
    page.get_by_label("Whose positions").select_option("translator")
    expect(page.get_by_label("Part of the model")).to_be_visible()
    expect(page.get_by_label("Text whose queries are asked")).to_be_visible()
    page.get_by_label("Whose positions").select_option("")
    expect(page.get_by_text("Only the distance counts")).to_be_visible()


def test_in_french_dark_on_a_small_screen(page_of):
    page = page_of("positions?kind=rotary&lang=fr&theme=dark", width=360)
    expect(page.locator("figure").first).to_contain_text("Rotatives")
    expect(page.get_by_text("Seule la distance compte")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
