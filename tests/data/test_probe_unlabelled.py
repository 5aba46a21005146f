"""Reviews without a label: of one mind, new to every other part, and nothing that a test of unseen words rests on."""

import re

import pytest

from regard.data.corpora import open_language
from regard.data.probes import frames
from regard.data.probes.grammar import HELD_OUT
from regard.data.probes.lexicon import NEUTRAL, OPINIONS
from regard.data.probes.reviews import reviews
from regard.data.probes.unlabelled import LISTS, probe_documents, unlabelled
from regard.errors import Mistake

SHARED = {word for kinds in NEUTRAL.values() for entry in kinds for word in entry.split()}


def sides(text: str) -> tuple[int, int]:
    """How many opinion words of each kind stand in a text."""
    words = re.findall(r"\w+", text.lower())
    found = [
        {entry for kind in OPINIONS.values() for entry in kind[label] if " " not in entry} - SHARED for label in (0, 1)
    ]
    return sum(word in found[0] for word in words), sum(word in found[1] for word in words)


def test_a_review_is_of_one_mind_and_says_so_more_than_once():
    for text in unlabelled(2, size=2_000):
        negative, positive = sides(text)
        assert min(negative, positive) == 0, text
        assert max(negative, positive) >= 2, text


def test_both_minds_are_equally_frequent():
    positive = sum(sides(text)[1] > 0 for text in unlabelled(0, size=4_000))
    assert 1_880 < positive < 2_120


def test_no_two_are_the_same_and_none_stands_in_another_part():
    corpus = reviews(0)
    labelled = {row.text.lower() for part in (corpus.train, corpus.validation, corpus.test) for row in part}
    documents = probe_documents(0)
    texts = [text.lower() for text in documents.train]
    assert len(texts) == len(set(texts)) == 18_000
    assert len(labelled.intersection(texts[6_000:])) == 0
    told = unlabelled(0, size=5)
    assert not {text.lower() for text in unlabelled(0, size=50, told={text.lower() for text in told})} & set(
        map(str.lower, told)
    )


def test_an_opinion_word_never_stands_in_a_turn_of_phrase_that_is_kept_from_training():
    """What the slice `unseen` asks would be known otherwise: there each word is new to its sentence."""
    number, shape = (
        frames.PLAIN.index("What a [{+quality}] {film}!"),
        re.compile(r"^What an? (\w+) (film|movie|picture)!$"),
    )
    held = {
        word
        for label in (0, 1)
        for place, word in enumerate(OPINIONS["quality"][label])
        if (place + number) % HELD_OUT == 0
    }
    sentences = [one for text in unlabelled(0, size=6_000) for one in re.split(r"(?<=[.!?]) ", text)]
    said = {found[1] for one in sentences if (found := shape.match(one))}
    assert len(said) > 20
    assert not said & held


def test_the_same_seed_gives_the_same_texts():
    assert unlabelled(3, size=40) == unlabelled(3, size=40) == unlabelled(3, size=80)[:40]
    assert unlabelled(3, size=40) != unlabelled(4, size=40)


def test_every_list_has_opinions_alone_that_agree():
    assert all(frame.count("{+") >= 3 and "{-" not in frame and "[" not in frame for frame in LISTS)


def test_the_corpus_to_read_has_them_and_is_measured_on_the_labelled_ones():
    documents, corpus = open_language("probe-reviews", seed=3), reviews(3)
    assert list(documents.train)[:6_000] == [row.text for row in corpus.train]
    assert list(documents.validation) == [row.text for row in corpus.validation]
    assert list(documents.test) == [row.text for row in corpus.test]
    assert any("12,000 short reviews more" in note for note in documents.notes)


def test_fewer_than_none_is_refused():
    with pytest.raises(Mistake, match="cannot have -1 texts"):
        unlabelled(0, size=-1)
