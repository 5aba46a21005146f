"""Translations and their search over the API, against regard's own functions."""

import pytest

from regard.decoding import Search
from regard.runs.pairs.new_sentences import own_alignment, searched
from regard.runs.run import open_run

TEXT = "The dog sees the cat ."


def ask(client, path, **body):
    said = client.post(f"/api/v1/runs/{path}", json={"text": TEXT, **body})
    return said.status_code, said.json()


@pytest.mark.parametrize("run", ["bahdanau", "translator"])
def test_outputs_are_those_of_the_search(client, trained_runs, run):
    status, said = ask(client, f"{run}/translate", beam=3, alpha=0.8)
    assert status == 200
    opened = open_run(trained_runs / run)
    (expected,) = searched(opened, [TEXT], Search(beam=3, n_best=3, alpha=0.8))
    assert [tuple(one["tokens"]) for one in said["outputs"]] == [one.tokens for one in expected]
    for one, other in zip(said["outputs"], expected, strict=True):
        assert one["score"] == pytest.approx(other.score)
        assert one["log_probability"] / one["penalty"] == pytest.approx(one["score"])
        assert one["text"] == opened.tokenizers.target.decode(other.tokens).strip()


def test_the_tree_holds_the_outputs_and_what_was_discarded(client):
    _, said = ask(client, "translator/translate", beam=2)
    nodes = said["nodes"]
    outputs = sorted((node["score"] for node in nodes if node["fate"] == "output"), reverse=True)
    assert outputs == pytest.approx([one["score"] for one in said["outputs"]])
    assert all(-1 <= node["parent"] < number for number, node in enumerate(nodes))
    assert {"open", "output", "cut"} <= {node["fate"] for node in nodes}
    ended = [node for node in nodes if node["fate"] == "output"]
    assert {node["said"] for node in ended} == {one["text"] for one in said["outputs"]}


def test_a_prefix_is_continued(client, trained_runs):
    target = open_run(trained_runs / "bahdanau").tokenizers.target
    _, said = ask(client, "bahdanau/translate", beam=3, prefix="Le chat")
    forced = target.following("Le chat")
    assert said["forced"] == len(forced)
    assert all(one["tokens"][: len(forced)] == forced for one in said["outputs"])
    assert [node["name"] for node in said["nodes"][: len(forced)]] == [target.decode([token]) for token in forced]


@pytest.mark.parametrize(("tokens", "head"), [(False, None), (True, 1)])
def test_the_alignment_is_that_of_explain(client, trained_runs, tokens, head):
    _, found = ask(client, "translator/translate", beam=2)
    said = found["outputs"][0]["tokens"]
    layer = "" if head is None else found["looks"][0]["name"]
    status, seen = ask(client, "translator/align", said=said, tokens=tokens, layer=layer, head=head)
    opened = open_run(trained_runs / "translator")
    ((best, *_),) = searched(opened, [TEXT], Search(beam=2, n_best=2))
    expected = own_alignment(opened, TEXT, best, only=layer, head=head, tokens=tokens).maps[0]
    assert status == 200
    assert (seen["rows"], seen["columns"]) == (expected.rows, expected.columns)
    for row, other in zip(seen["weights"], expected.weights, strict=True):
        assert row == pytest.approx(list(other), abs=1e-6)


def test_layers_and_heads_that_can_be_looked_at(client):
    _, said = ask(client, "translator/translate", beam=1)
    names = [(f"decoder.layers.{layer}.cross", 2) for layer in range(2)]
    assert [(one["name"], one["heads"]) for one in said["looks"]] == names
    assert ask(client, "bahdanau/translate", beam=1)[1]["looks"][0]["heads"] == 1


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("translator/translate", {"text": "word " * 3000}, "tokens, its end included"),
        ("translator/translate", {"text": "a b c " * 35}, "a tree is drawn for at most 100"),
        ("translator/translate", {"text": " "}, "no text to translate"),
        ("translator/translate", {"beam": 17}, "beam"),
        ("translator/translate", {"beam": 0}, "beam"),
        ("translator/translate", {"alpha": 1e9}, "alpha"),
        ("translator/translate", {"prefix": "chat " * 200}, "prefix"),
        ("translator/align", {"said": [10**6]}, "none of the"),
        ("translator/align", {"said": [3] * 257}, "said"),
        ("translator/align", {"said": [3], "layer": "encoder"}, "no attention to the source named"),
        ("translator/align", {"said": [3], "layer": "*", "head": 9}, "has no head 9"),
        ("attention/translate", {}, "gives labels"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(client, path, body, says):
    status, said = ask(client, path, **body)
    assert status == 422
    assert says in said["detail"]


def test_an_unknown_run_is_not_there(client):
    assert ask(client, "nobody/translate")[0] == 404
