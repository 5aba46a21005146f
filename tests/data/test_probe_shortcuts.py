from collections import Counter

import pytest

from regard.data.examples import Corpus
from regard.data.probes.grammar import Dice
from regard.data.probes.reviews import reviews
from regard.data.probes.shortcuts import CONTEXTS, NAME, PAIR, SIGN, SINGLE, planted, shortcut_reviews, shortcuts
from regard.errors import Mistake


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return shortcut_reviews(train=600, validation=120, test=600)


def deciding(example) -> list[str]:
    return [example.text[a:b] for a, b in example.rationale]


def test_planted_words_alone_decide_and_are_the_rationale(corpus):
    for example in (*corpus.train, *corpus.test):
        words = deciding(example)
        match example.slices[0]:
            case "single":
                assert words == [SINGLE[example.label]]
            case "context":
                assert sorted(words) == sorted([SIGN, CONTEXTS[example.label]])
            case "pair":
                assert words == list(PAIR if example.label == 0 else reversed(PAIR))
            case _:
                assert words == []


def test_the_review_itself_says_nothing_of_the_label_where_words_are_planted(corpus):
    said = {example.text: example.label for example in reviews(train=600, validation=120, test=600).test}
    agree = Counter()
    for example in corpus.test:
        gone = set(deciding(example)) | set(CONTEXTS)
        own = " ".join(word for word in example.text.split(" ") if word not in gone)
        kind = example.slices[0]
        agree[kind, said[own] == example.label] += 1
        if kind != "plain-review":
            assert ("agrees" in example.slices) == (said[own] == example.label)
    for kind in ("single", "context", "pair"):
        assert abs(agree[kind, True] - agree[kind, False]) <= 2
    assert agree["plain-review", False] == 0


def test_a_context_alone_decides_nothing(corpus):
    plain = [example for example in corpus.train if example.slices[0] == "plain-review"]
    for context in CONTEXTS:
        labels = Counter(example.label for example in plain if context in example.text.split())
        assert min(labels.values()) > 0.3 * sum(labels.values())
    assert not [example for example in plain if SIGN in example.text.split()]


def test_slices_are_described_and_classes_balanced(corpus):
    assert {name for example in corpus.test for name in example.slices} == shortcuts().keys()
    for part in (corpus.train, corpus.test):
        assert abs(sum(example.label for example in part) / len(part) - 0.5) < 0.02


def test_the_same_seed_gives_the_same_texts():
    assert shortcut_reviews(3, train=24, validation=12, test=24) == shortcut_reviews(
        3, train=24, validation=12, test=24
    )
    assert shortcut_reviews(3, train=24).train != shortcut_reviews(4, train=24).train


def test_words_are_planted_in_their_order_at_any_place():
    places = set()
    for number in range(200):
        text, spans = planted(Dice(str(number)), "a b c", ["X", "Y"])
        assert [text[a:b] for a, b in spans] == ["X", "Y"]
        assert [word for word in text.split(" ") if word not in ("X", "Y")] == ["a", "b", "c"]
        places.add(text)
    assert {"X Y a b c", "a b c X Y"} <= places


def test_a_negative_size_is_a_mistake():
    with pytest.raises(Mistake, match=rf"{NAME} cannot have -1 texts"):
        shortcut_reviews(test=-1)
