"""Maps of positions over the API, against regard's own functions."""

import pytest
import torch

from regard.errors import Mistake
from regard.explain.places import KINDS, change, newborn
from regard.runs.places import places, sites
from regard.runs.run import open_run

TEXT = "The dog sees the cat ."


def near(values, expected):
    torch.testing.assert_close(torch.tensor(values, dtype=torch.float64), expected.double(), rtol=0, atol=1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_without_any_run(client, kind):
    body = {"kind": kind, "length": 12, "width": 10, "heads": 4, "head": 0}
    said = client.post("/api/v1/positions", json=body).json()
    expected = newborn(kind, length=12, width=10, heads=4)
    near(said["values"], expected)
    assert said["change"] == pytest.approx(change(expected))


@pytest.mark.parametrize(("run", "kinds"), [("gpt", ["learned"]), ("translator", ["relative"] * 2), ("mean", [])])
def test_the_positions_of_a_run(client, trained_runs, run, kinds):
    said = client.post(f"/api/v1/runs/{run}/positions", json={"length": 9, "text": TEXT}).json()
    assert [site["kind"] for site in said["sites"]] == kinds
    opened = open_run(trained_runs / run)
    for site in sites(opened):
        body = {"length": 9, "site": site.name, "text": TEXT}
        near(
            client.post(f"/api/v1/runs/{run}/positions", json=body).json()["values"],
            places(opened, site.name, 9, text=TEXT),
        )


def test_learned_ones_are_the_table_that_is_added_to_the_words(client, trained_runs):
    said = client.post("/api/v1/runs/gpt/positions", json={"length": 5}).json()
    table = open_run(trained_runs / "gpt").model.places.detach()[:5].double()
    near(said["values"], table @ table.T)


@pytest.mark.parametrize(
    ("path", "body", "says"),
    [
        ("positions", {"length": 129}, "length"),
        ("positions", {"kind": "polar"}, "kind"),
        ("positions", {"kind": "rotary", "width": 7}, "pairs"),
        ("positions", {"kind": "alibi", "heads": 4, "head": 4}, "no head 4"),
        ("runs/gpt/positions", {"site": "x"}, "no positions named 'x'"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_a_sentence(client, path, body, says):
    said = client.post(f"/api/v1/{path}", json=body)
    assert said.status_code == 422
    assert says in said.json()["detail"]


def test_a_table_ends_somewhere(trained_runs):
    opened = open_run(trained_runs / "gpt")
    with pytest.raises(Mistake, match=f"and this model has {opened.model.longest}; ask for fewer"):
        places(opened, "", opened.model.longest + 1)


def test_the_query_of_relative_positions_is_that_of_the_text(trained_runs):
    """Two texts ask differently, and the map of one text is linear in the vectors of the distances."""
    opened = open_run(trained_runs / "translator")
    name = sites(opened)[0].name
    one, other = (places(opened, name, 9, head=1, text=text) for text in (TEXT, "A treaty was signed ."))
    assert not torch.equal(one, other)
    with torch.no_grad():
        opened.model.encoder.bias.vectors.zero_()
    assert not places(opened, name, 9, head=1, text=TEXT).any()
