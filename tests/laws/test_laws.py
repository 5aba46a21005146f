"""The laws, over every model that has a recipe. A new model enters by its recipe."""

from functools import partial
from pathlib import Path

import pytest
import torch
from torch import nn

from regard.data.batch import Batch

from . import laws
from .broken import Looks
from .zoo import (
    ATTENTIVE,
    NAMES,
    ORDER_AWARE,
    ORDER_BLIND,
    WITHOUT_ATTENTION,
    batch_of,
    lively,
    newborn,
    task_of,
    trained,
)


@pytest.fixture
def batch() -> Batch:
    """Texts of several lengths, the longest neither first nor last."""
    return batch_of(7, 1, 11, 4, 2)


@pytest.fixture
def model(name: str) -> nn.Module:
    return lively(name)


def test_every_model_has_its_place():
    assert {*ORDER_BLIND} < {*NAMES}
    assert {"mean", "attention", "lstm-attention"} <= {*ATTENTIVE}
    assert {"rnn", "bi-lstm", "stacked-lstm"} <= {*WITHOUT_ATTENTION}


@pytest.mark.parametrize(
    "law",
    [
        laws.law_a_batch_is_its_rows,
        laws.law_padding_cannot_matter,
        laws.law_absent_words_cannot_matter,
        laws.law_any_length_can_be_read,
        laws.law_the_same_again,
        laws.law_every_parameter_learns,
        laws.law_the_gradient_is_the_derivative,
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_every_model(law, name, model, batch):
    law(model, batch)


@pytest.mark.parametrize(
    "law",
    [
        laws.law_looking_changes_nothing,
        laws.law_rows_sum_to_one_and_padding_gets_nothing,
        laws.law_what_is_shown_is_used,
    ],
)
@pytest.mark.parametrize("name", ATTENTIVE)
def test_every_model_with_attention(law, name, model, batch):
    law(model, batch)


@pytest.mark.parametrize("name", WITHOUT_ATTENTION)
def test_a_model_without_attention_says_so(name, model, batch):
    laws.law_no_attention_is_said(model, batch)


@pytest.mark.parametrize("name", ORDER_BLIND)
def test_pooling_words_is_blind_to_their_order(name, model, batch):
    laws.law_order_cannot_matter(model, batch)


@pytest.mark.parametrize("name", ORDER_AWARE)
def test_reading_words_in_turn_is_not(name, model, batch):
    laws.law_order_matters(model, batch)


@pytest.mark.parametrize("name", NAMES)
def test_a_newborn_model_learns_everywhere(name, batch):
    laws.law_every_parameter_learns(newborn(name), batch, task_of(name).loss)


@pytest.mark.parametrize("name", ["attention-entropy"])
def test_the_entropy_of_a_loss_has_a_derivative(name, model, batch):
    task = task_of(name)
    assert task.entropy_weight
    laws.law_every_parameter_learns(model, batch, task.loss)
    laws.law_the_gradient_is_the_derivative(model, batch, task.loss)


@pytest.mark.parametrize("name", NAMES)
def test_frozen_vectors_stay(name, batch):
    laws.law_frozen_vectors_stay(newborn(name, tuned=False), batch)


@pytest.mark.parametrize("name", NAMES)
def test_four_texts_can_be_learned_by_heart(name, batch):
    """From a seed at which no ReLU of the tiny models without residuals is born closed to all four."""
    laws.law_four_texts_can_be_learned_by_heart(newborn(name, seed=2).eval(), batch)


@pytest.mark.parametrize("name", NAMES)
def test_saved_and_loaded_is_the_same(name, batch, tmp_path: Path):
    laws.law_saved_is_the_same(partial(lively, name), batch, tmp_path)


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_is_a_run(name):
    laws.law_a_seed_is_a_run(partial(trained, name))


@pytest.mark.parametrize("name", ["mean"])
def test_a_mean_shows_equal_weights(name, model, batch):
    laws.law_a_mean_shows_equal_weights(model, batch)


def test_self_attention_takes_the_fast_way(batch):
    laws.law_nobody_looking_takes_the_fast_way(lively("self-cls"), batch)


def test_attention_by_products_takes_the_fast_way():
    laws.law_nobody_looking_takes_the_fast_way(Looks(), torch.randn(2, 3, 5, 7))
