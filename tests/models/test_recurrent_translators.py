"""The recurrent translators against their equations, word by word."""

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.padded import Padded
from regard.attention.watch import watching
from regard.data.pairs import PairBatch

from .translators import lively, pairs_of


def gru(weights: nn.Module, x: Tensor, h: Tensor) -> Tensor:
    """r = σ(W_r x + U_r h), z = σ(W_z x + U_z h), n = tanh(W_n x + r ⊙ U_n h), h′ = (1 − z) ⊙ n + z ⊙ h."""
    w = (weights.weight_ih_l0 @ x + weights.bias_ih_l0).chunk(3)
    u = (weights.weight_hh_l0 @ h + weights.bias_hh_l0).chunk(3)
    r, z = torch.sigmoid(w[0] + u[0]), torch.sigmoid(w[1] + u[1])
    return (1 - z) * torch.tanh(w[2] + r * u[2]) + z * h


def lstm(weights: nn.Module, x: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
    """c′ = f ⊙ c + i ⊙ g, h′ = o ⊙ tanh(c′)."""
    gates = weights.weight_ih_l0 @ x + weights.bias_ih_l0 + weights.weight_hh_l0 @ h + weights.bias_hh_l0
    i, f, g, o = gates.chunk(4)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(c), c


def read(cell: nn.Module, words: list[Tensor]) -> list[Tensor]:
    """The state after each word, from zeros."""
    size = cell.weight_hh_l0.shape[1]
    h, c, states = torch.zeros(size).double(), torch.zeros(size).double(), []
    for x in words:
        if cell.mode == "LSTM":
            h, c = lstm(cell, x, h, c)
        else:
            h = gru(cell, x, h)
        states.append(h)
    return states


def read_both_ways(model: nn.Module, source: Tensor) -> tuple[list[Tensor], list[Tensor]]:
    words = [model.words.source[word] for word in source]
    backwards = read(model.encoder.back[0], words[::-1])[::-1]
    return read(model.encoder.forth[0], words), backwards


def sentences(batch: PairBatch) -> list[tuple[Tensor, Tensor]]:
    """Source and given target of each pair, without padding."""
    sources = zip(batch.source.ids, batch.source.rows.lengths, strict=True)
    targets = zip(batch.target.ids, batch.target.rows.lengths, strict=True)
    return [(s[:m], t[: n - 1]) for (s, m), (t, n) in zip(sources, targets, strict=True)]


def affine(layer: nn.Linear, x: Tensor) -> Tensor:
    return layer.weight @ x + layer.bias


def maxout(x: Tensor) -> Tensor:
    return torch.stack([max(x[2 * j], x[2 * j + 1]) for j in range(len(x) // 2)])


def said_by_bahdanau(model: nn.Module, source: Tensor, given: Tensor) -> Tensor:
    forth, back = read_both_ways(model, source)
    h = [torch.cat(both) for both in zip(forth, back, strict=True)]
    score = model.attention.score
    s, logits = torch.tanh(affine(model.bridge.enter, back[0])), []
    for word in given:
        e = [score.v.weight[0] @ torch.tanh(score.W.weight @ s + score.U.weight @ h_j) for h_j in h]
        alpha = torch.stack(e).exp() / torch.stack(e).exp().sum()
        c = sum(a * h_j for a, h_j in zip(alpha, h, strict=True))
        y = model.words.target[word]
        s = gru(model.decoder.cells[0], torch.cat([y, c]), s)
        t = maxout(affine(model.readout.mix, torch.cat([s, y, c])))
        logits.append(model.words.output @ t + model.words.bias)
    return torch.stack(logits)


def said_by_luong(model: nn.Module, source: Tensor, given: Tensor, kind: str) -> Tensor:
    forth, back = read_both_ways(model, source)
    h_bar = [torch.cat(both) for both in zip(forth, back, strict=True)]

    def score(h: Tensor, h_j: Tensor) -> Tensor:
        if kind == "dot":
            return h @ h_j
        if kind == "bilinear":
            return h @ model.attention.score.W.weight @ h_j
        return model.attention.score.w2.weight[0] @ torch.tanh(model.attention.score.W1.weight @ torch.cat([h, h_j]))

    h, c = torch.tanh(affine(model.bridge.enter, torch.cat([forth[-1], back[0]]))).chunk(2)
    said, logits = torch.zeros(model.combine.out_features).double(), []
    for word in given:
        y = model.words.target[word]
        h, c = lstm(model.decoder.cells[0], torch.cat([y, said]) if model.feeding else y, h, c)
        scores = torch.stack([score(h, h_j) for h_j in h_bar])
        alpha = scores.exp() / scores.exp().sum()
        context = sum(a * h_j for a, h_j in zip(alpha, h_bar, strict=True))
        said = torch.tanh(affine(model.combine, torch.cat([context, h])))
        logits.append(model.words.output @ said + model.words.bias)
    return torch.stack(logits)


def said_by_one_vector(model: nn.Module, source: Tensor, given: Tensor) -> Tensor:
    forth, back = read_both_ways(model, source)
    c = torch.cat([forth[-1], back[0]])
    s, logits = torch.tanh(affine(model.bridge.enter, c)), []
    for word in given:
        y = model.words.target[word]
        s = gru(model.decoder.cells[0], torch.cat([y, c]), s)
        t = maxout(affine(model.readout.mix, torch.cat([s, y, c])))
        logits.append(model.words.output @ t + model.words.bias)
    return torch.stack(logits)


BATCH = pairs_of((4, 5), (1, 2), (6, 3))


def check(model: nn.Module, by_hand: list[Tensor]) -> None:
    logits = model(BATCH)
    for row, expected in zip(logits, by_hand, strict=True):
        assert_close(row[: len(expected)], expected, rtol=0, atol=1e-12)


def test_one_vector_is_its_equation():
    model = lively("rnn")
    check(model, [said_by_one_vector(model, *pair) for pair in sentences(BATCH)])


def test_bahdanau_is_his_equations():
    model = lively("bahdanau")
    check(model, [said_by_bahdanau(model, *pair) for pair in sentences(BATCH)])


@pytest.mark.parametrize("feeding", [True, False])
@pytest.mark.parametrize("score", ["dot", "bilinear", "mlp"])
def test_luong_is_his_equations(score, feeding):
    model = lively("luong-dot", score=score, feeding=feeding)
    check(model, [said_by_luong(model, *pair, score) for pair in sentences(BATCH)])


def test_the_two_wirings_differ_in_the_state_that_asks():
    """Bahdanau's first look is the same whatever the first word; Luong's is not."""
    ids = BATCH.target.ids.clone()
    ids[:, 0] = 5
    other = PairBatch(BATCH.source, Padded(ids, BATCH.target.rows))
    for name, changes in (("bahdanau", False), ("luong-dot", True)):
        model, looks = lively(name), []
        for batch in (BATCH, other):
            with watching(model) as watch:
                model(batch)
            looks.append(watch.maps["attention"][0])
        assert torch.allclose(*looks) != changes
