"""The tasks of language models: their losses by hand, and that none sees what it must say, by gradient."""

import math

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.testing import assert_close

from regard.data.blank_rows import BlankBatch, BlankRows
from regard.data.loading import Texts
from regard.data.noise import Lexicon
from regard.data.noisy_rows import NoisyRows
from regard.data.rows import PackedRows
from regard.data.sentence_pairs import Sentences
from regard.models import LANGUAGE
from regard.tasks.continue_text import Continue, Passages, continued
from regard.tasks.denoise import Denoise, denoised
from regard.tasks.fill import Fill, filled

WORDS, BEGIN, END, MASK = 41, 1, 2, 3
LENGTHS = [6, 11, 3, 9]
SETTINGS = {
    "gpt": {"end": END, "longest": 16},
    "llama": {"end": END, "longest": 16},
    "bloom": {"end": END},
    "bert": {"purpose": "both", "longest": 16},
    "albert": {"purpose": "both", "longest": 16},
    "roberta": {"longest": 16, "first": 1},
    "reader": {"longest": 16},
    "bart": {"begin": BEGIN, "end": END, "padding": 0, "longest": 17},
}
CAUSAL, MASKED = ("gpt", "bloom", "llama"), ("bert", "roberta", "albert", "reader")
ALONE = ("roberta", "reader")
"""Those of them that tell no pairs."""


def model_of(kind: str) -> nn.Module:
    torch.manual_seed(0)
    more = {"size": 4} if kind == "albert" else {}
    model = LANGUAGE[kind](WORDS, width=8, heads=2, layers=2, dropout=0.0, **SETTINGS[kind], **more)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.3 * torch.randn_like(parameter))
    return model.double().eval()


def texts() -> Texts:
    dice = np.random.default_rng(0)
    return Texts(dice.integers(4, WORDS, sum(LENGTHS)), np.cumsum([0, *LENGTHS]))


def blanks(kind: str, **settings) -> BlankRows:
    second = {"bert": "next", "albert": "order"}.get(kind, "none")
    sentences = Sentences(np.array([2, 4, 5, 6, 1, 2, 4, 5]), np.full(4, 2))
    usual = {"longest": 16, "tokens": 64, "seed": 0, "rate": 0.3}
    return BlankRows(
        texts=texts(),
        lexicon=Lexicon(WORDS, MASK, (0, BEGIN, END)),
        front=BEGIN,
        between=END,
        second=second,
        sentences=sentences,
        **usual | settings,
    )


def noise(**settings) -> NoisyRows:
    usual = {"longest": 16, "tokens": 64, "seed": 0, "rate": 0.4}
    return NoisyRows(texts=texts(), begin=BEGIN, end=END, mask=MASK, **usual | settings)


def packed() -> PackedRows:
    return PackedRows(texts=texts(), longest=16, tokens=64, seed=0)


def task_of(kind: str):
    """The task of a model, and a batch to learn from."""
    if kind in CAUSAL:
        return Continue(validation=Passages(texts(), 16)), next(packed().epoch(0, 0))[0]
    if kind in MASKED:
        return Fill(validation=blanks(kind)), next(blanks(kind).epoch(0, 0))[0]
    return Denoise(validation=noise()), next(noise().epoch(0, 0))[0]


def read_vectors(model: nn.Module) -> list[Tensor]:
    """The vectors of the words that a model reads, in the order in which it asks for them, with their gradients."""
    kept: list[Tensor] = []

    def keep(module: nn.Module, given: tuple[Tensor, ...], out: Tensor) -> Tensor:
        out.retain_grad()
        kept.append(out)
        return out

    model.words.register_forward_hook(keep)
    return kept


@pytest.mark.parametrize("kind", CAUSAL)
def test_the_next_word_is_not_seen(kind):
    model = model_of(kind)
    batch = next(packed().epoch(0, 0))[0]
    lesson = batch.lesson
    kept = read_vectors(model)
    x = model.vectors(lesson.tokens, lesson.rows)
    for at in (0, 4, len(lesson.tokens) - 1):
        model.zero_grad()
        kept[0].grad = None
        F.cross_entropy(model.head.say(x[at : at + 1]), lesson.wanted[at : at + 1]).backward(retain_graph=True)
        seen = kept[0].grad.abs().sum(-1) > 0
        row = lesson.rows.owner == lesson.rows.owner[at]
        assert seen.tolist() == (row & (torch.arange(len(row)) <= at)).tolist()


