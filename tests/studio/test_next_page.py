"""Next word, as a person uses it."""

import pytest

from regard.data.probes.preferences import preferences
from regard.runs.starting import started
from regard.runs.training import train
from regard.studio.server.limits import Limits
from runs.small import last

from .conftest import Served

expect = pytest.importorskip("playwright.sync_api", reason="install it with: pip install playwright").expect
pytestmark = pytest.mark.browser


def ask(client, run="gpt", **body):
    return client.post(f"/api/v1/runs/{run}/next", json={"text": "The film was", **body}).json()


def test_bars_are_the_chances_and_what_is_cut_is_grey(page_of, client):
    page = page_of("next?run=gpt&text=The+film+was")
    expect(page.locator(".bar-row")).to_have_count(20)
    expect(page.locator(".bar-row.cut")).to_have_count(0)
    page.get_by_label("Top k").focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".bar-row.cut")).to_have_count(15)
    said = ask(client, top_k=5)
    assert f"{said['candidates'][0]['chance']:.1%}" in page.locator(".bar-row").first.inner_text()
    page.wait_for_url("**top_k=5**")


def test_the_nucleus_is_dragged(page_of, client):
    page = page_of("next?run=gpt&text=The+film+was")
    expect(page.locator(".bar-row")).to_have_count(20)
    box = page.get_by_label("Nucleus").bounding_box()
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 9, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    nucleus = float(page.get_by_label("Nucleus").input_value())
    assert nucleus < 0.1
    page.wait_for_url(f"**nucleus={nucleus:g}**")
    expect(page.locator(".bar-row.cut")).to_have_count(max(0, 20 - ask(client, nucleus=nucleus)["kept"]["tokens"]))


def test_tokens_are_drawn_chosen_and_taken_back(page_of, client):
    page = page_of("next?run=gpt&text=The+film+was&seed=4")
    expect(page.locator(".bar-row")).to_have_count(20)
    drawn = ask(client, seed=4)["drawn"]["token"]
    page.get_by_role("button", name="Draw one").click()
    expect(page.locator("button.token")).to_have_count(1)
    page.wait_for_url(f"**said={drawn}**")
    second = ask(client, seed=4, said=[drawn])["candidates"][2]["token"]
    page.locator(".bar-row").nth(2).click()
    expect(page.locator("button.token")).to_have_count(2)
    page.wait_for_url(f"**said={drawn}.{second}**")
    page.reload()
    expect(page.locator("button.token")).to_have_count(2)
    page.locator("button.token").first.click()
    expect(page.locator("button.token")).to_have_count(0)


def test_it_plays_until_it_is_stopped(page_of):
    page = page_of("next?run=gpt&text=The+film+was&top_k=3")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("button.token").nth(2)).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    page.wait_for_timeout(400)
    said = page.locator("button.token").count()
    page.wait_for_timeout(500)
    assert page.locator("button.token").count() == said
    page.get_by_role("textbox", name="Text").fill("Another text")
    expect(page.locator("button.token")).to_have_count(0)


def test_words_are_hidden_guessed_and_put_in(page_of, client):
    page = page_of("next?run=bert&text=The+film+was+good+.")
    page.get_by_role("button", name="Hide good").click()
    expect(page.get_by_role("textbox", name="Text")).to_have_value("The film was [MASK] .")
    expect(page.locator(".bar-row")).to_have_count(20)
    guess = ask(client, "bert", text="The film was [MASK] .")["blanks"][0][3]["word"]
    page.locator(".bar-row").nth(3).click()
    expect(page.get_by_role("textbox", name="Text")).to_have_value(f"The film was {guess} .")
    expect(page.locator(".bar-row")).to_have_count(0)


def test_in_french_with_the_keyboard_on_a_small_screen(page_of):
    page = page_of("next?run=gpt&lang=fr&text=The+film", width=360)
    expect(page.locator(".bar-row")).to_have_count(20)
    page.get_by_role("button", name="Tirer un jeton").focus()
    page.keyboard.press("Enter")
    expect(page.locator("button.token")).to_have_count(1)
    page.locator(".bar-row").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("button.token")).to_have_count(2)
    assert page.evaluate("document.activeElement.className").startswith("bar-row")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("heading", name="Mot suivant")).to_be_visible()


def test_models_that_learned_preferences_speak_unless_they_are_rewards(page_of, trained_runs, tmp_path, monkeypatch):
    few = preferences(train=16, validation=4, test=4)
    for where in ("purpose", "evaluation"):
        monkeypatch.setattr(f"regard.runs.preferences.{where}.open_preferences", lambda name: few)
    for name in ("dpo", "reward"):
        quick = ["training.epochs=1", "training.batch=8", "text.longest=60"]
        last(train(started("prefer", name, trained_runs / "gpt", changes=quick), tmp_path / "shelf" / name))
    served = Served([tmp_path / "shelf"], tmp_path / "home", Limits())
    try:
        page = page_of("next?text=The film", at=served)
        expect(page.locator(".bar-row")).to_have_count(20)
        expect(page.get_by_label("Run").locator("option")).to_have_text("dpo · probe-preferences")
        page.get_by_role("link", name="Labs and runs").click()
        page.get_by_role("button", name="reward", exact=True).click()
        expect(page.locator(".one-run").get_by_role("button", name="Heads")).to_be_visible()
        expect(page.locator(".one-run").get_by_role("button", name="Next word")).to_have_count(0)
        page.get_by_role("button", name="dpo", exact=True).click()
        expect(page.locator(".one-run").get_by_role("button", name="Next word")).to_be_visible()
    finally:
        served.close()
