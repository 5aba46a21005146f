"""A corpus of which few labels are known: which texts are taken, and what cannot be asked."""

import pytest

from regard.data.examples import Corpus, Labelled
from regard.data.few import few, with_validation
from regard.errors import Mistake

CORPUS = Corpus(
    name="uneven",
    classes=("no", "yes", "perhaps"),
    train=[Labelled(f"text {n}", 2 if n < 4 else n % 2) for n in range(60)],
    validation=[Labelled(f"held {n}", n % 3) for n in range(12)],
    test=[Labelled("a fourth", 0)],
)


def test_classes_come_in_turn_and_the_fewer_stand_among_the_more():
    drawn = {labels: few(CORPUS, labels) for labels in (3, 9, 30)}
    for labels, corpus in drawn.items():
        assert len(corpus.train) == labels
        assert set(corpus.train) <= set(CORPUS.train)
        assert len(corpus.validation) == min(labels, 12)
        assert corpus.test == CORPUS.test
    assert [example.label for example in drawn[9].train] == [0, 1, 2] * 3
    assert drawn[30].train[:9] == drawn[9].train
    assert [example.label for example in drawn[30].train].count(2) == 4, "there are no more of them"
    assert drawn[9].train == few(CORPUS, 9).train
    assert drawn[9].train != list(CORPUS.train[:9])
    assert drawn[9].notes == ("Of 60 texts to learn from, 9 are used, drawn with as many of each class.",)


def test_none_and_all():
    assert few(CORPUS, 0) is CORPUS
    assert sorted(one.text for one in few(CORPUS, 60).train) == sorted(one.text for one in CORPUS.train)


def test_what_was_held_back_is_learned_from_too():
    corpus = with_validation(CORPUS)
    assert list(corpus.train) == [*CORPUS.train, *CORPUS.validation]
    assert (corpus.validation, corpus.test) == (CORPUS.validation, CORPUS.test)
    assert "are among those to learn from" in corpus.notes[-1]


def test_what_cannot_be_asked_is_said():
    with pytest.raises(Mistake, match=r"corpus.labels is 61, and uneven has 60 texts to learn from"):
        few(CORPUS, 61)
    with pytest.raises(Mistake, match=r"corpus.labels is 2, and uneven has 3 classes"):
        few(CORPUS, 2)
