"""What holds for every translator."""

from pathlib import Path
from unittest.mock import patch

import pytest
import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention import core
from regard.attention.padded import Padded
from regard.attention.ragged import Ragged
from regard.attention.watch import NothingSeen, watching
from regard.data.pairs import PairBatch
from regard.errors import Mistake
from regard.models import TRANSLATORS

from .translators import ATTENTIVE, LOOPING, NAMES, SETTINGS, lively, newborn, pairs_of, part


@pytest.fixture
def batch() -> PairBatch:
    """The longest source is not beside the longest target, and neither is first or last."""
    return pairs_of((4, 6), (1, 3), (7, 1), (3, 0), (5, 8), (2, 2))


@pytest.fixture
def model(name: str) -> nn.Module:
    return lively(name)


def same(one: Tensor, other: Tensor) -> None:
    assert_close(one, other, rtol=0, atol=1e-12)


def cross_entropy(model: nn.Module, batch: PairBatch) -> Tensor:
    return F.cross_entropy(model(batch)[batch.wanted_mask], batch.wanted[batch.wanted_mask])


def test_every_kind_is_here():
    assert {kind for kind, _ in SETTINGS.values()} == set(TRANSLATORS)


@pytest.mark.parametrize("name", NAMES)
def test_the_loss_of_its_vectors_is_that_of_its_logits(name, model, batch):
    x, wanted = model.vectors(batch)[batch.wanted_mask], batch.wanted[batch.wanted_mask]
    same(model.words.loss(x, wanted), cross_entropy(model, batch))
    same(model.words.say(x), model(batch)[batch.wanted_mask])


@pytest.mark.parametrize("name", NAMES)
def test_step_by_step_is_all_at_once(name, model, batch):
    state, said = model.start(batch.source), []
    for tokens in batch.given.unbind(1):
        logits, state = model.step(tokens, state)
        said.append(logits)
    same(torch.stack(said, dim=1), model(batch))


@pytest.mark.parametrize("name", NAMES)
def test_picked_rows_go_on_as_they_would_have(name, model, batch):
    """Reordered, repeated and left out, in equal and in unequal numbers, twice over."""
    for first, then in (([4, 0, 0, 2], [1, 3, 0]), ([3, 3, 1, 1], [2, 3, 0, 1]), ([5, 5, 5], [0, 0, 1, 2])):
        owners = torch.tensor(first)[then]
        state = model.start(batch.source)
        _, state = model.step(batch.given[:, 0], state)
        state = model.pick(state, torch.tensor(first))
        _, state = model.step(batch.given[first, 1], state)
        state = model.pick(state, torch.tensor(then))
        logits, _ = model.step(batch.given[owners, 2], state)
        same(logits, model(batch)[owners, 2])


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_is_its_rows(name, model, batch):
    together = model(batch)
    for rows in [[0], [1], [2], [3], [4], [5], [5, 3, 1, 0, 4, 2], [2, 3], [1, 5]]:
        chosen = part(batch, rows)
        same(model(chosen)[chosen.wanted_mask], together[rows][:, : chosen.given.shape[1]][chosen.wanted_mask])


@pytest.mark.parametrize("name", NAMES)
def test_what_stands_after_the_end_cannot_matter(name, model, batch):
    def scribbled(text: Padded, words: int) -> Padded:
        return Padded(torch.where(text.rows.mask, text.ids, words - 1), text.rows)

    plain, parameters = model(batch), list(model.parameters())
    clean = torch.autograd.grad(cross_entropy(model, batch), parameters)
    source, target = scribbled(batch.source, 17), scribbled(batch.target, 13)
    assert not torch.equal(source.ids, batch.source.ids)
    assert not torch.equal(target.ids, batch.target.ids)
    dirty = PairBatch(source, target)
    same(model(dirty)[batch.wanted_mask], plain[batch.wanted_mask])
    pad = Ragged.pad
    with patch.object(Ragged, "pad", lambda rows, flat, fill=0.0: pad(rows, flat, 1e3)):
        same(model(dirty)[batch.wanted_mask], plain[batch.wanted_mask])
        found = torch.autograd.grad(cross_entropy(model, dirty), parameters)
    for one, other in zip(clean, found, strict=True):
        same(one, other)


