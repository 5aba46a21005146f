"""Weights that are made equal or dealt out anew, and those of an adversary."""

import numpy as np
import pytest
import torch

from regard.attention.watch import watching
from regard.explain.trust.adversary import ALIKE, MOST, adversaries, jensen_shannon, pooling_of
from regard.explain.trust.needed import answers, permuted, uniform
from regard.runs.questions import unanswered

from .small import trained

TEXTS = ("I did not like the plot at all .", "The acting is superb and I loved the film .", "A dull film .")


def read(run):
    return [np.array(unanswered(run, text).ids) for text in TEXTS]


def weights_with_padding():
    some = torch.rand(2, 3, 5, 6, dtype=torch.float64) + 0.01
    some[0, ..., 4:] = 0
    return some / some.sum(-1, keepdim=True)


def test_equal_weights_are_equal_over_what_may_be_seen():
    found = uniform(weights_with_padding())
    assert found[0, ..., :4] == pytest.approx(0.25)
    assert found[0, ..., 4:].abs().max() == 0
    assert found[1] == pytest.approx(1 / 6)


@pytest.mark.parametrize("causal", [False, True])
def test_a_deal_keeps_the_weights_and_the_mask(causal):
    weights = weights_with_padding()
    if causal:
        weights = torch.rand(2, 3, 6, 6, dtype=torch.float64).tril()
    dealt = permuted(3)(weights)
    assert ((dealt > 0) == (weights > 0)).all()
    assert torch.equal(dealt.sort(-1).values, weights.sort(-1).values)
    assert not torch.equal(dealt, weights)


def test_a_weight_too_small_to_be_written_is_one_that_may_be_seen():
    weights = weights_with_padding()
    weights[1, 0, 2, 3] = 0.0
    assert uniform(weights)[1, 0, 2, 3] == pytest.approx(1 / 6)
    dealt = permuted(3)(weights)
    assert torch.equal(dealt.sort(-1).values, weights.sort(-1).values)
    moved = [weights[1, 0, 0].tolist().index(weight) for weight in dealt[1, 0, 0].tolist()]
    assert torch.equal(dealt[1, 0, 2], weights[1, 0, 2, moved])


def test_deals_are_drawn_by_the_seed():
    weights = weights_with_padding()
    assert torch.equal(permuted(1)(weights), permuted(1)(weights))
    assert not torch.equal(permuted(1)(weights), permuted(2)(weights))


def test_equal_weights_change_nothing_where_they_were_equal():
    run = trained("mean", "vectors.width=7")
    texts = read(run)
    own = answers(run.model, texts)
    other = answers(run.model, texts, only="pool", change=uniform)
    assert own.distance(other).max() < 1e-6
    assert not own.changed(other).any()


def test_answers_are_counted_by_hand():
    run = trained("attention", "vectors.width=7", "training.epochs=12")
    texts = read(run)
    own, other = answers(run.model, texts), answers(run.model, texts, only="pool", change=uniform)
    assert own.distance(other) == pytest.approx(np.abs(own.probabilities - other.probabilities)[:, 0])
    assert own.distance(other).max() > 1e-5
    with watching(run.model, "pool", edit=lambda name, weights: uniform(weights)):
        again = answers(run.model, texts)
    assert again.probabilities == pytest.approx(other.probabilities)


@pytest.mark.parametrize("name", ["attention", "text-query-value", "lstm-attention"])
def test_an_adversary_is_far_and_says_the_same(name):
    run = trained(name, "vectors.width=7", "training.epochs=12")
    texts = read(run)
    pooling = pooling_of(run.model, run.model.looks, texts)
    assert pooling is not None
    assert pooling.answer(pooling.weights).numpy() == pytest.approx(answers(run.model, texts).probabilities, abs=1e-5)
    found = adversaries(pooling)
    assert (found.distance <= ALIKE).all()
    assert (found.divergence <= MOST + 1e-9).all()
    assert found.divergence.max() > 0.2


def test_an_adversary_finds_the_bound_where_it_is_known():
    """Of three words that all say the same, any other weights give the same answer: all can be moved to one word."""
    from regard.explain.trust.adversary import Pooling

    weights = torch.tensor([[1.0, 0.0, 0.0]], dtype=torch.float64)
    same = Pooling(weights, torch.ones(1, 3, 2).double(), torch.zeros(1, 2).double(), torch.ones(1, 3).bool())
    assert adversaries(same).divergence[0] == pytest.approx(MOST, abs=1e-3)
    parts = torch.tensor([[[9.0, -9.0], [-9.0, 9.0], [-9.0, 9.0]]], dtype=torch.float64)
    bound = Pooling(weights, parts, torch.zeros(1, 2).double(), torch.ones(1, 3).bool())
    assert adversaries(bound).divergence[0] < 0.25


def test_what_is_not_one_linear_look_has_no_adversary():
    run = trained("self", "vectors.width=8")
    assert pooling_of(run.model, run.model.looks, read(run)) is None


def test_the_divergence_is_that_of_its_definition():
    one, other = torch.tensor([[0.5, 0.5, 0.0]]).double(), torch.tensor([[0.0, 0.5, 0.5]]).double()
    assert float(jensen_shannon(one, other)) == pytest.approx(0.5 * np.log(2))
    assert float(jensen_shannon(one, one)) == pytest.approx(0)
