"""What holds for every model. A law is a function that raises where a model breaks it.

Models are given in float64 and evaluation mode, with every parameter away from zero, unless a law says otherwise.
"""

import math
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import torch
import torch.nn.functional as F
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention import core
from regard.attention.ragged import Ragged
from regard.attention.watch import NothingSeen, watching
from regard.data.batch import Batch
from regard.training.optim import optimisers
from regard.training.settings import Settings

from .zoo import batch_of

Loss = Callable[[nn.Module, Batch], Tensor]


def cross_entropy(model: nn.Module, batch: Batch) -> Tensor:
    assert batch.labels is not None
    return F.cross_entropy(model(batch), batch.labels)


def assert_same(one: Tensor, other: Tensor, why: str) -> None:
    assert_close(one, other, rtol=1e-12, atol=1e-12, msg=lambda found: f"{why}\n{found}")


def law_looking_changes_nothing(model: nn.Module, batch: Batch) -> None:
    """Not a bit, in evaluation nor in training with its dropout."""
    for training in (False, True):
        model.train(training)
        torch.manual_seed(0)
        plain = model(batch)
        torch.manual_seed(0)
        with watching(model):
            watched = model(batch)
        assert torch.equal(watched, plain), f"looking changed the result (training: {training})"
    model.eval()


def law_rows_sum_to_one_and_padding_gets_nothing(model: nn.Module, batch: Batch) -> None:
    """Every map is, for every query, a mean over the words of its own text and what the model puts in front of them."""
    with watching(model) as watch:
        model(batch)
    for name, calls in watch.maps.items():
        for weights in calls:
            texts, heads, queries, keys = weights.shape
            front = keys - batch.rows.longest
            assert texts == len(batch), name
            assert queries in (1, keys), name
            assert front in (0, 1), name
            assert (weights >= 0).all(), f"{name} has a negative weight"
            for each, n in zip(weights, (batch.rows.lengths + front).tolist(), strict=True):
                assert (each[..., n:] == 0).all(), f"{name} looks at padding"
                sums = each[:, : min(n, queries)].sum(-1)
                assert_same(sums, torch.ones(heads, min(n, queries), dtype=sums.dtype), f"{name} is no mean")


def law_what_is_shown_is_used(model: nn.Module, batch: Batch) -> None:
    """Handing the shown weights back changes nothing; handing back others, at any site, changes the verdict."""
    plain = model(batch)
    with watching(model, edit=lambda _, weights: weights.clone()) as watch:
        assert_same(model(batch), plain, "the weights shown are not those used")

    def first_word(_: str, weights: Tensor) -> Tensor:
        return F.one_hot(torch.zeros(weights.shape[:-1], dtype=torch.long), weights.shape[-1]).to(weights)

    for name in watch.maps:
        with watching(model, name, edit=first_word):
            assert not torch.allclose(model(batch), plain), f"what {name} looks at does not matter"


def law_no_attention_is_said(model: nn.Module, batch: Batch) -> None:
    """A watch on a model without attention raises, and the model itself is content."""
    try:
        with watching(model):
            model(batch)
    except NothingSeen:
        return
    raise AssertionError("a watch saw attention in a model that should have none")


