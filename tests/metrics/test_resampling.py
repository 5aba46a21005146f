"""Intervals hold what they should as often as they should; paired tests see what is there and nothing else."""

import random

import numpy as np
import pytest
import sacrebleu

from regard.metrics.resampling import interval, paired, scored
from regard.metrics.translation import bleu

from .test_translation import corpus


def mean_of(values: np.ndarray):
    """A score whose bootstrap has a known answer: a mean."""
    return scored("mean", np.stack([values, np.ones(len(values))], 1), lambda sums: sums[..., 0] / sums[..., 1])


def test_the_interval_of_a_mean_is_the_textbooks():
    values = np.random.default_rng(0).normal(3, 2, 400)
    low, high = interval([mean_of(values)], draws=4_000)
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert (low, high) == pytest.approx((values.mean() - half, values.mean() + half), abs=0.02)


def test_it_covers_the_truth_nineteen_times_in_twenty():
    chance = np.random.default_rng(1)
    held = 0
    for seed in range(200):
        low, high = interval([mean_of(chance.exponential(1, 100))], draws=300, seed=seed)
        held += low <= 1 <= high
    assert 0.88 <= held / 200 <= 0.99


def test_it_covers_the_bleu_of_the_whole_when_it_sees_a_part():
    """Counts drawn from a large corpus whose BLEU is known."""
    whole = bleu(*corpus(3_000, seed=5))
    chance = np.random.default_rng(2)
    held = 0
    for seed in range(60):
        part = scored("bleu", whole.counts[chance.choice(3_000, 150, replace=False)], whole.formula)
        low, high = interval([part], draws=200, seed=seed)
        held += low <= whole.value <= high
    assert held >= 51


def test_draws_agree_with_sacrebleus_own():
    ours, theirs = corpus(200)
    ci = sacrebleu.metrics.BLEU(force=True).corpus_score(ours, [theirs], n_bootstrap=400)._ci
    low, high = interval([bleu(ours, theirs)])
    assert (high - low) / 2 == pytest.approx(ci, rel=0.15)


def test_the_same_seed_gives_the_same_interval():
    score = bleu(*corpus(50))
    assert interval([score]) == interval([score])
    assert interval([score]) != interval([score], seed=1)


def test_seeds_that_differ_widen_it():
    ours, theirs = corpus(150)
    other, _ = corpus(150, noise=0.0)
    mixed = [bleu(ours[:k] + other[k:], theirs) for k in (150, 120, 90)]
    narrow, wide = interval([mixed[1]] * 3), interval(mixed)
    assert narrow == interval([mixed[1]])
    assert wide[1] - wide[0] > 1.5 * (narrow[1] - narrow[0])


def test_a_system_does_not_differ_from_itself():
    score = bleu(*corpus(100))
    assert paired([score], [score]) == (0.0, (0.0, 0.0), 1.0)


def test_a_clearly_better_system_is_seen_and_the_sign_turns():
    ours, theirs = corpus(200)
    fixed = [t if i % 4 == 0 else o for i, (o, t) in enumerate(zip(ours, theirs, strict=True))]
    better, worse = bleu(fixed, theirs), bleu(ours, theirs)
    difference, (low, high), p = paired([better], [worse])
    assert difference == pytest.approx(better.value - worse.value)
    assert 0 < low < difference < high
    assert p < 0.01
    turned = paired([worse], [better])
    assert turned[0] == pytest.approx(-difference)
    assert turned[1] == pytest.approx((-high, -low))
    assert turned[2] == p


def test_p_of_a_mean_is_the_textbooks():
    """A difference of 1.5 standard errors: p = 0.134, two-sided."""
    noise = np.random.default_rng(0).normal(0, 1, 400)
    noise = (noise - noise.mean()) / noise.std() + 1.5 / 20
    assert paired([mean_of(noise)], [mean_of(np.zeros(400))], draws=8_000)[2] == pytest.approx(0.134, abs=0.02)


def test_noise_is_rarely_taken_for_a_difference():
    """Two systems of the same quality: p < 0.05 about once in twenty."""
    false = 0
    for seed in range(60):
        chance = np.random.default_rng(seed)
        one, other = (mean_of(chance.normal(0, 1, 80)) for _ in range(2))
        false += paired([one], [other], draws=300, seed=seed)[2] < 0.05
    assert false <= 8


def test_the_pairing_counts():
    """Two systems that are right and wrong on the same sentences differ by less than chance in the sentences."""
    chance = np.random.default_rng(0)
    hard = chance.normal(0, 10, 200)
    one, other = mean_of(hard), mean_of(hard - 0.5 + chance.normal(0, 0.1, 200))
    assert paired([one], [other])[2] < 0.01
    low, high = interval([one])
    assert low < other.value < high


def test_large_corpora_are_drawn_in_parts(monkeypatch: pytest.MonkeyPatch):
    score = mean_of(np.random.default_rng(0).normal(0, 1, 100))
    whole = interval([score], draws=500)
    monkeypatch.setattr("regard.metrics.resampling._AT_ONCE", 1_234)
    assert interval([score], draws=500) == pytest.approx(whole)


def test_systems_on_different_sentences_are_refused():
    ours, theirs = corpus(10)
    with pytest.raises(ValueError, match="9 and 10 sentences"):
        paired([bleu(ours, theirs)], [bleu(ours[:9], theirs[:9])])


def test_shuffled_sentences_have_the_same_interval_but_for_the_draw():
    ours, theirs = corpus(100)
    order = random.Random(0).sample(range(100), 100)
    low, high = interval([bleu(ours, theirs)])
    mixed = interval([bleu([ours[i] for i in order], [theirs[i] for i in order])])
    assert mixed == pytest.approx((low, high), abs=1.0)
