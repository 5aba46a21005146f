"""Plain self-attention (S1) against its equation, word by word."""

import torch
from torch import Tensor
from torch.testing import assert_close

from regard.data.batch import Batch
from regard.layers.vectors import WordVectors
from regard.models.self_attention import SelfAttention

from .drawn import CLASSES, WORDS, batch_of, stirred

WIDTH = 5


def layer_by_hand(x: Tensor, query: Tensor, key: Tensor, value: Tensor, linear: Tensor) -> Tensor:
    """x_i ← ReLU(linear(Σ_j p(a_ij) v(x_j))) with log p(a_ij) = const + q(x_i)·k(x_j)/√d."""
    out = []
    for x_i in x:
        scores = torch.stack([(query @ x_i) @ (key @ x_j) for x_j in x]) / WIDTH**0.5
        p = scores.softmax(0)
        out.append((linear @ sum(p_j * (value @ x_j) for p_j, x_j in zip(p, x, strict=True))).clamp_min(0))
    return torch.stack(out)


def by_hand(model: SelfAttention, batch: Batch) -> Tensor:
    logits = []
    for tokens in batch.tokens.split(batch.rows.lengths.tolist()):
        x = model.embed.weight[batch.words[tokens]]
        for layer in model.layers:
            x = layer_by_hand(x, *(part.weight for part in (layer.query, layer.key, layer.value, layer.out)))
        logits.append(model.classify(x.mean(0)))
    return torch.stack(logits)


def test_it_is_its_equation():
    model = stirred(SelfAttention(WordVectors(WORDS, WIDTH), CLASSES, layers=3, dropout=0.5))
    batch = batch_of(6, 1, 4)
    assert_close(model(batch), by_hand(model, batch), rtol=0, atol=1e-12)


def test_every_layer_has_its_own_maps():
    model = SelfAttention(WordVectors(WORDS, WIDTH), CLASSES, layers=4)
    assert len({id(p) for layer in model.layers for p in layer.parameters()}) == 4 * 4
    assert model.looks == "layers.3"
