"""The update rules against torch's own, and the schedule as a function of the step."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.testing import assert_close

from regard.models.reader import Reader
from regard.training.muon import Muon
from regard.training.optim import RowAdam, clip, optimisers, rate
from regard.training.settings import Settings

from .toys import Normed, new_model

ROWS, WIDTH = 11, 3
LOOK = ("query", "key", "value", "out")


def sparse(rows: Tensor, values: Tensor) -> Tensor:
    """A gradient as autograd may give it: rows in any order, some of them twice."""
    return torch.sparse_coo_tensor(rows[None], values, (ROWS, WIDTH), check_invariants=True)


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), lr=st.sampled_from([1e-3, 0.1]), betas=st.sampled_from([(0.9, 0.999), (0.5, 0.7)]))
def test_rows_are_updated_as_by_sparse_adam(seed, lr, betas):
    dice = torch.Generator().manual_seed(seed)
    start = torch.randn(ROWS, WIDTH, dtype=torch.float64, generator=dice)
    ours, theirs = nn.Parameter(start.clone()), nn.Parameter(start.clone())
    mine = RowAdam([ours], lr=lr, betas=betas, eps=1e-30)
    reference = torch.optim.SparseAdam([theirs], lr=lr, betas=betas, eps=1e-30)
    for _ in range(30):
        rows = torch.randint(0, ROWS, (int(torch.randint(1, 9, (), generator=dice)),), generator=dice)
        values = torch.randn(len(rows), WIDTH, dtype=torch.float64, generator=dice)
        ours.grad, theirs.grad = sparse(rows, values), sparse(rows, values)
        mine.step()
        reference.step()
    assert_close(ours.detach(), theirs.detach(), rtol=1e-11, atol=1e-12)


def test_rows_that_all_have_a_gradient_are_updated_as_by_adam():
    torch.manual_seed(0)
    start = torch.randn(ROWS, WIDTH, dtype=torch.float64)
    ours, theirs = nn.Parameter(start.clone()), nn.Parameter(start.clone())
    mine, reference = RowAdam([ours], lr=0.1), torch.optim.Adam([theirs], lr=0.1)
    for _ in range(50):
        gradient = torch.randn(ROWS, WIDTH, dtype=torch.float64)
        order = torch.randperm(ROWS)
        ours.grad, theirs.grad = sparse(order, gradient[order]), gradient
        mine.step()
        reference.step()
    assert_close(ours.detach(), theirs.detach(), rtol=1e-11, atol=1e-12)


def test_rows_without_a_gradient_stay_as_they_are():
    table = nn.Parameter(torch.ones(ROWS, WIDTH))
    adam = RowAdam([table, nn.Parameter(torch.ones(2))], lr=0.1)
    for rows in ([1, 4], [4]):
        table.grad = sparse(torch.tensor(rows), torch.ones(len(rows), WIDTH))
        adam.step()
    changed = (table.detach() != 1).any(1).nonzero().flatten().tolist()
    assert changed == [1, 4]


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6), most=st.sampled_from([0.0, 0.01, 1.0, 1e6]))
def test_clipping_counts_sparse_gradients_as_dense_ones(seed, most):
    dice = torch.Generator().manual_seed(seed)
    rows = torch.randint(0, ROWS, (6,), generator=dice)
    gradient = sparse(rows, torch.randn(6, WIDTH, dtype=torch.float64, generator=dice))
    plain = torch.randn(4, dtype=torch.float64, generator=dice)
    ours = [
        nn.Parameter(torch.zeros(ROWS, WIDTH, dtype=torch.float64)),
        nn.Parameter(plain.clone()),
        nn.Parameter(plain),
    ]
    theirs = [nn.Parameter(p.detach().clone()) for p in ours]
    ours[0].grad, theirs[0].grad = gradient, gradient.to_dense()
    ours[1].grad, theirs[1].grad = plain.clone(), plain.clone()
    clip(ours, most)
    nn.utils.clip_grad_norm_(theirs, most or math.inf)
    assert ours[0].grad is not None
    assert ours[1].grad is not None
    assert_close(ours[0].grad.to_dense(), theirs[0].grad, rtol=1e-5, atol=1e-12)
    assert_close(ours[1].grad, theirs[1].grad, rtol=1e-5, atol=1e-12)


@given(
    steps=st.integers(1, 400),
    warmup=st.floats(0, 0.99),
    schedule=st.sampled_from(["linear", "cosine", "constant"]),
)
def test_the_rate_rises_over_the_warm_up_and_then_follows_the_schedule(steps, warmup, schedule):
    chosen = Settings(warmup=warmup, schedule=schedule)
    rates = [rate(step, steps, chosen) for step in range(steps)]
    assert all(0 < value <= 1 for value in rates)
    warm = math.ceil(warmup * steps)
    rise, rest = rates[:warm], rates[warm:]
    assert rise == sorted(rise)
    assert rest == sorted(rest, reverse=True)
    if schedule == "constant":
        assert set(rest) <= {1.0}
    elif steps - warmup * steps >= 1:
        assert rate(steps, steps, chosen) == pytest.approx(0.0)


def test_schedules_at_known_points():
    assert [rate(step, 8, Settings(warmup=0, schedule="linear")) for step in (0, 2, 4, 8)] == [1, 0.75, 0.5, 0]
    cosine = [rate(step, 8, Settings(warmup=0, schedule="cosine")) for step in (0, 2, 4, 8)]
    assert cosine == pytest.approx([1, (1 + math.sqrt(0.5)) / 2, 0.5, 0])
    assert [rate(step, 8, Settings(warmup=0.5, schedule="constant")) for step in (0, 1, 3, 4)] == [0.2, 0.4, 0.8, 1]
    assert [rate(step, 8, Settings(warmup=0.5, schedule="linear")) for step in (4, 6)] == [1, 0.5]


def test_matrices_decay_vectors_do_not_and_tables_learn_by_rows():
    model = Normed()
    dense, rows = optimisers(model, Settings(weight_decay=0.25, learning_rate=0.5, vectors_rate=0.1))
    decays = {p: group["weight_decay"] for group in dense.param_groups for p in group["params"]}
    expected = {model.classify.weight: 0.25, model.classify.bias: 0.0, model.norm.weight: 0.0, model.norm.bias: 0.0}
    assert decays == expected
    assert isinstance(rows, RowAdam)
    assert [(group["params"], group["lr"]) for group in rows.param_groups] == [([model.embed.weight], 0.05)]


def test_frozen_vectors_have_no_optimiser():
    model = new_model("attention")
    model.embed.weight.requires_grad_(False)
    assert [type(one) for one in optimisers(model, Settings())] == [torch.optim.AdamW]


@pytest.mark.parametrize("shape", [(6, 6), (8, 3), (3, 8)])
def test_muon_is_that_of_torch(shape):
    dice = torch.Generator().manual_seed(1)
    ours = [nn.Parameter(torch.randn(*shape, generator=dice)) for _ in range(3)]
    theirs = [nn.Parameter(p.detach().clone()) for p in ours]
    one = Muon(ours, 0.02, momentum=0.9, weight_decay=0.1)
    other = torch.optim.Muon(theirs, lr=0.02, momentum=0.9, weight_decay=0.1, adjust_lr_fn="original")
    for _ in range(4):
        for mine, its in zip(ours, theirs, strict=True):
            mine.grad = torch.randn(*shape, generator=dice)
            its.grad = mine.grad.clone()
        one.step()
        other.step()
    for mine, its in zip(ours, theirs, strict=True):
        assert_close(mine, its, rtol=0, atol=2e-3)


def test_muon_takes_the_matrices_of_blocks_alone():
    model = Reader(20, width=16, layers=2, heads=2)
    dense, fast = optimisers(model, Settings(optimiser="muon", learning_rate=0.1, matrices_rate=5.0))
    taken = {id(p) for group in fast.param_groups for p in group["params"]}
    names = {name for name, p in model.named_parameters() if id(p) in taken}
    assert names == {
        f"layers.{layer}.{part}.weight"
        for layer in range(2)
        for part in (*(f"attention.{name}" for name in LOOK), "feed.gate", "feed.rise", "feed.fall")
    }
    assert fast.param_groups[0]["lr"] == 0.5
    assert sum(len(group["params"]) for group in dense.param_groups) + len(taken) == len(list(model.parameters()))
