"""A classifier on padded texts says what it says of the texts alone."""

import copy

import numpy as np
import pytest
import torch
from torch.testing import assert_close

from regard.attention.padded import side_by_side
from regard.attention.watch import watching
from regard.data.loading import Texts
from regard.layers.vectors import WordVectors
from regard.models import CLASSIFIERS
from regard.runs.exchange.rectangle import Rectangular
from regard.runs.recipe import names, recipe
from regard.runs.settings import checked

WORDS, WIDTH, CLASSES = 29, 16, 3
LENGTHS = (5, 1, 7, 2)


def made(name: str, **changes: object) -> torch.nn.Module:
    """A model of the table with numbers by chance in every parameter, and in what a norm remembers."""
    torch.manual_seed(0)
    settings = dict(recipe(name).model) | changes
    kind = str(settings.pop("kind"))
    sizes = {"hidden": 11, "states": 5}
    settings |= {size: number for size, number in sizes.items() if size in settings}
    model = CLASSIFIERS[kind](WordVectors(WORDS, WIDTH), CLASSES, **checked(CLASSIFIERS[kind], settings)).eval()
    for value in model.parameters():
        torch.nn.init.uniform_(value, -0.6, 0.6)
    for name, value in model.named_buffers():
        if name.endswith((".mean", ".variance")):
            torch.nn.init.uniform_(value, 0.5, 1.5)
    return model


def texts(lengths: tuple[int, ...], words: int = WORDS) -> Texts:
    chance = np.random.default_rng(sum(lengths))
    return Texts(chance.integers(words, size=sum(lengths)), np.cumsum([0, *lengths]))


def padded(some: Texts, words: int = WORDS) -> tuple[torch.Tensor, torch.Tensor]:
    """The texts side by side, with other tokens behind their ends, which must not matter."""
    rows = side_by_side([row.tolist() for row in np.split(some.ids, some.offsets[1:-1])])
    anything = torch.randint(words, rows.ids.shape, generator=torch.Generator().manual_seed(1))
    return torch.where(rows.rows.mask, rows.ids, anything), rows.rows.lengths


@torch.no_grad()
def said(model: torch.nn.Module, some: Texts) -> tuple[torch.Tensor, torch.Tensor | None]:
    """Logits, and the weights of the pooling if that has the last look."""
    batch = some.batch(np.arange(len(some)))
    if model.looks != "pool":
        return model(batch), None
    with watching(model, "pool") as watch:
        logits = model(batch)
    return logits, watch.maps["pool"][0][:, 0, 0]


RECURRENT = ("final-state", "state-attention", "state-mean")
NAMES = [name for name in names() if recipe(name).model["kind"] not in RECURRENT]
MORE = [
    {"position": "bucketed"},
    {"position": "alibi"},
    {"norm": "rms", "pre_norm": False},
    {"width": 8, "pooling": "cls"},
]


@pytest.mark.parametrize(
    ("name", "changes"), [*((name, {}) for name in NAMES), *(("transformer", one) for one in MORE)]
)
def test_padding_changes_nothing(name, changes):
    model, some = made(name, **changes), texts(LENGTHS)
    before = copy.deepcopy(model.state_dict())
    logits, weights = said(model, some)
    found = Rectangular(model)(*padded(some))
    assert_close(found[0], logits, rtol=1e-5, atol=1e-5)
    assert len(found) == (1 if weights is None else 2)
    if weights is not None:
        assert_close(found[1], weights)
    assert all(torch.equal(value, before[key]) for key, value in model.state_dict().items()), "the model stays its own"


def test_every_kind_is_tried():
    assert {recipe(name).model["kind"] for name in names()} == set(CLASSIFIERS)