@pytest.mark.parametrize("name", NAMES)
def test_the_future_is_hidden_and_the_past_is_not(name, model, batch):
    seen = []
    read = model.words.read_target

    def watched(ids: Tensor) -> Tensor:
        seen.append(read(ids).detach().requires_grad_())
        return seen[-1]

    with patch.object(model.words, "read_target", watched):
        logits = model(batch)
    direction = torch.randn(logits.shape[-1], dtype=torch.float64, generator=torch.Generator().manual_seed(2))
    for place in range(logits.shape[1]):
        total = (logits[:, place] @ direction).sum()
        (gradient,) = torch.autograd.grad(total, seen[0], retain_graph=True)
        by_token = gradient.abs().amax(-1)
        assert (by_token[:, place + 1 :] == 0).all()
        assert (by_token[:, : place + 1] > 0).all()


@pytest.mark.parametrize("name", NAMES)
def test_every_parameter_learns(name, batch):
    for model in (lively(name), newborn(name).double()):
        cross_entropy(model, batch).backward()
        for key, parameter in model.named_parameters():
            assert parameter.grad is not None, key
            assert parameter.grad.isfinite().all(), key
            assert parameter.grad.abs().sum() > 0, key


@pytest.mark.parametrize("name", ATTENTIVE)
def test_looking_changes_nothing_and_shows_a_mean_over_the_source(name, model, batch):
    plain = model(batch)
    with watching(model) as watch:
        assert torch.equal(model(batch), plain)
    calls = watch.maps[model.aligns]
    assert len(calls) == (batch.given.shape[1] if name in LOOPING else 1)
    weights = torch.cat(calls, dim=-2)
    assert weights.shape[0] == len(batch)
    assert weights.shape[2:] == (batch.given.shape[1], batch.source.rows.longest)
    same(weights.sum(-1), torch.ones_like(weights[..., 0]))
    for row, length in zip(weights, batch.source.rows.lengths.tolist(), strict=True):
        assert (row[..., length:] == 0).all()
        assert (row[..., :length] > 0).all()


@pytest.mark.parametrize("name", ATTENTIVE)
def test_what_is_shown_is_used(name, model, batch):
    plain = model(batch)
    with watching(model, edit=lambda _, weights: weights.clone()) as watch:
        same(model(batch), plain)

    def first_word(_: str, weights: Tensor) -> Tensor:
        return F.one_hot(torch.zeros(weights.shape[:-1], dtype=torch.long), weights.shape[-1]).to(weights)

    for site in watch.maps:
        with watching(model, site, edit=first_word):
            assert not torch.allclose(model(batch), plain), site


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ATTENTIVE])
def test_one_vector_is_no_attention(name, model, batch):
    assert model.aligns is None
    with pytest.raises(NothingSeen), watching(model):
        model(batch)


@pytest.mark.parametrize("name", ["transformer", "transformer-post"])
def test_a_transformer_writes_no_weights_out(name, model, batch):
    with patch.object(core, "normalise", side_effect=AssertionError("the weights were written out")):
        model(batch)


@pytest.mark.parametrize("name", NAMES)
def test_saved_and_loaded_is_the_same(name, model, batch, tmp_path: Path):
    other = newborn(name).double().eval()
    save_file(model.state_dict(), tmp_path / "model.safetensors")
    other.load_state_dict(load_file(tmp_path / "model.safetensors"))
    assert torch.equal(other(batch), model(batch))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("which", ["dropout", "attention_dropout"])
