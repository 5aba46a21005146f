"""A law that cannot fail says nothing: each is tried on models that break it, and on a sound one."""

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from regard.data.batch import Batch

from . import broken, laws
from .zoo import batch_of, stirred

BREAKS: list[tuple[Callable[..., None], type[nn.Module], str]] = [
    (laws.law_looking_changes_nothing, broken.Shy, "looking changed the result"),
    (laws.law_rows_sum_to_one_and_padding_gets_nothing, broken.MeanOverPadding, "looks at padding"),
    (laws.law_rows_sum_to_one_and_padding_gets_nothing, broken.SoftmaxWithoutMask, "looks at padding"),
    (laws.law_rows_sum_to_one_and_padding_gets_nothing, broken.SoftmaxOverTexts, "is no mean"),
    (laws.law_rows_sum_to_one_and_padding_gets_nothing, broken.SelfWithoutMask, "look looks at padding"),
    (laws.law_rows_sum_to_one_and_padding_gets_nothing, broken.SoftmaxOverQueries, "look is no mean"),
    (laws.law_what_is_shown_is_used, broken.Liar, "does not matter"),
    (laws.law_no_attention_is_said, broken.Sound, "saw attention"),
    (laws.law_a_batch_is_its_rows, broken.MeanOverPadding, "change with their company"),
    (laws.law_a_batch_is_its_rows, broken.SoftmaxWithoutMask, "change with their company"),
    (laws.law_a_batch_is_its_rows, broken.SoftmaxOverTexts, "change with their company"),
    (laws.law_a_batch_is_its_rows, broken.NormOverTexts, "change with their company"),
    (laws.law_a_batch_is_its_rows, broken.PositionInTheBatch, "change with their company"),
    (laws.law_a_batch_is_its_rows, broken.SelfWithoutMask, "change with their company"),
    (laws.law_a_batch_is_its_rows, broken.LastOfPadded, "change with their company"),
    (laws.law_padding_cannot_matter, broken.MeanOverPadding, "padding reaches the verdict"),
    (laws.law_padding_cannot_matter, broken.SoftmaxWithoutMask, "padding reaches the verdict"),
    (laws.law_padding_cannot_matter, broken.SelfWithoutMask, "padding reaches the verdict"),
    (laws.law_padding_cannot_matter, broken.LastOfPadded, "padding reaches the verdict"),
    (laws.law_padding_cannot_matter, broken.NeverPads, "says nothing about it"),
    (laws.law_order_cannot_matter, broken.LastOfPadded, "order of the words matters"),
    (laws.law_order_cannot_matter, broken.PositionInTheBatch, "order of the words matters"),
    (laws.law_order_matters, broken.Sound, "order of the words does not matter"),
    (laws.law_absent_words_cannot_matter, broken.WholeTable, "not in the text matters"),
    (laws.law_any_length_can_be_read, broken.FewPositions, "out of bounds"),
    (laws.law_any_length_can_be_read, broken.SoftmaxWithoutMask, "single word"),
    (laws.law_the_same_again, broken.DropsAlways, "two calls differ"),
    (laws.law_every_parameter_learns, broken.DeadParameter, "forgotten.weight receives no gradient"),
    (laws.law_the_gradient_is_the_derivative, broken.Detached, "is not"),
    (laws.law_frozen_vectors_stay, broken.Thawed, "frozen vectors received a gradient"),
    (laws.law_four_texts_can_be_learned_by_heart, broken.AllTheSame, "too much"),
    (laws.law_a_mean_shows_equal_weights, broken.MeanOverPadding, "not 1/7"),
    (laws.law_a_mean_shows_equal_weights, broken.Sound, "not 1/7"),
]


def made(kind: type[nn.Module], seed: int = 0) -> nn.Module:
    torch.manual_seed(seed)
    return stirred(kind()).double().eval()


@pytest.fixture
def batch() -> Batch:
    return batch_of(7, 1, 11, 4, 2)


@pytest.mark.parametrize(("law", "kind", "complaint"), BREAKS)
def test_a_broken_model_is_caught(law, kind, complaint, batch):
    with pytest.raises((AssertionError, IndexError), match=complaint):
        law(made(kind), batch)


NOT_FOR_THE_SOUND = {law for law, kind, _ in BREAKS if kind is broken.Sound} | {laws.law_frozen_vectors_stay}


@pytest.mark.parametrize(
    "law", [law for law in dict.fromkeys(law for law, _, _ in BREAKS) if law not in NOT_FOR_THE_SOUND]
)
def test_the_sound_model_is_not(law, batch):
    law(made(broken.Sound), batch)


def test_what_is_not_saved_is_missed(batch, tmp_path: Path):
    laws.law_saved_is_the_same(lambda seed: made(broken.Sound, seed), batch, tmp_path)
    with pytest.raises(AssertionError, match="not saved"):
        laws.law_saved_is_the_same(lambda seed: made(broken.Forgetful, seed), batch, tmp_path)


def test_a_run_without_its_seed_is_noticed():
    def unseeded(_: int) -> dict[str, Tensor]:
        return {"weight": torch.randn(3, generator=torch.Generator())}

    def forgetful(seed: int) -> dict[str, Tensor]:
        return {"weight": torch.randn(3)}

    with pytest.raises(AssertionError, match="another seed gave the same"):
        laws.law_a_seed_is_a_run(unseeded)
    with pytest.raises(AssertionError, match="the same seed gave another"):
        laws.law_a_seed_is_a_run(forgetful)


def test_weights_written_out_for_nobody_are_noticed():
    with pytest.raises(AssertionError, match="written out"):
        laws.law_nobody_looking_takes_the_fast_way(broken.AlwaysExplicit(), torch.randn(2, 3, 5, 7))


def test_every_law_was_tried():
    written = {law for name, law in inspect.getmembers(laws, inspect.isfunction) if name.startswith("law_")}
    apart = {laws.law_saved_is_the_same, laws.law_a_seed_is_a_run, laws.law_nobody_looking_takes_the_fast_way}
    assert {law for law, _, _ in BREAKS} | apart == written
