"""Inside a head: the steps give what the model itself gives, for every kind of look."""

from pathlib import Path

import pytest
import torch

import regard
from regard.errors import Mistake
from regard.explain.heads.maps import Chosen
from regard.explain.heads.passes import Pass
from regard.explain.inside import multihead as inside_heads
from regard.explain.inside.arithmetic import inside
from regard.runs.passes import pass_of
from regard.runs.run import open_run
from runs import small, small_language, small_pairs

TEXT = "I did not like this film"


@pytest.fixture(scope="session")
def more_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs whose looks differ from those of the studio's own: queries of the text, places of every kind."""
    folder = tmp_path_factory.mktemp("inside")
    for name in ("text-query-value", "lstm-attention", "lstm-mean"):
        small.trained(folder / name, name)
    for name in ("self-relative", "self-cls"):
        small.trained(folder / name, name, "vectors.width=8", "model.heads=2")
    small_pairs.trained(folder / "luong-mlp", "luong-mlp")
    for name in ("llama", "albert", "bart"):
        small_language.trained(folder / name, name)
    return folder


KINDS = [
    ("attention", "pool", ["E", "Q", "S", "A", "Z"]),
    ("mean", "pool", ["E", "Q", "S", "A", "Z"]),
    ("text-query-value", "pool", ["E", "T", "Q", "V", "S", "A", "Z"]),
    ("lstm-attention", "pool", ["E", "H", "Q", "S", "A", "Z"]),
    ("lstm-mean", "pool", ["E", "H", "Q", "S", "A", "Z"]),
    ("self-relative", "encoder.layers.1.attention", ["E", "X", "Q", "K", "V", "S", "C", "B", "G", "A", "Z"]),
    ("self-cls", "encoder.layers.0.attention", ["E", "P", "X", "Q", "K", "V", "S", "C", "A", "Z"]),
    ("bahdanau", "attention", ["E", "H", "D", "Q", "K", "T", "S", "A", "Z"]),
    ("luong-mlp", "attention", ["E", "H", "D", "Q", "K", "T", "S", "A", "Z"]),
    ("translator", "decoder.layers.1.cross", ["E", "X", "Y", "Q", "K", "V", "S", "C", "A", "Z"]),
    ("translator", "decoder.layers.0.attention", ["E", "X", "Q", "K", "V", "S", "C", "B", "G", "M", "A", "Z"]),
    ("gpt", "layers.0.attention", ["E", "P", "X", "Q", "K", "V", "S", "C", "M", "A", "Z"]),
    ("llama", "layers.0.attention", ["E", "X", "Q", "K", "V", "Q′", "K′", "S", "C", "M", "A", "Z"]),
    ("bert", "layers.0.attention", ["E", "P", "X", "Q", "K", "V", "S", "C", "A", "Z"]),
    ("albert", "groups.0.0.attention", ["E", "P", "X", "Q", "K", "V", "S", "C", "A", "Z"]),
    ("bart", "decoder.layers.0.cross", ["E", "P", "X", "Y", "Q", "K", "V", "S", "C", "A", "Z"]),
]


def opened(name: str, *places: Path) -> Pass:
    folder = next(place / name for place in places if (place / name).exists())
    return pass_of(open_run(folder), TEXT)


@pytest.mark.parametrize(("name", "site", "letters"), KINDS)
def test_steps_are_the_models_own(name, site, letters, trained_runs, more_runs):
    passed = opened(name, trained_runs, more_runs)
    found = inside(passed, Chosen(site, 0), 1)
    assert [step.name for step in found.steps] == letters
    assert found.apart <= 1e-5
    with regard.watching(passed.model, site) as watch:
        passed.logits()
    calls = watch.maps[site]
    own = torch.cat([call[0, 0] for call in calls]) if site == "attention" else calls[0][0, 0]
    torch.testing.assert_close(found.steps[-2].values, own, rtol=0, atol=1e-5)
    assert {name for step in found.steps for name in step.of} <= set(letters)


def test_a_wrong_score_would_be_seen(trained_runs, monkeypatch):
    passed = opened("transformer", trained_runs)
    site = "encoder.layers.0.attention"
    assert inside(passed, Chosen(site, 1)).apart <= 1e-5
    true = inside_heads.Step

    def halved(name, formula, how, of, rows, columns, values):
        return true(name, formula, how, of, rows, columns, values / 2 if name == "C" else values)

    monkeypatch.setattr(inside_heads, "Step", halved)
    assert inside(passed, Chosen(site, 1)).apart > 1e-5


def test_words_and_places_are_what_the_first_layer_reads(trained_runs, more_runs):
    for name, norm in (("self-cls", "encoder.layers.0.norm1"), ("gpt", "layers.0.norm1")):
        passed = opened(name, trained_runs, more_runs)
        site = norm.replace("norm1", "attention")
        steps = {step.name: step.values for step in inside(passed, Chosen(site, 0)).steps}
        read = passed.model.get_submodule(norm)(steps["E"] + steps["P"])
        torch.testing.assert_close(steps["X"], read, rtol=0, atol=1e-5)


def test_the_hidden_layer_of_an_additive_score_gives_it(trained_runs):
    passed = opened("bahdanau", trained_runs)
    found = inside(passed, Chosen("attention", 0), 1)
    steps = {step.name: step.values for step in found.steps}
    folded = passed.model.attention.score.v(steps["T"])[:, 0]
    torch.testing.assert_close(folded, steps["S"][1], rtol=0, atol=1e-5)


def test_a_causal_head_hides_what_comes_later(trained_runs):
    found = inside(opened("gpt", trained_runs), Chosen("layers.0.attention", 0))
    masked = next(step for step in found.steps if step.name == "M").values
    assert torch.equal(masked.isinf(), torch.ones_like(masked).triu(1).bool())


def test_few_words_are_those_that_are_looked_at_most(trained_runs):
    found = inside(opened("transformer", trained_runs), Chosen("encoder.layers.0.attention", 0), 4)
    queries, keys = found.shown(3)
    assert queries == keys == sorted(keys)
    assert 4 in keys
    others = found.weights[4].clone()
    others[4] = -1
    assert {*others.topk(2).indices.tolist(), 4} == set(keys)


def test_an_unknown_attention_is_named(trained_runs):
    with pytest.raises(Mistake, match=r"no attention named 'layers\.9'; it has pool"):
        inside(opened("attention", trained_runs), Chosen("layers.9", 0))
    with pytest.raises(Mistake, match="has no head 7"):
        inside(opened("transformer", trained_runs), Chosen("encoder.layers.0.attention", 7))
