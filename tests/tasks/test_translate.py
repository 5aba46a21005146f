"""The task of translating: its loss by hand, its outputs in the order of the sources, batches that can be taken up."""

import math
from itertools import pairwise

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.padded import side_by_side
from regard.data.loading import Texts
from regard.data.pairs import Lessons, PairBatch, PairTexts
from regard.decoding import Search, beam_search, greedy
from regard.models import TRANSLATORS
from regard.tasks import translate
from regard.tasks.translate import Translate, disagreement, mean_loss, outputs

SOURCE, TARGET, BEGIN, END = 17, 13, 1, 2
SETTINGS = {
    "rnn": {"width": 5, "states": 6},
    "bahdanau": {"width": 5, "states": 6},
    "luong": {"width": 5, "states": 6},
    "transformer": {"width": 8, "heads": 2, "hidden": 11, "layers": 2},
}


def made(kind: str, dropout: float = 0.0) -> nn.Module:
    torch.manual_seed(0)
    model = TRANSLATORS[kind](SOURCE, TARGET, begin=BEGIN, end=END, dropout=dropout, **SETTINGS[kind])
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.5)
    return model.double()


def texts(rows: list[list[int]]) -> Texts:
    return Texts(np.array([i for row in rows for i in row]), np.cumsum([0, *map(len, rows)]))


def some(*lengths: tuple[int, int], seed: int = 0) -> PairTexts:
    """Random pairs of so many source and target tokens, ends aside."""
    dice = np.random.default_rng(seed)
    sources = [dice.integers(3, SOURCE, m).tolist() for m, _ in lengths]
    targets = [[BEGIN, *dice.integers(3, TARGET, t).tolist(), END] for _, t in lengths]
    return PairTexts(texts(sources), texts(targets))


PAIRS = some((3, 2), (1, 5), (6, 1), (4, 4), (2, 7))
TARGETS = [PAIRS.target.ids[a:b].tolist() for a, b in pairwise(PAIRS.target.offsets)]


def task(**settings) -> Translate:
    return Translate(validation=PAIRS, references=["7 8"] * len(PAIRS), decode=lambda ids: str(ids), **settings)


def whole() -> PairBatch:
    return PAIRS.batch(np.arange(len(PAIRS)))


def by_hand(logits: Tensor, smoothing: float) -> float:
    """− Σ_v target(v) log p(v), mean over all target tokens after BEGIN."""
    losses: list[float] = []
    for row, target in zip(logits.tolist(), TARGETS, strict=True):
        for values, wanted in zip(row, target[1:], strict=False):
            total = math.log(sum(math.exp(value) for value in values))
            share = [smoothing / TARGET + (1 - smoothing) * (v == wanted) for v in range(TARGET)]
            losses.append(-sum(q * (value - total) for q, value in zip(share, values, strict=True)))
    return sum(losses) / len(losses)


@pytest.mark.parametrize("kind", TRANSLATORS)
@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_the_loss_is_the_cross_entropy_of_every_wanted_token(kind, smoothing):
    model, batch = made(kind), whole()
    loss = task(smoothing=smoothing).loss(model, batch).detach()
    assert float(loss) == pytest.approx(by_hand(model(batch), smoothing))


@pytest.mark.parametrize("kind", TRANSLATORS)
def test_without_dropout_two_passes_agree(kind):
    model, batch = made(kind), whole()
    plain, both = (task(smoothing=0.1, rdrop=alpha).loss(model, batch) for alpha in (0.0, 3.0))
    assert_close(both, plain)


