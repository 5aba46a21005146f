"""The attention of an output: what the search saw on its way, and what teacher forcing shows, are one."""

from dataclasses import dataclass
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.padded import Padded, side_by_side
from regard.attention.watch import watching
from regard.data.pairs import PairBatch
from regard.decoding import Hypothesis, attended, beam_search, greedy

from .translators import ATTENTIVE, BEGIN, END, NAMES, lively, pairs_of

SOURCE = pairs_of((4, 0), (1, 0), (6, 0), (3, 0)).source


@dataclass
class Walk:
    """A state with what every row has looked at and said so far, and which source it belongs to."""

    state: Any
    looks: Tensor
    said: list[tuple[int, ...]]
    owners: list[int]


class Following:
    """A model that carries its attention along the search's own steps, through every reordering."""

    def __init__(self, model: nn.Module) -> None:
        self.model, self.begin, self.end, self.longest = model, model.begin, model.end, model.longest
        self.seen: dict[tuple[int, tuple[int, ...]], Tensor] = {}

    def start(self, source: Padded) -> Walk:
        looks = torch.zeros(len(source), 0, source.rows.longest).double()
        return Walk(self.model.start(source), looks, [()] * len(source), list(range(len(source))))

    def step(self, tokens: Tensor, walk: Walk) -> tuple[Tensor, Walk]:
        with watching(self.model, self.model.aligns) as watch:
            logits, state = self.model.step(tokens, walk.state)
        (weights,) = watch.maps[self.model.aligns]
        by_row = weights.mean(1).reshape(len(tokens), 1, -1)
        looks = torch.cat([walk.looks, by_row], dim=1)
        said = [(*before, token) for before, token in zip(walk.said, tokens.tolist(), strict=True)]
        for row, (owner, words) in enumerate(zip(walk.owners, said, strict=True)):
            self.seen[owner, words[1:]] = looks[row]
        return logits, Walk(state, looks, said, walk.owners)

    def pick(self, walk: Walk, rows: Tensor) -> Walk:
        chosen = rows.tolist()
        said, owners = [walk.said[row] for row in chosen], [walk.owners[row] for row in chosen]
        return Walk(self.model.pick(walk.state, rows), walk.looks[rows], said, owners)


def forced(model: nn.Module, outputs: list[Hypothesis]) -> dict[str, Tensor]:
    """The maps of all sites when the outputs are given, all at once."""
    targets = side_by_side([[BEGIN, *output.tokens, END] for output in outputs])
    with watching(model) as watch:
        model(PairBatch(SOURCE, targets))
    return {site: torch.cat(calls, dim=-2) for site, calls in watch.maps.items()}


@pytest.mark.parametrize("name", ATTENTIVE)
@pytest.mark.parametrize("beam", [1, 4])
def test_under_a_beam_it_is_that_of_the_steps_and_of_teacher_forcing(name, beam):
    model = lively(name)
    following = Following(model)
    outputs = [found[0] for found in beam_search(following, SOURCE, beam=beam, shortest=3, longest=6)]
    assert len({len(output.tokens) for output in outputs} | {0}) > 1
    maps = forced(model, outputs)
    for row, output in enumerate(attended(model, SOURCE, outputs)):
        assert output.attention is not None
        t, m = len(output.tokens) + 1, int(SOURCE.rows.lengths[row])
        assert {site for site in maps if site == "attention" or site.endswith(".cross")} == set(output.attention)
        for site, weights in output.attention.items():
            assert_close(weights, maps[site][row, :, :t, :m], rtol=0, atol=1e-12)
        own = following.seen[row, output.tokens]
        assert_close(output.attention[model.aligns].mean(0), own[:, :m], rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", ATTENTIVE)
def test_an_output_is_otherwise_unchanged(name):
    model = lively(name)
    outputs = greedy(model, SOURCE)
    for before, after in zip(outputs, attended(model, SOURCE, outputs), strict=True):
        assert (before.tokens, before.score, before.log_probability) == (
            after.tokens,
            after.score,
            after.log_probability,
        )
        assert before.attention is None


def test_every_layer_and_head_is_shown():
    model = lively("transformer", layers=3, heads=4)
    (output,) = attended(model, side_by_side([[5, 6]]), [Hypothesis((7, 8, 9), 0.0, 0.0)])
    assert {site: tuple(weights.shape) for site, weights in output.attention.items()} == {
        f"decoder.layers.{layer}.cross": (4, 4, 2) for layer in range(3)
    }


def test_one_vector_has_none_to_show():
    model = lively("rnn")
    outputs = greedy(model, SOURCE)
    assert attended(model, SOURCE, outputs) == outputs


@pytest.mark.parametrize("name", NAMES)
def test_every_model_can_be_searched_in_company_or_alone(name):
    model = lively(name)
    for search in (
        lambda source: [[output] for output in greedy(model, source)],
        lambda source: beam_search(model, source, beam=3, n_best=2, alpha=1.0),
    ):
        together = search(SOURCE)
        for row, outputs in enumerate(together):
            (alone,) = search(SOURCE.pick(torch.tensor([row])))
            assert [output.tokens for output in outputs] == [output.tokens for output in alone]
            assert_close([o.score for o in outputs], [o.score for o in alone], rtol=0, atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_the_log_probability_is_what_teacher_forcing_gives(name):
    model = lively(name)
    outputs = [found[0] for found in beam_search(model, SOURCE, beam=3, shortest=2)]
    batch = PairBatch(SOURCE, side_by_side([[BEGIN, *output.tokens, END] for output in outputs]))
    logits = model(batch)
    steps = (logits - logits.logsumexp(-1, keepdim=True)).gather(-1, batch.wanted[..., None])[..., 0]
    totals = (steps * batch.wanted_mask).sum(1)
    assert_close(totals.tolist(), [output.log_probability for output in outputs], rtol=0, atol=1e-10)
