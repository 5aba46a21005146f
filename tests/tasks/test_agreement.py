"""Two passes that must agree: what they read, and what it costs them to differ."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from regard.data.batch import collate
from regard.layers.vectors import WordVectors
from regard.models.pooling import Mean
from regard.tasks.agreement import disagreement, twice
from regard.tasks.classify import Classify

LENGTHS, BLANK = np.array([40, 1, 60]), 99


def made(labels=None):
    ids = np.random.default_rng(0).integers(0, 30, LENGTHS.sum())
    return collate(ids, LENGTHS, np.array([0, 1, 1]) if labels is None else labels)


def test_the_second_time_misses_its_share_of_words_and_never_the_frame():
    torch.manual_seed(0)
    batch = made()
    both = twice(batch, blank=BLANK, share=0.5)
    read = both.words[both.tokens]
    one, other = read.chunk(2)
    assert torch.equal(one, batch.words[batch.tokens])
    blanked = other == BLANK
    assert torch.equal(other[~blanked], one[~blanked])
    assert 0.35 < blanked.double().mean() < 0.65
    frame = torch.cat([batch.rows.starts, batch.rows.starts + batch.rows.lengths - 1])
    assert not blanked[frame].any()
    assert both.rows.lengths.tolist() == [40, 1, 60, 40, 1, 60]
    assert (both.rows.total, both.rows.longest, both.rows.even) == (202, 60, False)
    assert both.labels is not None
    assert both.labels.tolist() == [0, 1, 1, 0, 1, 1]


def test_disagreement_is_the_mean_of_both_divergences():
    logits = torch.randn(6, 4, dtype=torch.float64, generator=torch.Generator().manual_seed(0))
    p, q = logits.log_softmax(-1).chunk(2)
    expected = (F.kl_div(q, p, log_target=True, reduction="sum") + F.kl_div(p, q, log_target=True, reduction="sum")) / 6
    assert_close(disagreement(logits), expected)


@pytest.mark.parametrize("soft", [False, True])
def test_without_noise_two_passes_cost_what_one_does(soft):
    shares = np.array([[0.7, 0.3], [0.2, 0.8], [0.0, 1.0]], dtype=np.float32)
    batch = made(shares if soft else None)
    model = Mean(WordVectors(31, 4), 2)
    model(batch)
    one, two = (Classify(validation=None, rdrop=alpha) for alpha in (0.0, 3.0))
    assert_close(one.loss(model, batch), two.loss(model, batch))
    assert_close(one.loss(model, batch), F.cross_entropy(model(batch), batch.labels))


def test_blanks_cost_something():
    model, batch = Mean(WordVectors(100, 4), 2), made()
    losses = [
        float(Classify(validation=None, rdrop=alpha, blanked=0.5, blank=BLANK).loss(model, batch).detach())
        for alpha in (1e-9, 50.0)
        if torch.manual_seed(0)
    ]
    assert losses[1] > losses[0]
