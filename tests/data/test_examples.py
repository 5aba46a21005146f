from dataclasses import replace

from regard.data.examples import Corpus, Labelled, Pair, Pairs

CORPUS = Corpus(
    name="two",
    classes=("no", "yes"),
    train=[Labelled("a film", 0), Labelled("another", 1)],
    validation=[Labelled("a third", 1)],
    test=[Labelled("a fourth", 0)],
)


def test_a_corpus_is_known_again_by_what_is_learned_from_it():
    first, second = CORPUS.train
    others = [
        [first],
        [second, first],
        [replace(first, label=1), second],
        [replace(first, text="a film "), second],
        [Labelled("a", 0), Labelled("film", 0), second],
    ]
    marks = {replace(CORPUS, train=train).fingerprint() for train in [CORPUS.train, *others]}
    assert len(marks) == 6
    assert replace(CORPUS, name="other", test=[]).fingerprint() == CORPUS.fingerprint()


def test_sizes():
    assert CORPUS.sizes() == {"train": 2, "validation": 1, "test": 1}


PAIRS = Pairs(
    name="two",
    languages=("en", "fr"),
    train=[Pair("yes", "oui"), Pair("no", "non")],
    validation=[Pair("well", "bien")],
    tests={"2016": [Pair("never", "jamais")], "2017": [Pair("a", "un"), Pair("the", "le")]},
)


def test_pairs_are_known_again_by_what_is_learned_from_them():
    first, second = PAIRS.train
    others = [
        [first],
        [second, first],
        [replace(first, target="si"), second],
        [replace(first, source="yes "), second],
        [Pair("oui", "yes"), second],
    ]
    marks = {replace(PAIRS, train=train).fingerprint() for train in [PAIRS.train, *others]}
    assert len(marks) == 6
    assert replace(PAIRS, name="other", tests={}).fingerprint() == PAIRS.fingerprint()


def test_the_first_test_set_is_the_usual_one():
    assert PAIRS.test == PAIRS.tests["2016"]
    assert not replace(PAIRS, tests={}).test
    assert PAIRS.sizes() == {"train": 2, "validation": 1, "2016": 1, "2017": 2}
