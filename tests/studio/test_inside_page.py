"""Inside a head, as a person uses it: every kind of look, links between numbers, keys, French."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser

TEXT = "I did not like this film"


def cell(page, step, row, column):
    lines = page.locator(f"table[aria-label^='{step},'] tbody tr")
    return lines.nth(row).locator(".cell").nth(column)


@pytest.mark.parametrize(
    ("run", "letters"),
    [
        ("attention", "E Q S A Z"),
        ("bahdanau", "E H D Q K T S A Z"),
        ("transformer", "E X Q K V Q′ K′ S C A Z"),
        ("gpt", "E P X Q K V S C M A Z"),
        ("translator", "E X Y Q K V S C A Z"),
    ],
)
def test_every_kind_of_look_has_its_steps(page_of, run, letters):
    page = page_of(f"inside?run={run}&text={TEXT}")
    expect(page.locator(".by-hand .letter").last).to_have_text("Z")
    assert " ".join(page.locator(".by-hand .letter").all_inner_texts()) == letters
    said = page.get_by_text("Worked out anew step by step").inner_text()
    assert float(re.search(r"at most (\S+)\.$", said)[1]) <= 1e-5
    weights = page.locator("table[aria-label^='A,'] tbody tr").first.locator(".cell, .extra").all_inner_texts()
    assert sum(map(float, weights)) == pytest.approx(1, abs=0.005)


def test_a_number_lights_up_what_it_is_made_of_and_what_it_goes_into(page_of):
    page = page_of(f"inside?run=gpt&text={TEXT}&word=3")
    cell(page, "Z", 1, 2).hover()
    expect(page.locator("table[aria-label^='A,'] tbody tr").nth(1).locator(".cause")).to_have_count(8)
    values = page.locator("table[aria-label^='V,'] tbody tr")
    assert all("cause" in values.nth(i).locator(".cell").nth(2).get_attribute("class") for i in range(values.count()))
    expect(page.locator(".worked")).to_contain_text("×")
    cell(page, "S", 2, 1).focus()
    page.mouse.move(0, 0)
    expect(page.locator("table[aria-label^='Q,'] tbody tr").nth(2).locator(".cause")).to_have_count(4)
    expect(page.locator("table[aria-label^='K,'] tbody tr").nth(1).locator(".cause")).to_have_count(4)
    expect(page.locator("table[aria-label^='C,'] .effect")).to_have_count(1)
    cell(page, "M", 0, 1).focus()
    expect(page.locator(".worked")).to_contain_text("−∞: this word comes later")


def test_a_sum_that_is_written_out_adds_up(page_of):
    page = page_of(f"inside?run=gpt&text={TEXT}")
    cell(page, "S", 2, 1).focus()
    expect(page.locator(".worked")).to_contain_text("=")
    terms, total = page.locator(".worked").inner_text().split("] ")[1].replace("−", "-").split(" = ")
    numbers = [[float(x.strip("()")) for x in term.split(" × ")] for term in terms.split(" + ")]
    assert sum(a * b for a, b in numbers) == pytest.approx(float(total), abs=0.02)


def test_keys_alone_walk_the_numbers_and_choose_a_word(page_of):
    page = page_of(f"inside?run=transformer&text={TEXT}&word=4")
    expect(page.locator(".inside-words .word.chosen")).to_have_text("this")
    cell(page, "A", 0, 0).focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator(".worked b")).to_have_text(re.compile(r"^A \[not, did\]"))
    page.keyboard.press("Enter")
    expect(page.locator(".inside-words .word.chosen")).to_have_text("not")
    expect(page).to_have_url(re.compile("word=2"))
    assert page.evaluate("document.activeElement.closest('table')?.getAttribute('aria-label')") == "A, Weights"


def test_steps_close_more_numbers_come_and_the_link_keeps_it(page_of):
    page = page_of(f"inside?run=attention&text={TEXT}")
    expect(cell(page, "E", 0, 6)).to_be_visible()
    page.get_by_label("Numbers of each vector").select_option("4")
    expect(page.locator("table[aria-label^='E,'] thead .extra")).to_have_text("+3")
    page.locator("summary").filter(has_text="Scores").click()
    expect(page).to_have_url(re.compile("closed=S"))
    page.reload()
    expect(cell(page, "E", 0, 3)).to_be_visible()
    expect(page.locator("table[aria-label^='S,']")).to_be_hidden()
    page.get_by_role("button", name="Open all steps").click()
    expect(page.locator("table[aria-label^='S,']")).to_be_visible()


def test_french_on_a_small_screen_with_files_to_keep(page_of):
    page = page_of("inside?run=translator&lang=fr&theme=dark&text=Anna did not sign .", width=360, height=740)
    expect(page.locator("summary").filter(has_text="Somme pondérée")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for ending in ("SVG", "PNG", "CSV"):
        with page.expect_download() as kept:
            page.get_by_role("button", name=ending, exact=True).click()
        assert kept.value.suggested_filename == f"inside.{ending.lower()}"
    page.get_by_role("button", name="Voir en tableau").click()
    expect(page.get_by_role("columnheader", name="Formule")).to_be_visible()


def test_from_a_head_one_goes_inside_and_back(page_of):
    page = page_of(f"heads?run=transformer&text={TEXT}&word=3")
    page.get_by_role("button", name="Layer 1, head 2", exact=True).click()
    page.get_by_role("button", name="Inside this head").click()
    expect(page.locator(".inside-words .word.chosen")).to_have_text("like")
    expect(page.get_by_label("Head", exact=True)).to_have_value("1")
    page.get_by_role("button", name="All heads").click()
    expect(page.get_by_role("heading", name="Layer 1, head 2")).to_be_visible()


def test_words_that_look_like_markup_are_shown_as_text(page_of):
    page = page_of("inside?run=gpt")
    page.get_by_label("Text", exact=True).fill("<img src=x onerror=alert(1)> <b>film</b>")
    expect(page.locator(".inside-words")).to_contain_text("<")
    assert page.locator("main img, main .inside-words b").count() == 0


@pytest.mark.parametrize("run", ["attention", "bahdanau", "transformer", "gpt", "translator", "bert"])
def test_the_path_of_the_steps_has_no_box_upon_another(page_of, run):
    page = page_of(f"inside?run={run}&text={TEXT}&lang=fr")
    expect(page.locator(".flow-box.now")).to_have_count(1)
    boxes = [box.bounding_box() for box in page.locator(".flow-box .ground").all()]
    assert len(boxes) == page.locator(".by-hand li").count()
    for i, one in enumerate(boxes):
        for other in boxes[:i]:
            across = one["x"] < other["x"] + other["width"] and other["x"] < one["x"] + one["width"]
            down = one["y"] < other["y"] + other["height"] and other["y"] < one["y"] + one["height"]
            assert not (across and down)
    assert page.locator(".flow .line").count() >= len(boxes) - 3


def test_one_is_led_from_step_to_step_and_the_link_keeps_where(page_of):
    page = page_of(f"inside?run=gpt&text={TEXT}&word=3")
    expect(page.locator(".guide h4")).to_contain_text("Step 1 of 11")
    expect(page.get_by_role("button", name="Step back")).to_be_disabled()
    for _ in range(6):
        page.get_by_role("button", name="Next step").click()
    expect(page.locator(".guide h4")).to_contain_text("Scores")
    expect(page.locator(".guide .example")).to_contain_text("×")
    expect(page.locator(".flow .line.into")).to_have_count(2)
    expect(page.locator(".flow .line.out")).to_have_count(1)
    expect(page.locator("table[aria-label^='S,'] .here")).to_have_count(1)
    expect(page).to_have_url(re.compile("step=S"))
    page.reload()
    expect(page.locator(".guide h4")).to_contain_text("Step 7 of 11")
    page.get_by_role("button", name="S, Scores").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".guide h4")).to_contain_text("Scaled scores")
    page.get_by_role("button", name="Close all steps").click()
    page.get_by_role("button", name="To its numbers").click()
    expect(page.locator("table[aria-label^='C,']")).to_be_in_viewport()
    page.get_by_role("button", name="A, Weights").click()
    expect(page.locator(".guide .example")).to_contain_text("e^")


def test_the_word_that_looks_and_what_it_takes_are_told(page_of):
    page = page_of(f"inside?run=attention&text={TEXT}")
    expect(page.locator(".picture .answer")).to_have_text(re.compile(r"^The text takes most from “\w+” \(\d+\.\d%\)"))
    page = page_of(f"inside?run=transformer&text={TEXT}&word=3&lang=fr")
    expect(page.locator(".picture .answer")).to_have_text(
        re.compile(r"^«\u00a0like\u00a0» prend surtout de «\u00a0.+\u00a0» \(\d+,\d\s%\)")
    )
    expect(page.locator(".inside-words .word[data-score]").first).to_be_visible()


def kept(page, ending):
    with page.expect_download() as download:
        page.get_by_role("button", name=ending, exact=True).click()
    return Path(download.value.path())


def test_the_files_hold_the_path_as_it_is_seen_and_the_table_what_is_made_of_what(page_of):
    page = page_of(f"inside?run=gpt&text={TEXT}&word=3&step=S&theme=dark")
    expect(page.locator(".flow .line.into")).to_have_count(2)
    blue = "rgb(31, 99, 173)"
    drawn = ElementTree.fromstring(kept(page, "SVG").read_text(encoding="utf-8"))
    name = "{http://www.w3.org/2000/svg}"
    path = drawn.find(f"{name}svg")
    assert [text.text for text in path.iter(f"{name}text")][:1] == ["E"]
    assert len(path.findall(f"{name}g")) == 11
    lines = [one for one in path.findall(f"{name}path") if one.get("fill") == "none"]
    assert len(lines) == page.locator(".flow .line").count()
    assert sum(line.get("stroke") == blue for line in lines) == 2
    assert float(path.get("y")) + float(path.get("height")) < float(drawn.get("height"))
    assert float(path.get("x")) + float(path.get("width")) <= float(drawn.get("width"))
    said = [text.text for text in drawn.iter(f"{name}text")]
    assert page.locator(".picture .answer").inner_text() in said
    assert any(text.startswith("Scores · S = ") for text in said)
    assert kept(page, "PNG").stat().st_size > 20_000
    rows = kept(page, "CSV").read_text(encoding="utf-8").splitlines()
    assert rows[0] == "Step,What it is,Made of,Formula,Line,Column,Value"
    assert any(row.startswith('S,Scores,"Q, K",') for row in rows)


def test_one_begins_with_a_word_not_with_a_sign(page_of):
    page = page_of("inside?run=transformer&text=I ' , enjoy it")
    expect(page.locator(".inside-words .word.chosen")).to_have_text("enjoy")
