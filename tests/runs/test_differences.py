"""Where two recipes differ: named leaf by leaf, and only where the models differ too."""

import pytest

from regard.runs.differences import differences
from regard.runs.recipe import recipe


def between(name: str, other: str, *changes: str, task: str = "classify") -> list[str]:
    return differences(recipe(name, task=task, changes=changes), recipe(other, task=task))


def test_differences_are_named_leaf_by_leaf():
    base = recipe("self-residual", changes=["training.seed=3"])
    assert differences(base, base) == []
    changed = recipe("self-residual", changes=["training.seed=3", "model.heads=2", "text.longest=9", "corpus.text=x"])
    assert differences(changed, base) == ["text.longest 512 → 9", "model.heads 4 → 2"]
    assert differences(base, changed) == ["text.longest 9 → 512", "model.heads 2 → 4"]


@pytest.mark.parametrize("change", ["model.pre_norm=true", "model.neighbours=0", "model.attention_dropout=0.0"])
def test_a_setting_as_the_model_comes_is_no_difference(change):
    assert between("self-residual", "self-residual", change) == []
    assert differences(recipe("self-residual"), recipe("self-residual", changes=[change])) == []


def test_a_setting_that_was_left_out_shows_the_value_it_had():
    assert between("self-residual", "self-residual", "model.pre_norm=false") == ["model.pre_norm true → false"]
    assert "model.neighbours 0.0 → 4.0" in between("self-sinusoidal", "self-residual")
    assert "model.neighbours 4.0 → 0.0" in between("self-residual", "self-sinusoidal")


def test_another_kind_of_model_brings_its_settings_as_it_comes():
    found = between("self-residual", "self")
    assert {"model.kind self-attention → transformer", "model.heads 1 → 4", "model.hidden – → 256"} <= set(found)
    assert not any(leaf in " ".join(found) for leaf in ("norm", "longest", "pooling", "layers"))
    back = between("self", "self-residual")
    assert {"model.kind transformer → self-attention", "model.hidden 256 → –"} <= set(back)
    assert len(back) == len(found)


def test_translators_are_told_apart_too():
    same = between("bahdanau", "bahdanau", "task.rdrop=0", task="translate")
    assert same == []
    assert any(one.startswith("model.kind rnn → bahdanau") for one in between("bahdanau", "rnn", task="translate"))
