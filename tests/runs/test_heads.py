"""The figures of every head, after training and before the first step."""

import numpy as np
import pytest
import torch

from regard.runs.labels.purpose import newborn
from regard.runs.labs.heads import arranged, as_born, heads_of
from regard.runs.progress import silent
from regard.runs.recipe import recipe
from regard.runs.run import open_run

from .small import prepared, small, trained


@pytest.mark.parametrize("name", ["self-learned", "self-cls"])
def test_heads_are_also_measured_as_they_were_born(tmp_path, name):
    changes = ("vectors.width=64", "training.learning_rate=0.02", "training.epochs=1")
    run = open_run(trained(tmp_path / "run", name, *changes).folder)
    data = prepared(small(name, *changes))
    torch.manual_seed(0)
    expected, _ = newborn(run.recipe, data, silent)
    before = torch.random.get_rng_state()
    fresh = as_born(run, data)
    assert torch.equal(torch.random.get_rng_state(), before)
    for key, weight in expected.state_dict().items():
        assert torch.equal(fresh.state_dict()[key], weight), key
    found = heads_of(run, data)
    assert {head.arranged for head in found} == {True}
    assert {head.texts for head in found} == {len(data.validation)}
    assert any(head.born.previous != head.previous for head in found)
    back, ahead = found[0].born, found[1].born
    assert back.previous > 0.5 > back.next
    assert ahead.next > 0.5 > ahead.previous


def test_the_newborn_of_a_run_on_glove_has_its_vectors(tmp_path, monkeypatch):
    (tmp_path / "glove").mkdir()
    line = " ".join(f"{n / 7:.3f}" for n in range(50))
    (tmp_path / "glove" / "glove.6B.50d.txt").write_text(f"film {line}\nthe {line}\n", encoding="utf-8")
    monkeypatch.setenv("REGARD_DATA", str(tmp_path))
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "cache"))
    changes = ("vectors.source=glove", "vectors.width=50", "model.heads=2", "model.layers=1", "training.epochs=1")
    run = open_run(trained(tmp_path / "run", "self-residual", *changes).folder)
    fresh = as_born(run, prepared(run.recipe)).get_parameter("embed.weight").detach().numpy()
    known = run.tokenizer.vocabulary().index("film")
    np.testing.assert_allclose(fresh[known], [float(n) for n in line.split()], atol=1e-6)
    assert not np.array_equal(run.model.get_parameter("embed.weight").detach().numpy(), fresh)


@pytest.mark.parametrize(
    ("name", "changes", "expected"),
    [
        ("self-sinusoidal", (), True),
        ("self-sinusoidal", ("model.neighbours=0",), False),
        ("self-sinusoidal", ("model.position=rotary",), False),
        ("self-relative", (), False),
        ("transformer", (), False),
    ],
)
def test_heads_are_arranged_where_places_are_added_and_neighbours_are_asked_for(name, changes, expected):
    assert arranged(recipe(name, changes=changes)) == expected
