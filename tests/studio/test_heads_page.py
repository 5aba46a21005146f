"""Heads, as a person uses it: a click, keys alone, French, a small screen, a long text."""

import re
import time

import pytest

from regard.explain.heads import maps

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser

SITE = "encoder.layers.0.attention"


def test_a_head_is_chosen_and_silenced_with_a_click_and_the_answer_moves(page_of):
    page = page_of("heads?run=transformer&text=I did not like this film")
    heads = page.locator(".heads-all .head")
    expect(heads.first).to_be_visible()
    page.get_by_role("button", name="Layer 1, head 2", exact=True).click()
    expect(page.get_by_role("heading", name="Layer 1, head 2")).to_be_visible()
    expect(page.locator(".move .numbers").first).to_be_visible()
    before = page.locator(".move .numbers").all_inner_texts()
    assert all(one.split(" → ")[0] == one.split(" → ")[1] for one in before)
    page.get_by_role("button", name="Silence this head").click()
    expect(page.get_by_role("button", name="Layer 1, head 2, silenced")).to_have_class(re.compile("silent"))
    expect(page.get_by_text("Silenced: Layer 1, head 2.")).to_be_visible()
    expect(page.locator(".turn")).to_have_text(re.compile("^Without this, the answer (is still|turns from) “"))
    expect(page).to_have_url(re.compile(f"off={SITE}%7C0%7C1"))
    page.reload()
    expect(page.get_by_role("button", name="Let this head speak")).to_be_visible()
    page.get_by_role("button", name="Restore all").click()
    expect(page.get_by_text("No head is silenced.")).to_be_visible()
    expect(page.locator(".turn")).to_have_count(0)


def test_who_has_not_chosen_sees_the_run_with_most_heads(page_of):
    for view in ("heads", "inside"):
        expect(page_of(view).get_by_label("Run", exact=True)).to_have_value("transformer")


def test_keys_alone_go_through_heads_and_words(page_of):
    page = page_of("heads?run=transformer&text=I did not like this film")
    first = page.locator(".heads-all .head[tabindex='0']")
    expect(first).to_have_count(1)
    first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Layer 1, head 2")).to_be_visible()
    word = page.locator(".heads-words .word[tabindex='0']")
    expect(word).to_have_count(1)
    word.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".heads-words .word.chosen")).to_have_text("like")
    canvas = page.locator("canvas.map")
    canvas.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".pair")).to_contain_text("“this” (word 5) looks at “did” (word 2)")
    page.keyboard.press("Enter")
    expect(page.locator(".heads-words .word.chosen")).to_have_text("this")
    expect(page).to_have_url(re.compile("word=4"))


def test_both_directions_are_the_same_weights_seen_from_two_sides(page_of):
    page = page_of("heads?run=transformer&text=I did not like this film&word=2")
    page.get_by_label("Show", exact=True).select_option("to")
    expect(page.get_by_role("heading", name="Who looks at “not”")).to_be_visible()
    arcs = page.locator("svg.lines")
    expect(arcs.locator("text.chosen")).to_have_text("not")
    arcs.get_by_role("button", name="film").first.click()
    expect(page.get_by_role("heading", name="What “film” looks at")).to_be_visible()


def test_a_translation_shows_three_kinds_of_looks_in_french(page_of):
    page = page_of("heads?run=translator&lang=fr&text=Anna did not sign .")
    rows = page.locator(".heads-all tbody th")
    expect(rows.first).to_be_visible()
    assert [text.split(" ")[0] for text in rows.all_inner_texts()][:2] == ["Encodeur", "Encodeur"]
    assert "Décodeur 1\u00a0: la source" in rows.all_inner_texts()
    page.get_by_role("button", name="Mettre cette tête en sourdine").click()
    expect(page.get_by_text("Après :")).to_be_visible()
    page.get_by_role("button", name="Voir en tableau").nth(1).click()
    expect(page.get_by_role("columnheader", name="Le plus probable après")).to_be_visible()


def test_a_long_text_is_binned_and_comes_sharp_when_one_goes_nearer(page_of):
    text = "I did not like this film and the actors are bad " * 80
    page = page_of("heads?run=bahdanau")
    page.get_by_label("Text", exact=True).fill("Anna did not sign . " * 3)
    expect(page.locator(".zoom")).to_contain_text("×")
    page.goto(page.url.split("#")[0] + "#/heads?run=transformer")
    page.get_by_label("Text", exact=True).fill(text)
    expect(page.locator(".zoom")).to_have_text("512 × 512", timeout=20_000)
    page.get_by_role("button", name="Nearer").click()
    page.get_by_role("button", name="Nearer").click()
    expect(page.locator(".zoom")).to_have_text("128 × 128")
    expect(page.locator(".pair")).to_contain_text("looks at")
    page.get_by_role("button", name="The whole matrix").click()
    expect(page.locator(".zoom")).to_have_text("512 × 512")
    expect(page.get_by_text("Words 1 to 40 are drawn")).to_be_visible()


def test_layers_that_take_long_are_shown_one_by_one(page_of, monkeypatch):
    real = maps._habits
    monkeypatch.setattr(maps, "_habits", lambda weights: time.sleep(0.35) or real(weights))
    page = page_of("heads?run=translator&text=Anna did not sign .")
    expect(page.locator(".answer")).to_have_text(re.compile("[1-9] of [2-9] layers"))
    assert page.locator(".heads-all tbody tr").count() < 6
    expect(page.locator("canvas.map")).to_be_hidden()
    expect(page.locator("canvas.map")).to_be_visible()
    expect(page.locator(".heads-all tbody tr")).to_have_count(6)


def test_512_by_512_weights_are_drawn_in_half_a_second(page_of):
    page = page_of("heads?run=attention")
    expect(page.locator("canvas.map")).to_be_visible()
    spent = page.evaluate(
        """async () => {
          const { paint, unpack } = await import("/parts/weights.js");
          const bytes = Uint8Array.from({ length: 512 * 512 }, (_, i) => (i * 7) % 256);
          let text = "";
          for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
          const sent = { down: 512, across: 512, largest: 0.5, levels: 255, data: btoa(text) };
          const start = performance.now(), found = unpack(sent), canvas = paint(found, found.largest);
          document.body.append(canvas);
          return { spent: performance.now() - start, last: found.weights[3], wide: canvas.width };
        }"""
    )
    assert spent["wide"] == 512
    assert spent["last"] == pytest.approx(0.5 * (21 / 255) ** 2, abs=1e-6)
    assert spent["spent"] < 500


def test_a_small_dark_screen_has_no_sideways_scrolling_and_files_to_keep(page_of):
    page = page_of("heads?run=translator&theme=dark&text=Anna did not sign .", width=360, height=740)
    expect(page.locator("canvas.map")).to_be_visible()
    expect(page.locator("svg.lines")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for number, ending in enumerate(("SVG", "PNG", "CSV")):
        with page.expect_download() as kept:
            page.locator(".picture").nth(number).get_by_role("button", name=ending, exact=True).click()
        assert kept.value.suggested_filename.endswith(ending.lower())


def test_a_model_without_attention_and_an_empty_text_say_so(page_of):
    page = page_of("heads?run=attention")
    expect(page.locator("canvas.map")).to_be_visible()
    page.get_by_label("Text", exact=True).fill(" ")
    expect(page.get_by_text("There is no word to look at yet")).to_be_visible()
    page_of.complaints.clear()
