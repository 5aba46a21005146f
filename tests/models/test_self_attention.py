"""Plain self-attention (S1) against its equation, word by word."""

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.data.batch import Batch
from regard.errors import Mistake
from regard.layers.vectors import WordVectors
from regard.models.self_attention import SelfAttention

from .drawn import CLASSES, WORDS, batch_of, stirred

WIDTH = 5


def layer_by_hand(x: Tensor, query: nn.Linear, key: nn.Linear, value: nn.Linear, linear: nn.Linear) -> Tensor:
    """x_i ← ReLU(linear(Σ_j p(a_ij) v(x_j))) with log p(a_ij) = const + q(x_i)·k(x_j)/√d."""
    out = []
    for x_i in x:
        scores = torch.stack([query(x_i) @ key(x_j) for x_j in x]) / WIDTH**0.5
        f = sum(p * value(x_j) for p, x_j in zip(scores.softmax(0), x, strict=True))
        out.append(linear(f).clamp_min(0))
    return torch.stack(out)


def by_hand(model: SelfAttention, batch: Batch) -> Tensor:
    logits = []
    for tokens in batch.tokens.split(batch.rows.lengths.tolist()):
        x = model.embed.weight[batch.words[tokens]]
        for layer in model.layers:
            x = layer_by_hand(x, layer.query, layer.key, layer.value, layer.out)
        logits.append(model.classify(x.mean(0)))
    return torch.stack(logits)


def test_it_is_its_equation():
    model = stirred(SelfAttention(WordVectors(WORDS, WIDTH), CLASSES, layers=3, dropout=0.5))
    batch = batch_of(6, 1, 4)
    expected = by_hand(model, batch)
    assert len(set(expected[:, 0].tolist())) == 3, "no text has lost all its numbers to ReLU"
    assert_close(model(batch), expected, rtol=0, atol=1e-12)


def test_every_layer_has_its_own_maps():
    model = SelfAttention(WordVectors(WORDS, WIDTH), CLASSES, layers=4)
    assert len({id(p) for layer in model.layers for p in layer.parameters()}) == 4 * 7
    assert model.looks == "layers.3"


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"layers": 0}, r"model\.layers is 0, and must be at least 1"),
        ({"layers": -1}, r"model\.layers is -1, and must be at least 1"),
        ({"heads": 0}, r"model\.heads is 0, and must be at least 1"),
        ({"heads": -5}, r"model\.heads is -5, and must be at least 1"),
        ({"attention_dropout": -0.5}, r"model\.attention_dropout is -0\.5, and must be at least 0 and below 1"),
    ],
)
def test_impossible_sizes_are_mistakes(settings, complaint):
    with pytest.raises(Mistake, match=complaint):
        SelfAttention(WordVectors(WORDS, WIDTH), CLASSES, **settings)