def law_a_batch_is_its_rows(model: nn.Module, batch: Batch) -> None:
    """Each text alone, or in another company and order, gives the same."""
    together = model(batch)
    rows = list(range(len(batch)))
    groups = [[row] for row in rows] + [rows[::-1], rows[1::2] + rows[0::2], rows[: len(rows) // 2 + 1]]
    for chosen in groups:
        assert_same(model(part(batch, chosen)), together[chosen], f"texts {chosen} change with their company")


def law_padding_cannot_matter(model: nn.Module, batch: Batch) -> None:
    """Garbage after the end of a text reaches neither the verdict nor a gradient."""
    parameters = [p for p in model.parameters() if p.requires_grad]
    plain, clean = model(batch), _gradients(cross_entropy(model, batch), parameters)
    pad = Ragged.pad
    padded = 0

    def garbage(rows: Ragged, flat: Tensor, fill: float = 0.0) -> Tensor:
        nonlocal padded
        padded += 1
        return pad(rows, flat, 1e3)

    with patch.object(Ragged, "pad", garbage):
        dirty = _gradients(cross_entropy(model, batch), parameters)
        assert_same(model(batch), plain, "padding reaches the verdict")
    assert padded, "this model pads without Ragged.pad, so this law says nothing about it"
    for one, other in zip(clean, dirty, strict=True):
        assert_same(one, other, "padding reaches a gradient")


def law_order_cannot_matter(model: nn.Module, batch: Batch) -> None:
    """The words of each text in another order give the same."""
    assert_same(model(backwards(batch)), model(batch), "the order of the words matters")


def law_order_matters(model: nn.Module, batch: Batch) -> None:
    """The words of each text of several words in another order give something else."""
    several = batch.rows.lengths > 2
    change = (model(backwards(batch)) - model(batch)).abs().amax(-1)
    assert (change[several] > 1e-6).all(), "the order of the words does not matter"


def law_absent_words_cannot_matter(model: nn.Module, batch: Batch) -> None:
    """The vectors of all other words, padding's and the unknown word's too, may be anything."""
    table = model.get_parameter("embed.weight")
    kept = table.detach().clone()
    absent = torch.ones(len(table), dtype=torch.bool)
    absent[batch.words] = False
    with torch.no_grad():
        plain = model(batch)
        table[absent] = 1e3
        changed = model(batch)
        table.copy_(kept)
    assert torch.equal(changed, plain), "a word that is not in the text matters"


def law_any_length_can_be_read(model: nn.Module, _: Batch) -> None:
    """One word, a thousand words, and both in one batch."""
    together, alone, long = batch_of(1, 1000), batch_of(1), batch_of(1000)
    for batch in (together, alone, long):
        assert model(batch).isfinite().all(), f"texts of {batch.rows.lengths.tolist()} words give no number"
    try:
        with watching(model) as watch:
            model(together)
    except NothingSeen:
        return
    for calls in watch.maps.values():
        front = calls[-1].shape[-1] - together.rows.longest
        alone_gets = calls[-1][0, :, 0, : front + 1].sum(-1)
        assert_same(alone_gets, torch.ones_like(alone_gets), "a single word gets all the weight")


def law_the_same_again(model: nn.Module, batch: Batch) -> None:
    """In evaluation, chance plays no part."""
    model.eval()
    assert torch.equal(model(batch), model(batch)), "two calls differ"


def law_every_parameter_learns(model: nn.Module, batch: Batch, loss: Loss = cross_entropy) -> None:
    """None is dead; those of the word vectors are sparse, and count too. Also holds for a newborn model."""
    model.zero_grad(set_to_none=True)
    loss(model, batch).backward()
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            assert parameter.grad is not None, f"{name} receives no gradient"
            gradient = parameter.grad.to_dense()
            assert gradient.isfinite().all(), f"the gradient of {name} is not finite"
            assert gradient.abs().sum() > 0, f"the gradient of {name} is zero"


def law_the_gradient_is_the_derivative(model: nn.Module, batch: Batch, loss: Loss = cross_entropy) -> None:
    """Of every parameter, along a random direction, by central differences of which some step over no kink."""
    parameters = {name: p for name, p in model.named_parameters() if p.requires_grad}
    gradients = _gradients(loss(model, batch), list(parameters.values()))
    for (name, parameter), gradient in zip(parameters.items(), gradients, strict=True):
        direction = torch.randn(parameter.shape, dtype=parameter.dtype, generator=torch.Generator().manual_seed(3))
        expected = float((gradient * direction).sum())
        slopes = [_slope(model, batch, loss, parameter, direction, small) for small in (1e-6, 1e-7, 1e-8)]
        same = [math.isclose(slope, expected, rel_tol=1e-5, abs_tol=1e-7) for slope in slopes]
        assert any(same), f"{name}: {slopes[0]} is not {expected}"


@torch.no_grad()
def _slope(model: nn.Module, batch: Batch, loss: Loss, parameter: Tensor, direction: Tensor, small: float) -> float:
    values = []
    for sign in (1, -1):
        parameter.add_(direction, alpha=sign * small)
        values.append(float(loss(model, batch)))
        parameter.add_(direction, alpha=-sign * small)
    return (values[0] - values[1]) / (2 * small)


def law_frozen_vectors_stay(model: nn.Module, batch: Batch) -> None:
    """Vectors that are not to be tuned receive no gradient and do not move, while all else does."""
    before = {name: p.detach().clone() for name, p in model.named_parameters()}
    _learn(model, batch, steps=3)
    for name, parameter in model.named_parameters():
        if name == "embed.weight":
            assert parameter.grad is None, "frozen vectors received a gradient"
            assert torch.equal(parameter, before[name]), "frozen vectors moved"
        else:
            assert not torch.equal(parameter, before[name]), f"{name} did not move"


def law_four_texts_can_be_learned_by_heart(model: nn.Module, _: Batch) -> None:
    """A model that cannot even do that learns nothing."""
    four = batch_of(5, 3, 8, 6)
    _learn(model, four, steps=150, until=0.05)
    assert cross_entropy(model, four) < 0.05, "four texts were too much"


def law_saved_is_the_same(make: Callable[[int], nn.Module], batch: Batch, folder: Path) -> None:
    """Weights written as safetensors and read into a model of another seed give the same bits."""
    one, other = make(0), make(1)
    assert not torch.equal(one(batch), other(batch)), "two seeds give the same model"
    save_file(one.state_dict(), folder / "model.safetensors")
    other.load_state_dict(load_file(folder / "model.safetensors"))
    assert torch.equal(one(batch), other(batch)), "something that matters was not saved"


def law_a_seed_is_a_run(train: Callable[[int], dict[str, Tensor]]) -> None:
    """The same seed gives the same weights after training, another gives others."""
    one, again, other = train(3), train(3), train(4)
    assert all(torch.equal(one[name], again[name]) for name in one), "the same seed gave another run"
    assert any(not torch.equal(one[name], other[name]) for name in one), "another seed gave the same run"


def law_a_mean_shows_equal_weights(model: nn.Module, batch: Batch) -> None:
    """1/n for each of a text's n words, exactly."""
    with watching(model) as watch:
        model(batch)
    for calls in watch.maps.values():
        for text, n in zip(calls[-1][:, 0, 0], batch.rows.lengths.tolist(), strict=True):
            assert (text[:n] == 1 / n).all(), f"the weights of {n} words are not 1/{n}"


def law_nobody_looking_takes_the_fast_way(model: nn.Module, x: Tensor | Batch) -> None:
    """Attention by products writes no weights out unless somebody watches."""
    with patch.object(core, "normalise", side_effect=AssertionError("the weights were written out")):
        model(x)


def part(batch: Batch, chosen: list[int]) -> Batch:
    """Some texts of a batch, in this order, as a batch of their own."""
    each = batch.tokens.split(batch.rows.lengths.tolist())
    labels = None if batch.labels is None else batch.labels[chosen]
    tokens = torch.cat([each[row] for row in chosen])
    words, places = batch.words[tokens].unique(return_inverse=True)
    return Batch(words, places, Ragged(batch.rows.lengths[chosen]), labels)


def backwards(batch: Batch) -> Batch:
    """The same texts, read from their ends."""
    each = batch.tokens.split(batch.rows.lengths.tolist())
    return Batch(batch.words, torch.cat([tokens.flip(0) for tokens in each]), batch.rows, batch.labels)


def _gradients(loss: Tensor, parameters: list[nn.Parameter]) -> list[Tensor]:
    return [gradient.to_dense() for gradient in torch.autograd.grad(loss, parameters, materialize_grads=True)]


def _learn(model: nn.Module, batch: Batch, *, steps: int, until: float = 0.0) -> None:
    """Steps of the optimisers that training uses, on one batch; fewer once the loss is small."""
    workers = optimisers(model, Settings(learning_rate=0.05))
    for _ in range(steps):
        for worker in workers:
            worker.zero_grad(set_to_none=True)
        loss = cross_entropy(model, batch)
        if float(loss.detach()) < until:
            return
        loss.backward()
        for worker in workers:
            worker.step()
