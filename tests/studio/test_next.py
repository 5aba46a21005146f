"""The next word over the API, against regard's own functions."""

import pytest
import torch

from regard.runs.language.generations import Saying, generations, reading
from regard.runs.run import open_run

TEXT = "The film was"


def ask(client, run="gpt", **body):
    said = client.post(f"/api/v1/runs/{run}/next", json={"text": TEXT, **body})
    return said.status_code, said.json()


def test_probabilities_are_the_softmax_of_the_model(client, trained_runs):
    status, said = ask(client)
    run = open_run(trained_runs / "gpt")
    logits = run.model(torch.tensor([reading(run, TEXT).ids]))[0, -1].double()
    expected = torch.softmax(logits, -1).topk(20)
    assert status == 200
    assert [one["token"] for one in said["candidates"]] == expected.indices.tolist()
    assert [one["probability"] for one in said["candidates"]] == pytest.approx(expected.values.tolist(), rel=1e-4)
    assert sum(one["chance"] for one in said["candidates"]) <= 1
    assert said["kept"]["tokens"] == said["vocabulary"] == run.tokenizer.size


def test_what_is_cut_has_no_chance(client):
    _, said = ask(client, top_k=7, temperature=0.5)
    chances = [one["chance"] for one in said["candidates"]]
    assert said["kept"]["tokens"] == 7
    assert sum(chances[:7]) == pytest.approx(1)
    assert chances[7:] == [0.0] * 13
    powers = [one["probability"] ** 2 for one in said["candidates"][:7]]
    assert chances[:7] == pytest.approx([power / sum(powers) for power in powers])
    _, narrow = ask(client, nucleus=0.001)
    assert narrow["kept"]["tokens"] == 1


@pytest.mark.parametrize("settings", [{"temperature": 1.3, "top_k": 30, "nucleus": 0.9}, {"temperature": 0.0}])
def test_step_by_step_says_what_generate_says(client, trained_runs, settings):
    said, text = [], ""
    for _ in range(6):
        _, found = ask(client, said=said, seed=5, **settings)
        text = found["text"]
        if found["drawn"]["ends"]:
            break
        said.append(found["drawn"]["token"])
    text = ask(client, said=said, seed=5, **settings)[1]["text"]
    how = Saying(
        temperature=settings["temperature"],
        top_k=settings.get("top_k", 0),
        top_p=settings.get("nucleus", 1.0),
        seed=5,
        longest=6,
    )
    (whole,) = generations(open_run(trained_runs / "gpt"), [TEXT], how)
    assert whole["text"] == text


def test_blanks_get_the_words_of_fillings(client, trained_runs):
    text = "The [MASK] was [MASK] ."
    status, said = ask(client, "bert", text=text)
    (expected,) = generations(open_run(trained_runs / "bert"), [text], Saying(n_best=20))
    assert status == 200
    assert said["kind"] == "blanks"
    assert said["blanks"] == expected["blanks"]
    assert said["filled"] == expected["text"]
    assert ask(client, "bert", text="no blank")[1]["blanks"] == []


def test_tokens_are_shown_as_they_are(client, trained_runs):
    _, said = ask(client)
    run = open_run(trained_runs / "gpt")
    assert said["prompt"][0] == "[BEGIN]"
    assert "".join(said["prompt"][1:]) == TEXT
    assert len(said["prompt"]) == len(reading(run, TEXT).ids)


@pytest.mark.parametrize(
    ("run", "body", "says"),
    [
        ("gpt", {"text": "word " * 2000}, "places for"),
        ("bert", {"text": "[MASK] word " * 1500}, "places for"),
        ("gpt", {"said": [10**6]}, "none of the"),
        ("gpt", {"temperature": -1.0}, "temperature"),
        ("gpt", {"nucleus": 0.0}, "nucleus"),
        ("gpt", {"top_k": -1}, "top_k"),
        ("gpt", {"said": [2]}, "has ended"),
        ("attention", {}, "gives labels"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(client, run, body, says):
    status, said = ask(client, run, **body)
    assert status == 422
    assert says in said["detail"]
