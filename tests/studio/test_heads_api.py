"""Heads and what is inside them, as the page asks for them: values against a watch on the same model."""

import base64
from pathlib import Path

import httpx
import numpy as np
import pytest
import torch

import regard
from regard.runs.passes import pass_of
from regard.runs.run import open_run

TEXT = "I did not like this film"
SITE = "encoder.layers.0.attention"


def asked(client: httpx.Client, path: str, **body):
    said = client.post(f"/api/v1/runs/{path}", json={"text": TEXT, **body})
    assert said.status_code == 200, said.text
    return said.json()


def unpacked(one: dict) -> np.ndarray:
    kind = "<u2" if one["levels"] > 255 else np.uint8
    steps = np.frombuffer(base64.b64decode(one["data"]), dtype=kind).reshape(one["down"], one["across"])
    return one["largest"] * (steps / one["levels"]) ** 2


def watched(folder: Path, site: str, text: str = TEXT) -> np.ndarray:
    passed = pass_of(open_run(folder), text)
    with regard.watching(passed.model, site) as watch:
        passed.logits()
    return torch.cat([call[0] for call in watch.maps[site]], dim=-2).numpy()


def test_every_head_is_there_small(client, trained_runs):
    said = asked(client, "transformer/heads")
    layers = [one for one in said["sites"] if one["look"] == "self"]
    assert said["names"]["read"] == TEXT.split()
    assert [len(one["heads"]) for one in layers] == [2] * len(layers)
    small = np.stack([unpacked(one) for one in layers[0]["heads"]])
    np.testing.assert_allclose(small, watched(trained_runs / "transformer", SITE), atol=1e-4)
    assert abs(sum(one["before"] for one in said["answer"]["choices"]) - 1) < 1e-9


def test_habits_are_means_over_the_map(client, trained_runs):
    weights = watched(trained_runs / "transformer", SITE)[1]
    habits = asked(client, "transformer/heads")["sites"][0]["heads"][1]["habits"]
    assert habits["itself"] == pytest.approx(np.trace(weights) / len(weights), abs=1e-6)
    assert habits["before"] == pytest.approx(np.trace(weights, -1) / len(weights), abs=1e-6)
    assert habits["first"] == pytest.approx(weights[:, 0].mean(), abs=1e-6)
    entropy = -(weights * np.log(weights)).sum(1)
    assert habits["spread"] == pytest.approx(np.exp(entropy).mean(), abs=1e-5)


def test_one_map_and_one_word_are_the_models_weights(client, trained_runs):
    weights = watched(trained_runs / "transformer", SITE)[1]
    one = asked(client, "transformer/heads/map", site=SITE, head=1)
    np.testing.assert_allclose(unpacked(one), weights, atol=1e-4)
    row = asked(client, "transformer/heads/word", site=SITE, head=1, place=2, way="from")
    np.testing.assert_allclose(row["weights"], weights[2], atol=1e-6)
    column = asked(client, "transformer/heads/word", site=SITE, head=1, place=2, way="to")
    np.testing.assert_allclose(column["weights"], weights[:, 2], atol=1e-6)


def test_a_long_map_is_binned_and_a_part_of_it_is_not(client, trained_runs):
    text = " ".join(["I did not like this film and the actors are bad"] * 60)
    weights = watched(trained_runs / "transformer", SITE, text)[0]
    assert weights.shape == (512, 512)
    whole = asked(client, "transformer/heads/map", text=text, site=SITE, most=100)
    assert (whole["down"], whole["across"], whole["levels"]) == (100, 100, 65535)
    largest = torch.nn.functional.adaptive_max_pool2d(torch.from_numpy(weights)[None], (100, 100))[0]
    np.testing.assert_allclose(unpacked(whole), largest, atol=1e-4)
    part = asked(client, "transformer/heads/map", text=text, site=SITE, rows=[10, 40], columns=[460, 9000])
    np.testing.assert_allclose(unpacked(part), weights[10:40, 460:512], atol=1e-4)
    bytes_only = asked(client, "transformer/heads/map", text=text, site=SITE, most=512)
    assert bytes_only["levels"] == 255
    assert len(bytes_only["data"]) < 360_000


