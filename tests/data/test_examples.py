from dataclasses import replace

from regard.data.examples import Corpus, Labelled

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
