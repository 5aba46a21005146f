"""The residual stack (S2 to S4, T3 to T5): what its settings make of it."""

import math
import re
from typing import Any, get_args

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from regard.attention.watch import watching
from regard.data.batch import Batch
from regard.errors import Mistake
from regard.layers.positions import Position
from regard.layers.vectors import WordVectors
from regard.models.transformer import Transformer

from .drawn import CLASSES, WORDS, backwards, batch_of, stirred

WIDTH = 8


def made(**settings: Any) -> Transformer:
    return stirred(Transformer(WordVectors(WORDS, WIDTH), CLASSES, **{"layers": 2, "heads": 2, **settings}))


@pytest.fixture
def batch() -> Batch:
    return batch_of(7, 1, 4)


def test_the_mean_of_the_last_layer_is_classified(batch):
    model = made()
    x = model.encoder(model.embed(batch.words)[batch.tokens], batch.rows)
    texts = [model.classify(text.mean(0)) for text in x.split(batch.rows.lengths.tolist())]
    assert_close(model(batch), torch.stack(texts))


def test_scaled_word_vectors_are_longer_by_the_root_of_their_size(batch):
    plain, scaled = made(), made(scaled=True)
    scaled.load_state_dict(plain.state_dict())
    assert_close(scaled.words(batch)[0], WIDTH**0.5 * plain.words(batch)[0])


def test_the_last_representation_of_cls_is_classified(batch):
    model = made(pooling="cls", position="none")
    for logits, tokens in zip(model(batch), batch.tokens.split(batch.rows.lengths.tolist()), strict=True):
        x = torch.cat([model.front.vector[None], model.embed(batch.words)[tokens]])[None]
        for block in model.encoder.layers:
            z = x + block.attention(block.norm1(x))
            x = z + block.feed(block.norm2(z))
        assert_close(logits, model.classify(model.encoder.norm(x)[0, 0]))


def test_the_words_begin_at_the_first_place_and_after_cls_at_the_second(batch):
    for pooling, first in (("mean", 0), ("cls", 1)):
        model, seen = made(pooling=pooling), []
        model.encoder.place.register_forward_hook(lambda _, given, __, seen=seen: seen.append(given[0]))
        model(batch)
        last = [first + n - 1 for n in batch.rows.lengths.tolist()]
        assert [text.max() for text in seen[0].split([n + 1 for n in last])] == last


@pytest.mark.parametrize("position", get_args(Position))
@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_only_positions_see_order(position, pooling, batch):
    model = made(position=position, pooling=pooling)
    change = (model(batch) - model(backwards(batch))).abs().amax(-1)[[0, 2]]
    assert (change < 1e-12).all() if position == "none" else (change > 1e-6).all()


def test_every_layer_and_head_can_be_seen(batch):
    model = made(layers=3, heads=4, pooling="cls")
    with watching(model) as watch:
        model(batch)
    assert list(watch.maps) == [f"encoder.layers.{number}.attention" for number in range(3)]
    assert watch.maps[model.looks][0].shape == (3, 4, 8, 8)


@pytest.mark.parametrize("which", ["dropout", "attention_dropout"])
def test_each_dropout_drops_in_training_alone(which, batch):
    model = made(**{"dropout": 0.0, "attention_dropout": 0.0, which: 0.5})
    assert torch.equal(model(batch), model(batch))
    model.train()
    assert not torch.allclose(model(batch), model(batch))
    assert torch.equal(made(dropout=0.0).train()(batch), made(dropout=0.0)(batch))


def test_norms_and_their_place_are_settings():
    kinds = [type(made(norm=norm).encoder.layers[0].norm1).__name__ for norm in ("layer", "rms", "batch")]
    assert kinds == ["LayerNorm", "RMSNorm", "BatchNorm"]
    assert isinstance(made(pre_norm=True).encoder.norm, nn.LayerNorm)
    assert isinstance(made(pre_norm=False).encoder.norm, nn.Identity)


def test_a_width_of_its_own_is_reached_by_a_projection(batch):
    model = made(width=6, hidden=7)
    assert model.enter.weight.shape == (6, WIDTH)
    assert model.encoder.layers[0].feed.rise.weight.shape == (7, 6)
    assert model(batch).shape == (3, CLASSES)
    assert made().encoder.layers[0].feed.rise.weight.shape == (4 * WIDTH, WIDTH)


@pytest.mark.parametrize("position", ["sinusoidal", "learned"])
def test_a_text_longer_than_the_positions_is_a_mistake(position):
    made(position=position, longest=9)(batch_of(9))
    with pytest.raises(Mistake, match=r"a text takes 10 places .*, and this model has positions for 9"):
        made(position=position, longest=9)(batch_of(10))
    with pytest.raises(Mistake, match="a text takes 10 places"):
        made(position=position, longest=9, pooling="cls")(batch_of(9))


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"heads": 3}, "3 heads in 3 groups for a width of 8"),
        ({"heads": 8, "position": "rotary"}, "a head has 1 numbers"),
        ({"heads": 0}, "model.heads is 0, and must be at least 1"),
        ({"layers": 0}, "model.layers is 0, and must be at least 1"),
        ({"layers": -3, "pooling": "attention"}, "model.layers is -3"),
        ({"width": -1}, "model.width is -1, and must be at least 0"),
        ({"hidden": -1}, "model.hidden is -1, and must be at least 0"),
        ({"longest": 0, "position": "rotary"}, "model.longest is 0, and must be at least 1"),
        ({"longest": 1, "pooling": "cls"}, "model.longest is 1, and must be at least 2"),
        ({"longest": 10**9}, "model.longest is 1000000000, and must be at most 100000"),
        ({"neighbours": math.nan}, "model.neighbours is nan, and must be at least 0"),
        ({"neighbours": -4.0, "position": "none"}, "model.neighbours is -4.0, and must be at least 0"),
        ({"neighbours": math.inf}, "model.neighbours is inf, and must be at most 100000"),
        ({"dropout": 1.0}, "model.dropout is 1.0, and must be at least 0 and below 1"),
        ({"attention_dropout": 1.5}, "model.attention_dropout is 1.5, and must be at least 0 and below 1"),
    ],
)
def test_impossible_sizes_are_mistakes(settings, complaint):
    with pytest.raises(Mistake, match=re.escape(complaint)):
        made(**settings)
