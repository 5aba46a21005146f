"""Read, as a person uses it."""

from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser
TEXT = "this terrible film , a terrible plot , is terrible"


def test_words_and_label_follow_what_is_typed(page_of):
    page = page_of("read?run=attention")
    page.get_by_label("Text").fill("a wonderful film")
    expect(page.locator(".words .word")).to_have_count(3)
    assert page.locator(".words").inner_text() == "a wonderful film"
    page.get_by_label("Text").press_sequentially(" indeed")
    expect(page.locator(".words .word")).to_have_count(4)
    expect(page.locator(".answers .best")).to_contain_text("%")
    page.wait_for_url("**text=a+wonderful+film+indeed**")


def test_the_method_changes_and_its_faithfulness_follows(page_of):
    page = page_of(f"read?run=attention&text={TEXT}")
    page.get_by_label("How words are weighed").select_option("leave-one-out")
    expect(page.locator(".picture h3")).to_contain_text("leave each word out")
    expect(page.locator(".not")).to_contain_text("orange against it")
    expect(page.locator(".faith tbody tr")).to_have_count(3)
    page.wait_for_url("**method=leave-one-out**")


@pytest.mark.parametrize(
    ("ways", "method", "said"),
    [
        ({"left-out": "better"}, "occlusion", ["from 80.0% to 60.0%", "to 70.0% on average: these words matter."]),
        ({"left-out": "alike", "hole": "alike"}, "occlusion", ["no more than chance explains. With words hidden inst"]),
        ({"left-out": "worse", "hole": "alike"}, "occlusion", ["left out: Without", "hidden: Without the words that"]),
        ({"left-out": "unmoved"}, "occlusion", ["no word can be said to matter"]),
        ({"left-out": "better"}, "random", ["This is a control", "by luck more than nearly all other"]),
    ],
)
def test_the_sentence_speaks_of_every_way_and_of_controls_as_controls(page_of, ways, method, said):
    page = page_of(f"read?run=attention&text={TEXT}")
    figures = {"contrast": False, "comprehensiveness": None, "lost": 0.2, "random": {"lost": 0.1}}
    found = {"full": 0.8} | {way: figures | {"verdict": verdict} for way, verdict in ways.items()}
    page.route("**/faithfulness", lambda route: route.fulfill(json=found))
    page.get_by_label("How words are weighed").select_option(method)
    for part in said:
        expect(page.locator(".faith")).to_contain_text(part)
    expect(page.locator(".faith table")).to_have_count(0)


def test_a_model_without_attention_says_so_and_other_methods_work(page_of):
    page = page_of(f"read?run=mean&text={TEXT}&method=rollout")
    expect(page.locator(".failure")).to_be_visible()
    expect(page.locator(".answers .best")).to_contain_text("%")
    page.get_by_label("How words are weighed").select_option("occlusion")
    expect(page.locator(".failure")).to_have_count(0)


def test_a_word_is_taken_out_and_replaced_by_keyboard_alone(page_of):
    page = page_of("read?run=attention&text=a wonderful film")
    expect(page.locator(".word")).to_have_count(3)
    page.get_by_label("Text").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="A text of the corpus")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".word").nth(1)).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator(".edit")).to_contain_text("wonderful")
    expect(page.locator(".edit .change")).to_contain_text("without it")
    page.keyboard.type("terrible")
    expect(page.locator(".edit .change")).to_contain_text("with “terrible”")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Text")).to_have_value("a terrible film")
    expect(page.locator(".words")).to_have_text("a terrible film")


def test_escape_leaves_the_word_as_it_was(page_of):
    page = page_of("read?run=attention&text=a wonderful film")
    page.locator(".word").nth(1).click()
    expect(page.locator(".edit")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".edit")).to_be_hidden()
    expect(page.locator(".word").nth(1)).to_be_focused()
    expect(page.get_by_label("Text")).to_have_value("a wonderful film")


def test_a_link_restores_what_was_seen(page_of):
    page = page_of(f"read?run=transformer&text={TEXT}&method=occlusion&numbers=1&lang=fr&theme=dark")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.get_by_label("Texte")).to_have_value(TEXT)
    expect(page.get_by_label("Pesée des mots")).to_have_value("occlusion")
    expect(page.locator(".words")).to_have_class("words numbered")
    expect(page.locator(".words .word")).to_have_count(10)
    before = page.locator(".picture").inner_text()
    page.reload()
    expect(page.locator(".words .word")).to_have_count(10)
    assert page.locator(".picture").inner_text() == before


@pytest.mark.parametrize("text", ["😀 good 😀 film 👩‍👩‍👧", "<img src=x onerror=alert(1)>", "a\nb\tc", "é" * 50])
def test_any_text_is_shown_as_it_is(page_of, text):
    page = page_of("read?run=attention")
    page.get_by_label("Text").fill(text)
    page.wait_for_timeout(300)
    expect(page.locator(".failure")).to_have_count(0)
    assert page.locator(".words").evaluate("node => node.textContent") == text
    assert page.locator(".words img").count() == 0


def test_table_and_files_of_the_picture(page_of):
    page = page_of("read?run=attention&text=a =wonderful film")
    expect(page.locator(".word")).to_have_count(4)
    page.get_by_role("button", name="Show as a table").click()
    expect(page.locator(".picture tbody tr")).to_have_count(4)
    found = {}
    for kind in ("SVG", "PNG", "CSV"):
        with page.expect_download() as download:
            page.get_by_role("button", name=kind).click()
        found[kind] = Path(download.value.path()).read_bytes()
    assert found["PNG"].startswith(b"\x89PNG")
    assert b"wonderful" in found["SVG"]
    assert b"class=" not in found["SVG"]
    assert b"'=" in found["CSV"]


def test_without_a_word_one_is_asked_for_a_text_and_a_short_one_is_not_tried_out(page_of):
    page = page_of("read?run=attention&lang=fr&text=%20")
    expect(page.get_by_text("Il n'y a encore aucun mot à regarder")).to_be_visible()
    for hidden in (".picture", ".faith", ".answers"):
        expect(page.locator(hidden)).to_be_hidden()
    page.get_by_label("Texte").fill("film")
    expect(page.locator(".faith")).to_contain_text("de 2 à 400 mots")
    expect(page.locator(".picture")).to_be_visible()
    page.get_by_label("Texte").fill("")
    expect(page.locator(".picture")).to_be_hidden()


@pytest.mark.parametrize("view", ["heads", "inside", "translate"])
def test_other_views_ask_for_a_text_too(page_of, view):
    page = page_of(f"{view}?lang=fr&text=%20")
    expect(page.get_by_text("Il n'y a encore aucun mot à regarder")).to_be_visible()
    expect(page.locator(".failure")).to_have_count(0)
