"""Next sentences and sentence order."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regard.data.sentence_pairs import Pairs, Sentences, assemble, next_sentences, sentence_order
from regard.errors import Mistake

CLS, SEP = 900_001, 900_002
LONGEST = 40


def dice(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def documents(count: int = 500, seed: int = 0) -> Sentences:
    counts = dice(seed).integers(1, 30, count)
    return Sentences(dice(seed).integers(1, 15, counts.sum()), counts)


def owners(sentences: Sentences) -> np.ndarray:
    """The document of each token."""
    return np.repeat(np.repeat(np.arange(len(sentences.counts)), sentences.counts), sentences.lengths)


def sizes(pairs: Pairs) -> np.ndarray:
    return (np.diff(pairs.first) + np.diff(pairs.second))[:, 0]


@pytest.mark.parametrize("make", [next_sentences, sentence_order])
def test_half_of_the_pairs_follow_and_all_have_room(make):
    pairs = make(documents(), LONGEST, dice())
    assert len(pairs.apart) > 1000
    assert abs(pairs.apart.mean() - 0.5) < 5 * 0.5 / len(pairs.apart) ** 0.5
    assert (np.diff(pairs.first) > 0).all()
    assert (np.diff(pairs.second) > 0).all()
    assert sizes(pairs).max() == LONGEST - 3


def test_right_sentences_follow_and_wrong_ones_are_of_another_document():
    sentences = documents()
    first, second, apart = next_sentences(sentences, LONGEST, dice())
    owner = owners(sentences)
    assert (first[apart == 0, 1] == second[apart == 0, 0]).all()
    assert (owner[first[:, 0]] == owner[first[:, 1] - 1]).all()
    assert (owner[second[:, 0]] == owner[second[:, 1] - 1]).all()
    assert ((owner[first[:, 0]] != owner[second[:, 0]]) == (apart == 1)).all()


def test_wrong_sentences_are_from_all_over():
    sentences = documents(20)
    pairs = next_sentences(sentences, LONGEST, dice())
    many = [next_sentences(sentences, LONGEST, dice(seed)) for seed in range(40)]
    from_ = np.concatenate([owners(sentences)[p.second[p.apart == 1, 0]] for p in many])
    assert set(from_) == set(range(20))
    assert np.bincount(from_).max() < 2.2 * np.bincount(from_).min()
    assert pairs.apart.any()


def test_pieces_meet_where_sentences_do():
    sentences = documents()
    first, second, apart = sentence_order(sentences, LONGEST, dice())
    owner, edges = owners(sentences), set(sentences.edges.tolist())
    swapped = apart[:, None] == 1
    earlier, later = np.where(swapped, second, first), np.where(swapped, first, second)
    assert (earlier[:, 1] == later[:, 0]).all()
    assert (owner[earlier[:, 0]] == owner[later[:, 1] - 1]).all()
    assert {*earlier[:, 1].tolist()} <= edges


def test_order_is_all_that_differs_between_the_two_answers():
    """The same chance but for the last coin: the same pieces, swapped."""

    class Coins:
        """A generator whose last draw is set."""

        def __init__(self, swap: bool) -> None:
            self.inner, self.drawn, self.swap = dice(3), 0, swap

        def random(self, size):
            self.drawn += 1
            return np.full(size, 0.0 if self.swap else 1.0) if self.drawn == 3 else self.inner.random(size)

        def integers(self, *args, **kwargs):
            return self.inner.integers(*args, **kwargs)

    kept, swapped = (sentence_order(documents(), LONGEST, Coins(swap)) for swap in (False, True))
    assert (kept.first == swapped.second).all()
    assert (kept.second == swapped.first).all()
    assert not kept.apart.any()
    assert swapped.apart.all()


def test_some_pairs_are_short():
    sentences = Sentences(np.full(30_000, 2), np.full(100, 300))
    filled = sizes(sentence_order(sentences, LONGEST, dice())) >= LONGEST - 5
    assert 0.1 < 1 - filled.mean() < 0.25


def test_long_sentences_are_cut_far_from_where_they_meet():
    sentences = Sentences(np.array([100, 100, 3, 100, 100, 4]), np.array([2, 2, 2]))
    found = [sentence_order(sentences, LONGEST, dice(seed)) for seed in range(20)]
    for first, second, apart in found:
        earlier, later = (first, second) if not apart[0] else (second, first)
        assert earlier[0, 1] == later[0, 0] == 100
    room = LONGEST - 3
    whole = [pairs for pairs in found if sizes(pairs)[0] == room]
    assert whole
    for first, second, _ in whole:
        assert sorted([*np.diff(first)[0], *np.diff(second)[0]]) == [room // 2, room - room // 2]
    for pairs in found:
        lengths = np.sort(np.concatenate([np.diff(pairs.first), np.diff(pairs.second)], 1))
        assert (lengths[1] <= [3, room - 3]).all()


def test_pairs_are_laid_out_with_their_segments():
    pairs = Pairs(np.array([[0, 2], [5, 6]]), np.array([[2, 5], [0, 1]]), np.array([0, 1]))
    tokens, lengths, segments = assemble(np.arange(10, 20), pairs, front=CLS, between=SEP)
    assert tokens.tolist() == [CLS, 10, 11, SEP, 12, 13, 14, SEP, CLS, 15, SEP, 10, SEP]
    assert lengths.tolist() == [8, 5]
    assert segments.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1]


@settings(max_examples=40)
@given(
    st.lists(st.lists(st.integers(1, 9), max_size=6), min_size=2, max_size=6),
    st.integers(5, 30),
    st.integers(0, 99),
)
def test_any_documents_make_pairs_or_say_why_not(made, longest, seed):
    sentences = Sentences(
        np.array([n for document in made for n in document], dtype=np.int64), np.array([len(d) for d in made])
    )
    for make in (next_sentences, sentence_order):
        try:
            pairs = make(sentences, longest, dice(seed))
        except Mistake:
            assert max(map(len, made)) < 2 or sum(1 for document in made if document) < 2
            continue
        assert (sizes(pairs) <= longest - 3).all()
        laid = assemble(np.arange(sentences.lengths.sum()), pairs, front=CLS, between=SEP)
        assert laid.lengths.sum() == len(laid.tokens) == len(laid.segments)


def test_every_sentence_is_used_but_those_left_alone():
    """Where all that is drawn is the cut, the runs are those that fill the room, one after the other."""
    sentences = Sentences(np.full(7, 10), np.array([7]))
    for seed in range(30):
        first, second, apart = sentence_order(sentences, 33, dice(seed))
        covered = np.zeros(70, dtype=int)
        for start, stop in [*first, *second]:
            covered[start:stop] += 1
        assert covered.max() == 1
        assert len(apart) in (2, 3)


@pytest.mark.parametrize(
    ("sentences", "longest", "said"),
    [
        (Sentences(np.array([3, 4]), np.array([2])), 20, "need a second document"),
        (Sentences(np.array([3, 4]), np.array([2, 0])), 20, "all sentences are of one document"),
        (Sentences(np.array([3, 4]), np.array([1, 1])), 20, "no document has two sentences"),
        (Sentences(np.array([3, 4, 5, 6]), np.array([2, 2])), 4, "pairs of 4 tokens have no room"),
    ],
)
def test_what_makes_no_pair_is_said(sentences, longest, said):
    with pytest.raises(Mistake, match=said):
        next_sentences(sentences, longest, dice())
