"""Texts of the corpus to begin with: from the test part, with what is true of each."""

from dataclasses import replace

import pytest

from regard.errors import Mistake
from regard.runs.run import open_run
from regard.studio.answers import samples
from runs import small, small_pairs


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch):
    """The corpora that the runs of these tests learned from, in the place of the large ones of the same name."""
    corpus, pairs = small.corpus(), small_pairs.pairs()
    monkeypatch.setattr("regard.runs.labels.evaluation.open_corpus", lambda *_, **__: corpus)
    monkeypatch.setattr("regard.runs.pairs.evaluation.open_pairs", lambda *_, **__: pairs)
    monkeypatch.setattr(samples, "_drawn", samples.Lately(8, lambda _: 1))
    return corpus, pairs


def test_labels_and_translations_are_told_with_the_texts(client, few):
    corpus, pairs = few
    found = client.get("/api/v1/runs/attention/samples").json()
    assert (found["corpus"], found["part"]) == ("probe-reviews", "test")
    truths = {one.text: corpus.classes[one.label] for one in corpus.test}
    assert found["texts"]
    assert all(truths[one["text"]] == one["truth"] for one in found["texts"])
    assert client.get("/api/v1/runs/attention/samples").json() == found
    said = client.get("/api/v1/runs/bahdanau/samples").json()
    known = {pair.source: pair.target for test in pairs.tests.values() for pair in test}
    assert all(known[one["text"]] == one["truth"] for one in said["texts"])


def test_long_texts_are_left_out_as_long_as_there_are_others(client, few, monkeypatch):
    corpus, _ = few
    middle = sorted(len(one.text) for one in corpus.test)[len(corpus.test) // 2]
    monkeypatch.setattr(samples, "LONGEST", middle)
    found = client.get("/api/v1/runs/attention/samples").json()["texts"]
    assert max(len(one["text"]) for one in found) <= middle
    monkeypatch.setattr(samples, "LONGEST", 1)
    assert len(client.get("/api/v1/runs/mean/samples").json()["texts"]) == len(corpus.test)


def test_a_run_of_another_task_or_without_its_corpus_says_so(client):
    said = client.get("/api/v1/runs/gpt/samples")
    assert said.status_code == 422
    assert "type one of your own" in said.json()["detail"]
    assert client.get("/api/v1/runs/transformer/samples").status_code == 422


def test_a_run_of_an_unknown_corpus_says_so(trained_runs):
    run = open_run(trained_runs / "attention")
    unknown = replace(run, recipe=replace(run.recipe, corpus=replace(run.recipe.corpus, name="")))
    with pytest.raises(Mistake, match="was published"):
        samples.samples(unknown)


@pytest.mark.browser
def test_a_text_of_the_corpus_is_put_in_the_field(page_of, few):
    expect = pytest.importorskip("playwright.sync_api").expect
    corpus, _ = few
    page = page_of("read?run=attention")
    expect(page.locator(".word").first).to_be_visible()
    page.get_by_role("button", name="A text of the corpus").click()
    expect(page.locator(".another .note")).to_contain_text("From the test part of probe-reviews")
    first = page.get_by_label("Text", exact=True).input_value()
    assert first in [one.text for one in corpus.test]
    expect(page.locator(".words")).to_have_text(first)
    page.get_by_role("button", name="A text of the corpus").click()
    expect(page.get_by_label("Text", exact=True)).not_to_have_value(first)
    page.get_by_label("Text", exact=True).fill("my own")
    expect(page.locator(".another .note")).to_have_text("")
    page.goto(page.url.split("#")[0] + "#/heads?run=gpt")
    expect(page.locator("canvas.map")).to_be_visible()
    expect(page.get_by_role("button", name="A text of the corpus")).to_be_hidden()


@pytest.mark.browser
def test_who_leaves_while_typing_is_not_called_back(page_of):
    """A fragment is known before the page hears of it: pushState is that moment, made to last."""
    expect = pytest.importorskip("playwright.sync_api").expect
    page = page_of("read?run=attention")
    expect(page.locator(".word").first).to_be_visible()
    page.get_by_label("Text", exact=True).fill("my own")
    page.evaluate('() => history.pushState(null, "", "#/positions")')
    page.wait_for_timeout(400)
    assert page.evaluate("() => location.hash") == "#/positions"
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Positions")
