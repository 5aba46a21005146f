"""Alignment error rate by hand and by its properties; read-outs that find the attention that aligns."""

import gzip
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.metrics.alignment import (
    Gold,
    Looks,
    at_random,
    diagonal,
    error_rate,
    links,
    looks,
    precision_and_recall,
)
from regard.metrics.readouts import Readout, candidates, chosen
from regard.metrics.resampling import interval

some_links = st.frozensets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


def test_by_hand():
    """A = {a, b, c}, S = {a, d}, P = S + {b}: 1 - (1 + 2) / (3 + 2) = 0.4."""
    a, b, c, d = (0, 0), (1, 1), (2, 2), (3, 3)
    score = error_rate([{a, b, c}], [Gold(frozenset({a, d}), frozenset({b}))])
    assert score.value == pytest.approx(0.4)
    assert precision_and_recall(score) == pytest.approx((2 / 3, 1 / 2))


def test_sentences_are_counted_together_not_averaged():
    """2 right of 2 and 0 right of 1, each against as many sure links: 1 - (2 + 2) / (3 + 3)."""
    found = [{(0, 0), (1, 1)}, {(0, 1)}]
    gold = [Gold(frozenset({(0, 0), (1, 1)})), Gold(frozenset({(0, 0)}))]
    score = error_rate(found, gold)
    assert score.value == pytest.approx(1 / 3)
    assert (score.on([0]), score.on([1])) == (0.0, 1.0)


@given(some_links, some_links)
def test_it_is_a_share_and_zero_between_sure_and_possible(sure: frozenset, possible: frozenset):
    gold = [Gold(sure, possible)]
    assert error_rate([set(sure)], gold).value == 0
    assert error_rate([set(sure | possible)], gold).value == pytest.approx(0)
    assert error_rate([set()], gold).value == (1 if sure else 0)


@given(st.lists(st.tuples(some_links, some_links, some_links), min_size=1, max_size=4))
def test_it_lies_between_zero_and_one_and_order_does_not_matter(rows: list):
    found, gold = [set(a) for a, _, _ in rows], [Gold(s, p) for _, s, p in rows]
    value = error_rate(found, gold).value
    assert 0 <= value <= 1
    assert error_rate(found[::-1], gold[::-1]).value == pytest.approx(value)


@given(some_links, some_links)
def test_without_possible_links_it_is_one_less_f1(found: frozenset, sure: frozenset):
    score = error_rate([set(found)], [Gold(sure)])
    precision, recall = precision_and_recall(score)
    if found and sure and found & sure:
        assert score.value == pytest.approx(1 - 2 * precision * recall / (precision + recall))


def test_links_are_source_and_target_of_the_heaviest():
    weights = np.array([[0.1, 0.9], [0.6, 0.4], [0.0, 0.0]])
    assert links(weights) == {(1, 0), (0, 1)}
    assert links(np.zeros((0, 3))) == set()
    assert links(np.zeros((3, 0))) == set()


def test_the_diagonal_is_right_for_sentences_of_one_order():
    assert diagonal(4, 4) == {(i, i) for i in range(4)}
    assert diagonal(2, 4) == {(1, 0), (3, 1)}
    assert diagonal(4, 2) == {(0, 0), (0, 1), (1, 2), (1, 3)}
    assert diagonal(3, 0) == diagonal(0, 3) == set()


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=4), st.integers(0, 2**31))
def test_chance_gives_each_target_word_one_source_word(sizes: list, seed: int):
    found = at_random(sizes, seed)
    assert found == at_random(sizes, seed)
    for (targets, sources), one in zip(sizes, found, strict=True):
        assert sorted(target for _, target in one) == (list(range(targets)) if sources else [])
        assert all(0 <= source < sources for source, _ in one)
        assert all(0 <= source < max(sources, 1) for source, _ in diagonal(targets, sources))


def aligned(order: list[int], heads: int, right: int, *, late: bool) -> tuple[dict[str, np.ndarray], Gold]:
    """A decoder in which one head of `b` looks at the right word, as it says it or a step later."""
    n = len(order)
    chance = np.random.default_rng(sum(order))
    weights = {site: chance.dirichlet(np.ones(n + 1), size=(heads, n + 1)) for site in ("a", "b")}
    for target, source in enumerate(order):
        weights["b"][:, target + late] = np.eye(n + 1)[(source + 1) % n]
        weights["b"][right, target + late] = np.eye(n + 1)[source]
    return weights, Gold(frozenset((source, target) for target, source in enumerate(order)))


@pytest.mark.parametrize("late", [False, True])
def test_the_head_that_aligns_is_found_on_validation(late: bool):
    orders = [[2, 0, 1, 3, 4, 5], [0, 1, 2, 4, 3], [3, 2, 1, 0]]
    made = [aligned(order, 3, 1, late=late) for order in orders]
    words = [[[i] for i in range(len(order))] for order in orders]
    seen = [looks(weights, each, each) for (weights, _), each in zip(made, words, strict=True)]
    gold = [true for _, true in made]
    ways = chosen(seen, gold)
    assert set(ways) == {"mean", "layer", "head", "mean, later", "layer, later", "head, later", "best"}
    assert ways["best"] == Readout(later=late, site="b", head=1)
    assert error_rate([ways["best"].links(one) for one in seen], gold).value == 0
    assert error_rate([ways["mean, later" if not late else "mean"].links(one) for one in seen], gold).value > 0.3