@pytest.mark.parametrize("how", ["zero", "uniform"])
def test_a_silenced_head_moves_the_answer_as_an_edited_watch_does(client, trained_runs, how):
    passed = pass_of(open_run(trained_runs / "transformer"), TEXT)

    def edit(name, weights):
        if name == SITE:
            weights = weights.clone()
            weights[:, 1] = 0.0 if how == "zero" else 1 / weights.shape[-1]
        return weights

    before = passed.logits().softmax(-1)[0].tolist()
    with regard.watching(passed.model, edit=edit):
        after = passed.logits().softmax(-1)[0].tolist()
    assert before != pytest.approx(after, abs=1e-6)
    said = asked(client, "transformer/heads/without", heads=[{"site": SITE, "head": 1}], how=how)
    assert [one["before"] for one in said["choices"]] == pytest.approx(before, abs=1e-6)
    assert [one["after"] for one in said["choices"]] == pytest.approx(after, abs=1e-6)


def test_uniform_weights_of_a_causal_head_stay_causal(trained_runs):
    from regard.explain.heads.maps import Chosen, silencing

    passed = pass_of(open_run(trained_runs / "gpt"), TEXT)
    site = "layers.0.attention"
    with regard.watching(passed.model, edit=silencing(passed, [Chosen(site, 0)], "uniform")) as watch:
        passed.logits()
    weights = watch.maps[site][0][0, 0]
    expected = torch.ones_like(weights).tril()
    torch.testing.assert_close(weights, expected / expected.sum(-1, keepdim=True))


@pytest.mark.parametrize(
    ("run", "kind", "looks"),
    [
        ("attention", "classes", {"pool"}),
        ("gpt", "next", {"back"}),
        ("bert", "none", {"self"}),
        ("bahdanau", "said", {"cross"}),
        ("translator", "said", {"self", "back", "cross"}),
    ],
)
def test_runs_of_every_task_have_heads(client, run, kind, looks):
    said = asked(client, f"{run}/heads")
    assert said["answer"]["kind"] == kind
    assert {one["look"] for one in said["sites"]} == looks
    for one in said["sites"]:
        assert one["shape"] == [len(said["names"][one["rows"]]), len(said["names"][one["columns"]])]
        silenced = asked(client, f"{run}/heads/without", heads=[{"site": one["site"]}], how="uniform")
        assert len(silenced["choices"]) == len(said["answer"]["choices"])


def test_a_blank_is_answered(client):
    said = asked(client, "bert/heads", text="I did not [MASK] this film")
    assert said["answer"]["kind"] == "blank"
    assert len(said["answer"]["choices"]) == 12


def test_a_text_that_is_said_is_said_anew(client):
    said = asked(client, "translator/heads/without", heads=[{"site": "decoder.layers.0.cross", "head": 0}])
    assert isinstance(said["again"], str)
    assert said["choices"][-1]["name"] == "[END]"


def test_steps_inside_are_for_some_words_and_numbers(client, trained_runs):
    said = asked(client, "gpt/inside", site="layers.0.attention", head=1, query=3, words=4, numbers=3)
    steps = {step["name"]: step for step in said["steps"]}
    assert said["apart"] <= 1e-5
    assert said["query"] == 3
    assert len(said["shown"]["keys"]) == 4
    assert {len(row) for row in steps["Q"]["values"]} == {3}
    assert steps["Q"]["wide"] == 4
    assert any(value is None for row in steps["M"]["values"] for value in row)
    weights = watched(trained_runs / "gpt", "layers.0.attention")[1]
    shown = said["shown"]
    np.testing.assert_allclose(steps["A"]["values"], weights[np.ix_(shown["queries"], shown["keys"])], atol=1e-5)
    np.testing.assert_allclose(said["rest"], 1 - np.sum(steps["A"]["values"], axis=1), atol=1e-5)


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("transformer/heads/map", {"site": "nowhere"}, "no attention named"),
        ("transformer/heads/map", {"site": SITE, "head": 99}, "has no head 99"),
        ("transformer/heads/map", {"site": SITE, "call": 9}, "there is no look 9"),
        ("transformer/heads/map", {"site": SITE, "rows": [5, 2]}, "are none of this map"),
        ("transformer/heads/word", {"site": SITE, "place": 99}, "there is no word 99"),
        ("transformer/heads/without", {"heads": [{"site": SITE, "head": 9}]}, "has no head 9"),
        ("transformer/heads", {"text": "  "}, "the text is empty"),
        ("gpt/inside", {"site": "layers.0.attention", "call": 3}, "there is no look 3"),
        ("bahdanau/heads", {"text": "film " * 3500}, "at most 3000"),
    ],
)
def test_what_cannot_be_shown_is_said(client, path, body, why):
    said = client.post(f"/api/v1/runs/{path}", json={"text": TEXT, **body})
    assert said.status_code == 422
    assert why in said.json()["detail"]