def test_each_dropout_drops_in_training_alone(name, which, batch):
    if which == "attention_dropout" and name not in ATTENTIVE:
        pytest.skip("without attention, none of it is dropped")
    none = {"dropout": 0.0} | ({"attention_dropout": 0.0} if name in ATTENTIVE else {})
    still = lively(name, **none).train()
    assert torch.equal(still(batch), still(batch))
    model = lively(name, **{**none, which: 0.5})
    assert torch.equal(model(batch), still(batch))
    model.train()
    assert not torch.allclose(model(batch), model(batch))


@pytest.mark.parametrize("name", NAMES)
def test_four_pairs_can_be_learned_by_heart(name):
    torch.manual_seed(3)
    larger = {"width": 24} | ({"states": 24} if "states" in SETTINGS[name][1] else {})
    model, four = newborn(name, dropout=0.0, **larger).eval(), pairs_of((5, 3), (2, 4), (4, 1), (3, 5))
    worker = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(100):
        loss = cross_entropy(model, four)
        if loss.item() < 0.1:
            return
        worker.zero_grad()
        loss.backward()
        worker.step()
    raise AssertionError(f"four pairs were too much: {loss.item()}")


@pytest.mark.parametrize("name", ["rnn", "bahdanau", "luong-dot", "transformer"])
def test_one_table_can_serve_both_languages(name):
    kind, settings = SETTINGS[name]
    made = TRANSLATORS[kind](13, 13, begin=1, end=2, **{**settings, "joint": True, "tied": True})
    assert [key for key, p in made.named_parameters() if p.shape[0] == 13] == ["words.target", "words.bias"]
    with pytest.raises(Mistake, match="one table cannot serve 17 source words and 13 target words"):
        newborn(name, joint=True)


def test_impossible_sizes_are_mistakes():
    with pytest.raises(Mistake, match="7 numbers of a state"):
        newborn("luong-dot", states=7)
    with pytest.raises(Mistake, match="3 heads"):
        newborn("transformer", heads=3)


@pytest.mark.parametrize(
    ("name", "setting", "value", "least"),
    [
        ("rnn", "layers", 0, 1),
        ("rnn", "width", 0, 1),
        ("rnn", "states", -2, 1),
        ("bahdanau", "states", 0, 1),
        ("bahdanau", "width", -1, 1),
        ("bahdanau", "alignment", -1, 0),
        ("luong-dot", "layers", 0, 1),
        ("luong-mlp", "states", -2, 1),
        ("luong-dot", "width", 0, 1),
        ("transformer", "width", 0, 1),
        ("transformer", "layers", 0, 1),
        ("transformer", "decoder_layers", -1, 0),
        ("transformer", "heads", 0, 1),
        ("transformer", "hidden", -1, 0),
        ("transformer", "longest", 1, 2),
    ],
)
def test_a_size_that_is_too_small_is_named(name, setting, value, least):
    with pytest.raises(Mistake, match=rf"model\.{setting} is {value}, and must be at least {least}\."):
        newborn(name, **{setting: value})


@pytest.mark.parametrize("name", ["bahdanau", "luong-dot", "transformer"])
def test_not_all_attention_may_be_dropped(name):
    with pytest.raises(Mistake, match=r"model\.attention_dropout is 1\.0, and must be at least 0 and below 1"):
        newborn(name, attention_dropout=1.0)


@pytest.mark.parametrize("position", ["relative", "bucketed", "alibi"])
def test_distances_have_no_end(position):
    model = lively("transformer", longest=5, position=position)
    assert model.longest is None
    model(pairs_of((9, 8)))


def test_a_source_beyond_the_positions_is_a_mistake():
    model = lively("transformer", longest=5)
    model(pairs_of((5, 4)))
    with pytest.raises(Mistake, match="positions for 5"):
        model(pairs_of((6, 2)))
    with pytest.raises(Mistake, match="positions for 5"):
        model(pairs_of((2, 5)))