def test_every_site_and_head_is_a_candidate():
    seen = Looks({"a": np.ones((2, 1, 1)), "b": np.ones((3, 1, 1))}, {})
    assert {kind: len(ways) for kind, ways in candidates(seen).items()} == {
        "mean": 1, "layer": 2, "head": 5, "mean, later": 1, "layer, later": 2, "head, later": 5,
    }  # fmt: skip


def test_a_readout_is_the_mean_that_it_says():
    said = {"a": np.array([[[1.0, 0.0]], [[0.0, 1.0]]]), "b": np.array([[[0.2, 0.8]]])}
    seen = Looks(said, {site: each[..., ::-1] for site, each in said.items()})
    np.testing.assert_allclose(Readout().weights(seen), [[0.35, 0.65]])
    np.testing.assert_allclose(Readout(later=True).weights(seen), [[0.65, 0.35]])
    np.testing.assert_allclose(Readout(site="a").weights(seen), [[0.5, 0.5]])
    np.testing.assert_allclose(Readout(site="a", head=1).weights(seen), [[0.0, 1.0]])
    assert str(Readout(later=True, site="a", head=1)) == "a.1, one step later"
    assert str(Readout()) == "mean"


def test_a_share_links_further_words_and_is_chosen_where_words_say_two():
    weights = np.array([[0.55, 0.35, 0.1], [0.3, 0.3, 0.4]])
    assert links(weights) == {(0, 0), (2, 1)}
    assert links(weights, 0.35) == {(0, 0), (1, 0), (2, 1)}
    assert links(np.zeros((2, 3)), 0.2) == set()
    seen = Looks({"a": weights[None]}, {"a": weights[None, :, ::-1]})
    two, one = Gold(frozenset({(0, 0), (1, 0), (2, 1)})), Gold(frozenset({(0, 0), (2, 1)}))
    assert chosen([seen], [two])["best"] == Readout(share=0.35)
    assert chosen([seen], [one])["best"].share == 1
    assert str(Readout(share=0.35, later=True)) == "mean, one step later, from 35%"


def test_both_sides_must_agree():
    """Both target words look at the first source word most, the second of them only for want of a better one."""
    weights = np.array([[0.9, 0.1, 0.0], [0.5, 0.4, 0.1]])
    seen = Looks({"a": weights[None]}, {"a": weights[None]})
    product = weights * weights / [[1.4, 0.5, 0.1]]
    np.testing.assert_allclose(Readout(agreed=True).weights(seen), product / product.sum(1, keepdims=True))
    assert Readout(agreed=True).links(seen) == {(0, 0), (1, 1)}
    assert Readout().links(seen) == {(0, 0), (0, 1)}
    assert chosen([seen], [Gold(frozenset({(0, 0), (1, 1)}))])["best"] == Readout(agreed=True)
    nothing = Looks({"a": np.zeros((1, 2, 3))}, {})
    assert Readout(agreed=True, share=0.2).links(nothing) == set()


def test_one_step_later_is_read_token_by_token():
    """Words of several tokens: the row of a word is the mean over its own tokens, each read a step later."""
    weights = {"a": np.eye(4)[None, [3, 0, 1, 2]]}
    seen = looks(weights, [[0, 1], [2]], [[0], [1], [2]])
    np.testing.assert_allclose(seen.said["a"][0], [[0.5, 0, 0], [0, 1, 0]])
    np.testing.assert_allclose(seen.later["a"][0], [[0.5, 0.5, 0], [0, 0, 1]])


def hansards(folder: Path) -> tuple[list[tuple[int, int]], list[Gold]]:
    def lines(name: str) -> list[str]:
        file = folder / "hansards_alignment" / name
        if not file.exists():
            pytest.skip(f"no {name} under $REGARD_DATA; `regard data list` names its home")
        return gzip.decompress(file.read_bytes()).decode("utf-8").rstrip("\n").split("\n")

    sizes = [(len(f.split()), len(e.split())) for e, f in zip(lines("test.e.gz"), lines("test.f.gz"), strict=True)]
    drawn: list[tuple[set, set]] = [(set(), set()) for _ in sizes]
    for line in lines("test.wa.nonullalign.gz"):
        sentence, english, french, kind = line.split()
        drawn[int(sentence) - 1][kind == "P"].add((int(english) - 1, int(french) - 1))
    return sizes, [Gold(frozenset(sure), frozenset(possible)) for sure, possible in drawn]


@pytest.mark.corpus
def test_controls_on_real_sentences(data_folder: Path):
    """The gold itself has no error; the diagonal is far better than chance, and both are far from any aligner."""
    sizes, gold = hansards(data_folder)
    assert error_rate([set(true.sure) for true in gold], gold).value == 0
    on_diagonal = error_rate([diagonal(*size) for size in sizes], gold)
    random = error_rate(at_random(sizes), gold)
    assert 0.4 < on_diagonal.value < 0.75 < random.value < 0.95
    assert interval([on_diagonal])[1] < interval([random])[0]