def test_with_dropout_two_passes_are_drawn_together():
    model, batch = made("bahdanau", dropout=0.5).train(), whole()
    torch.manual_seed(3)
    loss = float(task(smoothing=0.1, rdrop=2.0).loss(model, batch).detach())
    torch.manual_seed(3)
    both = PairBatch(*(side.pick(torch.arange(len(PAIRS)).repeat(2)) for side in (batch.source, batch.target)))
    logits = model(both)
    halves = [logits[: len(PAIRS)][batch.wanted_mask], logits[len(PAIRS) :][batch.wanted_mask]]
    nll = sum(F.cross_entropy(half, batch.wanted[batch.wanted_mask], label_smoothing=0.1) for half in halves)
    first, second = (half.log_softmax(-1) for half in halves)
    kl = [F.kl_div(q, p, reduction="batchmean", log_target=True) for p, q in ((first, second), (second, first))]
    assert kl[0] > 0.01
    assert loss == pytest.approx(float((nll + 2.0 * (kl[0] + kl[1]) / 2).detach()) / 2), (
        "equation 4 of Liang et al., halved"
    )


def test_disagreement_falls_when_it_is_trained():
    logits = torch.randn(8, 5, dtype=torch.float64, requires_grad=True)
    before = disagreement(logits)
    before.backward()
    assert logits.grad is not None
    assert disagreement(logits - 0.1 * logits.grad) < before
    assert torch.autograd.gradcheck(disagreement, (logits,))


@pytest.mark.parametrize("kind", ["bahdanau", "transformer"])
def test_the_loss_of_many_batches_is_that_of_one(kind, monkeypatch):
    model = made(kind, dropout=0.5).train()
    at_once = mean_loss(model, PAIRS)
    monkeypatch.setattr(translate, "AT_ONCE", 8)
    assert mean_loss(model.train(), PAIRS) == pytest.approx(at_once)
    assert at_once == pytest.approx(float(task().loss(model.eval(), whole()).detach()))


@pytest.mark.parametrize("kind", TRANSLATORS)
@pytest.mark.parametrize("search", [None, Search(beam=3, n_best=2, alpha=0.3)])
def test_outputs_come_in_the_order_of_the_sources(kind, search, monkeypatch):
    model = made(kind).eval()
    monkeypatch.setattr(translate, "AT_ONCE", 12)
    told: list[float] = []
    found = outputs(model, PAIRS.source, search, told.append)
    assert told[-1] == 1.0
    assert told == sorted(told)
    for number, best in enumerate(found):
        source = side_by_side(
            [PAIRS.source.ids[PAIRS.source.offsets[number] : PAIRS.source.offsets[number + 1]].tolist()]
        )
        alone = greedy(model, source) if search is None else beam_search(model, source, beam=3, n_best=2, alpha=0.3)[0]
        assert [one.tokens for one in best] == [one.tokens for one in alone]
        assert [one.score for one in best] == pytest.approx([one.score for one in alone])


def test_a_measure_is_loss_perplexity_and_bleu(monkeypatch):
    model = made("bahdanau", dropout=0.5).train()
    monkeypatch.setattr(translate, "LISTENED", 3)
    asked: list[int] = []

    def decode(ids):
        asked.append(len(ids))
        return "one two three four" if len(asked) == 1 else "five"

    references = ["one two three four", "five", "five", "six", "six"]
    figures = Translate(validation=PAIRS, references=references, decode=decode).measure(model)
    assert figures["loss"] == mean_loss(model, PAIRS)
    assert figures["perplexity"] == pytest.approx(math.exp(figures["loss"]))
    assert figures["score"] == pytest.approx(1.0)
    assert len(asked) == 3


def test_an_epoch_can_be_taken_up_at_any_batch():
    lessons = Lessons(pairs=some(*[(1 + i % 7, 1 + i % 5) for i in range(40)]), tokens=24, seed=5)
    all_of_it = [(batch.source.ids.tolist(), batch.target.ids.tolist(), count) for batch, count in lessons.epoch(2, 0)]
    rest = [(batch.source.ids.tolist(), batch.target.ids.tolist(), count) for batch, count in lessons.epoch(2, 3)]
    assert lessons.steps() == len(all_of_it) > 6
    assert rest == all_of_it[3:]
    assert sum(count for *_, count in all_of_it) == sum(2 + i % 5 for i in range(40)), "END is said too"
    assert all_of_it != [(b.source.ids.tolist(), b.target.ids.tolist(), n) for b, n in lessons.epoch(3, 0)]
