"""Translate, as a person uses it."""

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser
TEXT = "text=The+dog+sees+the+cat+."


def test_translations_their_tree_and_their_alignment_follow_what_is_typed(page_of, client):
    page = page_of("translate?run=translator&beam=2")
    page.get_by_label("Text to translate").fill("The dog sees the cat .")
    body = {"text": "The dog sees the cat .", "beam": 2, "alpha": 0.6}
    said = client.post("/api/v1/runs/translator/translate", json=body).json()
    expect(page.locator(".translated")).to_have_count(len(said["outputs"]))
    expect(page.locator(".tree .node")).to_have_count(len(said["nodes"]))
    expect(page.locator("svg.aligned")).to_have_count(2)
    assert page.locator(".output-text").first.inner_text().strip() == (said["outputs"][0]["text"] or "(nothing said)")
    assert "-" not in page.locator(".output-sum").first.inner_text(), "a minus is a minus, not a hyphen"
    page.wait_for_url("**text=The+dog**")


def test_the_beam_is_dragged_with_the_keyboard_and_discards_can_be_hidden(page_of):
    page = page_of(f"translate?run=translator&beam=1&{TEXT}")
    expect(page.locator(".translated")).to_have_count(1)
    page.get_by_label("Beam").press("ArrowRight")
    page.get_by_label("Beam").press("ArrowRight")
    expect(page.locator(".translated")).to_have_count(3)
    page.wait_for_url("**beam=3**")
    assert page.locator(".tree .node.cut").count() > 0
    page.get_by_label("Show what was discarded").uncheck()
    expect(page.locator(".tree .node.cut")).to_have_count(0)
    page.wait_for_url("**discarded=0**")


def test_a_box_says_why_it_was_discarded_and_can_be_gone_on_from(page_of):
    page = page_of(f"translate?run=translator&beam=2&{TEXT}")
    page.locator(".tree .node").first.focus()
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    focused = page.evaluate("document.activeElement.getAttribute('class')")
    assert "cut" in focused or "late" in focused
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("of its step")
    page.locator(".tree .node.cut").first.click()
    wanted = page.locator(".told strong").inner_text()
    page.locator(".told button").click()
    expect(page.get_by_label("The translation must begin with")).to_have_value(wanted)
    expect(page.locator(".tree .node.forced").first).to_be_visible()
    for text in page.locator(".output-text").all_inner_texts():
        assert text.startswith(wanted)
    page.get_by_role("button", name="Let it begin freely").click()
    expect(page.locator(".tree .node.forced")).to_have_count(0)


def test_another_translation_and_another_head_are_aligned(page_of):
    page = page_of(f"translate?run=translator&beam=3&{TEXT}")
    expect(page.locator("svg.aligned")).to_have_count(2)
    before = page.locator("svg.aligned").first.inner_html()
    page.get_by_label("Attention", exact=True).select_option(index=1)
    expect(page.locator("svg.aligned").first).not_to_have_js_property("innerHTML", before)
    page.locator(".translated").nth(1).click()
    expect(page.locator(".translated").nth(1)).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Tokens instead of words").check()
    expect(page.locator("svg.aligned").first).to_contain_text("[END]")
    page.wait_for_url("**chosen=1**")


def test_its_link_restores_it_in_french_on_a_small_screen(page_of):
    page = page_of(f"translate?run=bahdanau&beam=2&prefix=Le&lang=fr&{TEXT}", width=360)
    expect(page.get_by_label("La traduction doit commencer par")).to_have_value("Le")
    expect(page.locator(".tree .node.forced").first).to_be_visible()
    expect(page.locator("svg.aligned")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Voir en tableau").first.click()
    expect(page.get_by_role("columnheader", name="Pénalité de longueur")).to_be_visible()


def test_a_text_that_is_too_long_is_refused_in_place(page_of):
    page = page_of("translate?run=translator&beam=2")
    expect(page.locator(".translated").first).to_be_visible()
    page_of.complaints.clear()
    page.get_by_label("Text to translate").fill("word " * 2000)
    expect(page.get_by_role("alert").filter(has_text="tokens, its end included")).to_be_visible()
    page.wait_for_timeout(50)
    page_of.complaints.clear()


def test_files_of_the_tree(page_of, tmp_path):
    page = page_of(f"translate?run=translator&beam=2&{TEXT}")
    tree = page.locator("figure").filter(has_text="step by step")
    for kind in ("SVG", "CSV"):
        with page.expect_download() as waiting:
            tree.get_by_role("button", name=kind).click()
        waiting.value.save_as(tmp_path / kind)
    assert "<rect" in (tmp_path / "SVG").read_text()
    assert (tmp_path / "CSV").read_text().startswith("Step,Token,After,Rank,log p")
