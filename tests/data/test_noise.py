"""Noise: its rates, and that a model never reads what it must say, but for the share that is kept."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from regard.attention.ragged import Ragged
from regard.data.chance import Static
from regard.data.noise import Lexicon, infill, mask_words, permute_sentences
from regard.errors import Mistake
from regard.models.bert import Bert

CLS, SEP, MASK = 0, 1, 7
LEXICON = Lexicon(40, MASK, (CLS, SEP))
LENGTHS = np.array([400, 3, 90, 1, 207] * 40)


def dice(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def texts(lengths=LENGTHS, seed: int = 0) -> np.ndarray:
    """Random ordinary tokens, with CLS in front of every text that has room for more."""
    tokens = LEXICON.ordinary[dice(seed).integers(0, len(LEXICON.ordinary), lengths.sum())]
    tokens[(np.cumsum(lengths) - lengths)[lengths > 1]] = CLS
    return tokens


def owners(lengths) -> np.ndarray:
    return np.repeat(np.arange(len(lengths)), lengths)


def near(found: float, expected: float, trials: int) -> bool:
    """Whether a share is within five standard deviations of what chance would give."""
    return abs(found - expected) < 5 * (expected * (1 - expected) / trials) ** 0.5


def test_fifteen_in_a_hundred_are_asked_for_of_every_text():
    tokens = texts()
    blanks = mask_words(tokens, LENGTHS, dice(), lexicon=LEXICON)
    asked = np.bincount(owners(LENGTHS)[blanks.places], minlength=len(LENGTHS))
    ordinary = LENGTHS - (LENGTHS > 1)
    assert (asked == np.maximum(1, np.floor(0.15 * ordinary + 0.5))).all()
    assert (np.diff(blanks.places) > 0).all()
    assert (tokens[blanks.places] == blanks.wanted).all()


def test_every_token_of_a_text_is_asked_for_equally_often():
    lengths = np.full(4000, 20)
    tokens = np.full(80_000, 12)
    blanks = mask_words(tokens, lengths, dice(), lexicon=LEXICON)
    often = np.bincount(blanks.places % 20, minlength=20)
    assert all(near(count / 4000, 3 / 20, 4000) for count in often)


def test_eighty_are_hidden_ten_replaced_ten_kept():
    tokens = np.full(200_000, 12)
    read, places, _ = mask_words(tokens, np.full(400, 500), dice(), lexicon=LEXICON)
    seen, others = read[places], len(LEXICON.ordinary)
    assert near((seen == MASK).mean(), 0.8, len(places))
    assert near((seen == 12).mean(), 0.1 + 0.1 / others, len(places))
    replaced = seen[(seen != MASK) & (seen != 12)]
    assert set(replaced) == set(LEXICON.ordinary) - {12}
    assert np.bincount(replaced, minlength=40)[LEXICON.ordinary].max() < 2 * len(replaced) / others
    untouched = np.delete(np.arange(len(tokens)), places)
    assert (read[untouched] == tokens[untouched]).all()


def test_special_tokens_are_neither_asked_for_nor_put_in():
    tokens = texts()
    read, places, wanted = mask_words(tokens, LENGTHS, dice(), lexicon=LEXICON, rate=1.0, hidden=0.0, replaced=1.0)
    assert (read[tokens == CLS] == CLS).all()
    assert len(places) == LEXICON.is_ordinary[tokens].sum()
    assert LEXICON.is_ordinary[wanted].all()
    assert LEXICON.is_ordinary[read[places]].all()
    only_special = mask_words(np.array([CLS, SEP]), np.array([2]), dice(), lexicon=LEXICON)
    assert len(only_special.places) == 0
    assert only_special.tokens.tolist() == [CLS, SEP]


@pytest.mark.parametrize("whole", [False, True])
def test_what_is_asked_for_is_not_read_but_where_it_is_kept(whole):
    """Other words at those places, and the same chance: what is read differs only where words are kept."""
    tokens = texts()
    begins = dice(5).random(len(tokens)) < 0.6 if whole else None
    one = mask_words(tokens, LENGTHS, dice(1), lexicon=LEXICON, begins=begins)
    changed = tokens.copy()
    changed[one.places] = LEXICON.ordinary[dice(2).integers(0, len(LEXICON.ordinary), len(one.places))]
    other = mask_words(changed, LENGTHS, dice(1), lexicon=LEXICON, begins=begins)
    assert (other.places == one.places).all()
    differing = np.flatnonzero(one.tokens != other.tokens)
    kept = one.places[dice(1).random((3, len(tokens)))[1][one.places] >= 0.9]
    assert set(differing) <= set(kept)
    assert near(len(kept) / len(one.places), 0.1, len(one.places))
    none_kept = mask_words(changed, LENGTHS, dice(1), lexicon=LEXICON, begins=begins, hidden=0.9)
    assert (
        none_kept.tokens == mask_words(tokens, LENGTHS, dice(1), lexicon=LEXICON, begins=begins, hidden=0.9)[0]
    ).all()


def test_no_gradient_reaches_a_word_that_must_be_said():
    """In a text whose words all differ, the vector of a hidden word has no part in the loss, those of others have."""
    tokens = LEXICON.ordinary[:30]
    blanks = mask_words(tokens, np.array([30]), dice(3), lexicon=LEXICON, hidden=1.0, replaced=0.0)
    torch.manual_seed(0)
    bert = Bert(40, width=8, layers=2, heads=2, tied=False, dropout=0.0, attention_dropout=0.0)
    x = bert.vectors(torch.from_numpy(blanks.tokens), Ragged(torch.tensor([30])))
    bert.head.loss(x[torch.from_numpy(blanks.places)], torch.from_numpy(blanks.wanted)).backward()
    moved = bert.words.weight.grad.abs().sum(1) > 0
    assert moved.nonzero().flatten().tolist() == sorted({*tokens} - {*blanks.wanted} | {MASK})


def test_words_are_asked_for_as_a_whole():
    tokens = texts()
    begins = dice(4).random(len(tokens)) < 0.5
    word = np.cumsum(begins | (tokens == CLS) | np.roll(tokens == CLS, 1) | (np.diff(owners(LENGTHS), prepend=-1) > 0))
    blanks = mask_words(tokens, LENGTHS, dice(), lexicon=LEXICON, begins=begins)
    asked = np.zeros(len(tokens), dtype=bool)
    asked[blanks.places] = True
    ordinary = LEXICON.is_ordinary[tokens]
    tokens_asked, tokens_all = np.bincount(word[ordinary], asked[ordinary]), np.bincount(word[ordinary])
    assert ((tokens_asked == 0) | (tokens_asked == tokens_all)).all()
    assert (tokens_asked > 1).any()
    assert 0.145 < asked.sum() / ordinary.sum() < 0.16


def test_a_word_does_not_reach_across_a_special_token():
    tokens, begins = np.array([12, 13, SEP, 14, 15]), np.array([True] + [False] * 4)
    for seed in range(10):
        places = mask_words(tokens, np.array([5]), dice(seed), lexicon=LEXICON, begins=begins).places
        assert places.tolist() in ([0, 1], [3, 4])


@settings(max_examples=40)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=8), st.integers(0, 99), st.floats(0, 1), st.booleans())
def test_any_texts_can_be_masked(sizes, seed, rate, whole):
    lengths = np.array(sizes)
    tokens = dice(seed).integers(0, 40, lengths.sum())
    begins = dice(seed).random(len(tokens)) < 0.5 if whole else None
    read, places, wanted = mask_words(tokens, lengths, dice(seed), lexicon=LEXICON, rate=rate, begins=begins)
    assert read.shape == tokens.shape
    assert (tokens[places] == wanted).all()
    has = np.bincount(owners(lengths)[LEXICON.is_ordinary[tokens]], minlength=len(lengths)) > 0
    assert ((np.bincount(owners(lengths)[places], minlength=len(lengths)) > 0) == has).all()


def test_static_masks_belong_to_their_text():
    """Whatever texts come with it, in whatever order; in another copy, another epoch or another text they differ."""
    numbers, lengths = np.array([5, 9, 2]), np.array([300, 200, 100])
    tokens = np.full(600, 12)

    def read(chosen: list[int], copy: int = 0, seed: int = 0) -> list[np.ndarray]:
        sizes = lengths[chosen]
        chance = Static(seed, numbers[chosen], sizes, copy)
        found = mask_words(tokens[: sizes.sum()], sizes, chance, lexicon=LEXICON).tokens
        return np.split(found, np.cumsum(sizes)[:-1])

    first, second, third = read([0, 1, 2])
    again, other = read([2, 0])
    assert (again == third).all()
    assert (other == first).all()
    assert (first[:100] != third).any()
    assert (read([0, 1, 2], copy=1)[0] != first).any()
    assert (read([0, 1, 2], seed=1)[1] != second).any()
    assert (read([0], seed=1)[0] != read([0], copy=1)[0]).any()


def test_static_chance_is_even():
    drawn = Static(3, np.arange(100), np.full(100, 500)).random((3, 50_000))
    assert drawn.min() >= 0
    assert drawn.max() < 1
    counts = np.stack([np.histogram(lane, bins=20, range=(0, 1))[0] for lane in drawn])
    assert (np.abs(counts - 2500) < 5 * 2500**0.5).all()
    assert np.abs(np.corrcoef(drawn) - np.eye(3)).max() < 0.03
    assert abs(np.corrcoef(drawn[0, :-1], drawn[0, 1:])[0, 1]) < 0.03


def test_stretches_are_left_out_at_their_rate_and_lengths():
    lengths = np.full(600, 200)
    tokens = np.arange(lengths.sum()) + 100
    read, shorter, missing = infill(tokens, lengths, dice(), mask=MASK)
    assert (np.bincount(owners(lengths)[missing]) == 60).all()
    masks = np.bincount(owners(shorter)[read == MASK], minlength=600)
    assert (shorter == masks + 140).all()
    assert (read[read != MASK] == tokens[~missing]).all()
    assert abs(masks.mean() - 60 / 3) < 1.5
    after = np.append(tokens[~missing], 0)[np.cumsum(read != MASK) - (read != MASK)]
    inner = (read == MASK) & (np.roll(read, 1) != MASK) & (np.roll(read, -1) != MASK) & (after > 0)
    gaps = (after - np.roll(read, 1) - 1)[inner]
    gaps = gaps[(gaps >= 0) & (gaps < 60)]
    share = np.bincount(gaps, minlength=8)[:8] / len(gaps)
    poisson = np.exp(-3) * np.cumprod([1, 3, 3 / 2, 1, 3 / 4, 3 / 5, 1 / 2, 3 / 7])
    assert np.abs(share - poisson).max() < 0.025


def test_stretches_fall_anywhere():
    lengths = np.full(4000, 20)
    _, _, missing = infill(np.arange(80_000), lengths, dice(), mask=MASK)
    often = missing.reshape(4000, 20).mean(0)
    assert np.abs(often[4:-4] - often[4:-4].mean()).max() < 0.04
    assert np.abs(often - often[::-1]).max() < 0.04
    assert often.min() > 0.1


def test_what_is_missing_is_not_read():
    lengths = np.array([30, 1, 0, 50])
    tokens = np.arange(81) + 100
    one = infill(tokens, lengths, dice(1), mask=MASK)
    changed = np.where(one.missing, 9999, tokens)
    other = infill(changed, lengths, dice(1), mask=MASK)
    assert (one.tokens == other.tokens).all()
    assert 9999 not in other.tokens


@settings(max_examples=40)
@given(st.lists(st.integers(0, 12), min_size=1, max_size=8), st.integers(0, 99), st.floats(0, 1), st.floats(0.2, 9))
def test_any_texts_can_be_infilled(sizes, seed, rate, mean):
    lengths = np.array(sizes)
    tokens = np.arange(lengths.sum()) + 100
    read, shorter, missing = infill(tokens, lengths, dice(seed), mask=MASK, rate=rate, mean=mean)
    assert shorter.sum() == len(read)
    assert (read[read != MASK] == tokens[~missing]).all()
    assert (owners(shorter)[read != MASK] == owners(lengths)[~missing]).all()
    assert (np.bincount(owners(lengths)[missing], minlength=len(lengths)) <= np.rint(rate * lengths)).all()


def test_sentences_change_places_within_their_text():
    sentences, counts = np.array([2, 3, 1, 4, 2]), np.array([3, 0, 2])
    tokens = np.arange(12)
    pieces = np.split(tokens, np.cumsum(sentences)[:-1])
    seen = set()
    for seed in range(60):
        shuffled = permute_sentences(tokens, sentences, counts, dice(seed)).tolist()
        assert sorted(shuffled[:6]) == list(range(6))
        for piece in pieces:
            at = shuffled.index(piece[0])
            assert shuffled[at : at + len(piece)] == piece.tolist()
        seen.add(tuple(shuffled))
    assert len(seen) == 12


@pytest.mark.parametrize(("wrong", "said"), [({"rate": 1.5}, "rate is 1.5"), ({"hidden": 0.95}, "both is 1.05")])
def test_shares_that_cannot_be_are_named(wrong, said):
    with pytest.raises(Mistake, match=said):
        mask_words(texts(), LENGTHS, dice(), lexicon=LEXICON, **wrong)


def test_stretches_must_have_a_length():
    with pytest.raises(Mistake, match="mean length of a stretch is 0"):
        infill(texts(), LENGTHS, dice(), mask=MASK, mean=0)
