"""Norms against torch's and their formulas, over real tokens alone."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from regard.attention.ragged import Ragged
from regard.layers.norms import NORMS, BatchNorm

WIDTH = 5
LENGTHS = [4, 1, 6]
X = 3 * torch.randn(sum(LENGTHS), WIDTH, generator=torch.Generator().manual_seed(0), dtype=torch.float64) + 2


def test_the_statistics_of_a_batch_are_those_of_its_real_tokens():
    norm = BatchNorm(WIDTH).double()
    texts = list(X.split(LENGTHS))
    padded = nn.utils.rnn.pad_sequence(texts, batch_first=True, padding_value=1e3)
    normed = norm(Ragged(torch.tensor(LENGTHS)).flat(padded))
    real = torch.cat(texts)
    assert_close(normed, (real - real.mean(0)) / (real.var(0, unbiased=False) + 1e-5).sqrt())
    assert_close(norm.mean, 0.1 * real.mean(0))
    assert_close(norm.variance, 0.9 + 0.1 * real.var(0))


def test_it_is_torchs_in_training_and_after():
    ours, theirs = BatchNorm(WIDTH).double(), nn.BatchNorm1d(WIDTH).double()
    with torch.no_grad():
        theirs.weight.normal_()
        theirs.bias.normal_()
    ours.load_state_dict({"weight": theirs.weight, "bias": theirs.bias}, strict=False)
    for step in range(3):
        assert_close(ours(X * step), theirs(X * step))
    assert_close(ours.eval()(X), theirs.eval()(X))


def test_a_single_token_has_no_statistics_of_its_own():
    norm = BatchNorm(WIDTH).double()
    norm(X)
    kept = norm.mean.clone()
    assert_close(norm.train()(X[:1]), norm.eval()(X[:1]))
    assert torch.equal(norm.mean, kept)


def test_all_that_is_saved_can_be_averaged():
    assert {tensor.dtype for tensor in BatchNorm(WIDTH).state_dict().values()} == {torch.float32}


def test_the_root_of_the_mean_square():
    norm = NORMS["rms"](WIDTH).double()
    with torch.no_grad():
        next(norm.parameters()).normal_()
    assert_close(norm(X), X / (X.square().mean(-1, keepdim=True) + 1e-6).sqrt() * next(norm.parameters()))


@pytest.mark.parametrize("name", ["layer", "rms"])
def test_these_see_one_token_at_a_time(name):
    norm = NORMS[name](WIDTH).double()
    assert_close(norm(X)[3], norm(X[3:4])[0])
