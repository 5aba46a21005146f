"""Values averaged by weights, over padded rows and over texts laid end to end."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.core import mix, mix_ragged, normalise
from regard.attention.ragged import Ragged
from regard.attention.watch import watching

from .drawn import SIZES, cases, dice, softmax_of_the_seen

BY = nn.Identity()


@given(cases())
def test_mix_averages_the_values_by_the_softmax_of_the_scores(case):
    weights = softmax_of_the_seen(case.scores, case.mask)
    expected = torch.einsum("bhqk,bhke->bhqe", weights, case.values)
    assert_close(mix(case.scores, case.values, case.mask, by=BY), expected, rtol=0, atol=1e-12)


def test_the_gradient_of_mix_is_its_derivative():
    mask = torch.tensor([[True, False, True], [False, False, False]])[None, None]
    scores = torch.randn(2, 1, 2, 3, dtype=torch.float64, requires_grad=True)
    v = torch.randn(2, 1, 3, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda s, v: mix(s, v, mask, by=BY), (scores, v))


@given(cases())
def test_a_query_that_sees_nothing_gets_zeros_and_finite_gradients(case):
    scores, v = case.scores.float().requires_grad_(), case.values.float().requires_grad_()
    mask = torch.zeros(1, 1, 1, scores.shape[-1], dtype=torch.bool)
    mixed = mix(scores, v, mask, by=BY)
    mixed.sum().backward()
    assert (mixed == 0).all()
    assert scores.grad is not None
    assert v.grad is not None
    assert (scores.grad == 0).all()
    assert (v.grad == 0).all()


def test_dropout_comes_after_what_is_seen():
    torch.manual_seed(3)
    scores, v = torch.randn(2, 3, 5, 7), torch.ones(2, 3, 7, 1)
    with watching(BY) as watch:
        mixed = mix(scores, v, by=BY, dropout=0.5)
    assert_close(watch.maps["Identity"][0], normalise(scores, None), rtol=0, atol=0)
    assert not torch.allclose(mixed, torch.ones_like(mixed)), "some weights were dropped"


@st.composite
def ragged(draw: st.DrawFn) -> tuple[Tensor, Tensor, Tensor, Ragged]:
    """Scores, values of words, tokens and rows, of which some may be empty."""
    lengths = draw(st.lists(st.integers(0, 6), min_size=1, max_size=5).filter(any))
    words, width = draw(SIZES), draw(SIZES)
    noise = dice(draw)
    return (
        torch.randn(sum(lengths), generator=noise, dtype=torch.float64) * 3,
        torch.randn(words, width, generator=noise, dtype=torch.float64),
        torch.randint(words, (sum(lengths),), generator=noise),
        Ragged(torch.tensor(lengths)),
    )


@given(ragged())
def test_mix_ragged_averages_each_text_on_its_own(drawn):
    scores, values, tokens, rows = drawn
    expected = torch.zeros(len(rows.lengths), values.shape[1], dtype=torch.float64)
    start = 0
    for row, length in enumerate(rows.lengths.tolist()):
        if length:
            here = slice(start, start + length)
            powers = torch.exp(scores[here] - scores[here].max())
            expected[row] = (powers / powers.sum()) @ values[tokens[here]]
        start += length
    assert_close(mix_ragged(scores, values, tokens, rows, by=BY), expected, rtol=0, atol=1e-12)


@given(ragged())
def test_mix_ragged_is_mix_over_padded_values(drawn):
    scores, values, tokens, rows = drawn
    padded = mix(rows.pad(scores)[:, None, None], rows.pad(values[tokens])[:, None], rows.mask[:, None, None], by=BY)
    assert_close(mix_ragged(scores, values, tokens, rows, by=BY), padded[:, 0, 0], rtol=0, atol=1e-12)


def test_the_gradient_of_mix_ragged_is_its_derivative():
    rows, tokens = Ragged(torch.tensor([3, 1, 0, 2])), torch.tensor([0, 1, 0, 2, 1, 1])
    scores = torch.randn(6, dtype=torch.float64, requires_grad=True)
    values = torch.randn(3, 5, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda s, v: mix_ragged(s, v, tokens, rows, by=BY), (scores, values))


def test_dropout_of_a_text_comes_after_what_is_seen():
    torch.manual_seed(5)
    rows, tokens = Ragged(torch.tensor([40, 30])), torch.zeros(70, dtype=torch.long)
    scores = torch.randn(70)
    with watching(BY) as watch:
        mixed = mix_ragged(scores, torch.ones(1, 1), tokens, rows, by=BY, dropout=0.5)
    assert_close(watch.maps["Identity"][0].sum(-1), torch.ones(2, 1, 1))
    assert not torch.allclose(mixed, torch.ones(2, 1)), "some weights were dropped"