@pytest.mark.parametrize("kind", MASKED)
def test_a_hidden_word_is_not_seen(kind):
    """The table of words is untied, so that its gradient is that of what is read alone."""
    model = model_of(kind)
    model.words.output = nn.Parameter(model.words.weight.detach().clone())
    only = blanks(kind, hidden=1.0, replaced=0.0)
    batch = next(only.epoch(0, 0))[0]
    read = set(batch.tokens.tolist())
    Fill(validation=only).loss(model, batch).backward()
    moved = set((model.words.weight.grad.abs().sum(-1) > 0).nonzero()[:, 0].tolist())
    assert moved == read
    gone = set(batch.wanted.tolist()) - read
    assert gone, "a word that stands behind blanks only"
    kept = next(blanks(kind, hidden=0.0, replaced=0.0).epoch(0, 0))[0]
    model.zero_grad()
    Fill(validation=only).loss(model, kept).backward()
    assert all(model.words.weight.grad[word].abs().sum() > 0 for word in kept.wanted.tolist()), "kept ones are"


def test_missing_words_and_those_to_come_are_not_seen():
    model = model_of("bart")
    batch = next(noise().epoch(0, 0))[0]
    kept = read_vectors(model)
    x = model.vectors(batch.pairs)
    row, at = 0, 2
    F.cross_entropy(model.words.say(x[row, at : at + 1]), batch.pairs.wanted[row, at : at + 1]).backward()
    source, target = kept
    places = torch.arange(target.shape[1])
    assert ((target.grad.abs().sum(-1) > 0)[row] == (places <= at)).all()
    assert not target.grad[1:].any()
    read = set(batch.pairs.source.tokens.tolist())
    assert source.grad is not None
    assert not read & set(batch.pairs.wanted[batch.missing].tolist()) - set(batch.pairs.wanted[~batch.missing].tolist())


@pytest.mark.parametrize("kind", LANGUAGE)
def test_the_loss_is_what_the_published_call_says(kind):
    model = model_of(kind)
    task, batch = task_of(kind)
    loss = task.loss(model, batch)
    total, count = 0.0, 0
    if isinstance(batch, BlankBatch):
        whole = batch.rows.pad(batch.tokens), batch.rows.mask
        pieces = None if batch.segments is None else batch.rows.pad(batch.segments)
        said = model(*whole, pieces)
        logits = said if kind in ALONE else said[0]
        expected = F.cross_entropy(batch.rows.flat(logits)[batch.places], batch.wanted)
        if kind not in ALONE:
            expected = expected + F.cross_entropy(said.pair, batch.apart)
    elif kind == "bart":
        source, pairs = batch.pairs.source, batch.pairs
        logits = model(source.ids, source.rows.mask, pairs.given, pairs.wanted_mask)
        expected = F.cross_entropy(logits[pairs.wanted_mask], pairs.wanted[pairs.wanted_mask])
    else:
        for row in batch.tokens.split(batch.rows.lengths.tolist()):
            logits = model(row[None, :-1])[0]
            total += float(F.cross_entropy(logits, row[1:], reduction="sum").detach())
            count += len(row) - 1
        expected = torch.tensor(total / count, dtype=torch.float64)
    assert_close(loss, expected)


@pytest.mark.parametrize("kind", LANGUAGE)
def test_what_is_measured_is_the_loss(kind):
    """Over all rows in one batch, which are drawn as those that are measured on."""
    model = model_of(kind)
    task, _ = task_of(kind)
    figures = task.measure(model)
    assert math.isclose(figures["score"], math.exp(-figures["loss"]))
    if kind in CAUSAL:
        batch = next(packed().epoch(0, 0))[0]
        found, pair = continued(model, task.validation), 0.0
    elif kind in MASKED:
        ((_, batch),) = task.validation.in_turn()
        whole = filled(model, task.validation)
        found, pair = whole.words, whole.pair_loss
        assert (whole.pairs is None) == (kind in ALONE)
        assert found.asked.sum() == len(batch.places)
    else:
        ((_, batch),) = task.validation.in_turn()
        found, pair = denoised(model, task.validation), 0.0
        assert found.asked.sum() == int(batch.missing.sum()) < found.counts.sum()
    assert math.isclose(figures["loss"], float(task.loss(model, batch).detach()), rel_tol=1e-5)
    assert math.isclose(figures["loss"], found.loss + pair)
    assert math.isclose(figures["perplexity"], found.perplexity)


@pytest.mark.parametrize("kind", LANGUAGE)
def test_in_lower_precision(kind):
    model = model_of(kind).float().train()
    task, batch = task_of(kind)
    exact = task.loss(model, batch)
    with torch.autocast("cpu", torch.bfloat16):
        rough = task.loss(model, batch)
    rough.backward()
    assert_close(rough.float(), exact, rtol=0.1, atol=0.1)
    assert all(p.grad is None or p.grad.isfinite().all() for p in model.parameters())
