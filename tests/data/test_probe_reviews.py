import os
import re
import subprocess
import sys
from collections import Counter, defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from regard.data.examples import Corpus, Labelled
from regard.data.probes.grammar import Dice
from regard.data.probes.lexicon import NEUTRAL, OPINIONS, PLOT
from regard.data.probes.reviews import FRAMES, LONGEST, LONGEST_LEARNED, SHORTEST, phenomena, reviews
from regard.errors import Mistake

WORD_OR_MARK = r"\w+|[^\w\s]"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return reviews()


def everything(corpus: Corpus) -> list[Labelled]:
    return [*corpus.train, *corpus.validation, *corpus.test]


def deciding(example: Labelled) -> list[str]:
    return [example.text[first:last] for first, last in example.rationale]


def test_the_same_seed_gives_the_same_texts_in_another_process():
    code = "from regard.data.probes.reviews import reviews; print(reviews(3, train=60, validation=20, test=40), end='')"
    environment = {**os.environ, "PYTHONHASHSEED": "123", "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environment)
    assert told.stdout.decode() == str(reviews(3, train=60, validation=20, test=40))
    assert reviews(3, train=60).train != reviews(4, train=60).train


def test_the_dice_fall_alike_on_every_machine():
    """Golden: the Mersenne Twister's `random()`, seeded with a text, whose sequence Python promises to keep."""
    dice = Dice("probe-reviews")
    assert [dice.below(100) for _ in range(8)] == [88, 74, 1, 18, 12, 81, 55, 31]


def test_the_test_part_does_not_depend_on_how_much_there_is_to_learn_from():
    assert reviews(5, train=10, validation=0, test=60).test == reviews(5, train=100, validation=30, test=60).test


@given(st.integers(0, 90), st.integers(0, 40), st.integers(0, 90))
@settings(max_examples=20, deadline=None)
def test_any_size_is_balanced(train: int, validation: int, test: int):
    corpus = reviews(1, train=train, validation=validation, test=test)
    assert corpus.sizes() == {"train": train, "validation": validation, "test": test}
    for part in (corpus.train, corpus.validation, corpus.test):
        assert abs(2 * sum(e.label for e in part) - len(part)) <= 1


def test_a_negative_size_is_a_mistake():
    with pytest.raises(Mistake, match=r"-1 texts in its validation part"):
        reviews(validation=-1)


def test_every_slice_is_described_balanced_and_large_enough_to_measure(corpus: Corpus):
    slices: dict[str, list[int]] = defaultdict(list)
    for example in corpus.test:
        for name in example.slices:
            slices[name].append(example.label)
    assert slices.keys() == phenomena().keys()
    for name, labels in slices.items():
        assert len(labels) >= 150, name
        assert 2 * sum(labels) == len(labels), name


def test_no_text_comes_twice(corpus: Corpus):
    assert Counter(e.text.lower() for e in everything(corpus)).most_common(1)[0][1] == 1


def test_lengths(corpus: Corpus):
    for example in everything(corpus):
        words = len(example.text.split())
        low, high = (LONGEST_LEARNED + 1, LONGEST) if "long" in example.slices else (SHORTEST, LONGEST_LEARNED)
        assert low <= words <= high, example.text
    assert not any({"long", "unseen"} & set(e.slices) for e in [*corpus.train, *corpus.validation])


def test_texts_are_spelled_as_prose(corpus: Corpus):
    wrong = re.compile(r"\s[.,;:!?]|\s\s|[{}\[\]+]|\b[Aa] [aeiou]|\b[Aa]n [^aeiou]|[.!?] [a-z]|^[a-z]|[^.!]$")
    for example in everything(corpus):
        assert not wrong.search(example.text), example.text


def test_the_vocabulary_is_of_a_size_to_learn(corpus: Corpus):
    assert 600 <= len({word for e in everything(corpus) for word in re.findall(r"\w+", e.text.lower())}) <= 1200


def test_rationales_are_whole_words_and_few(corpus: Corpus):
    shares: list[float] = []
    for example in everything(corpus):
        assert example.rationale
        assert list(example.rationale) == sorted(example.rationale)
        for first, last in example.rationale:
            assert 0 <= first < last <= len(example.text)
            assert re.fullmatch(r"[\w']+( [\w']+)*", example.text[first:last])
            assert not example.text[first - 1 : first].isalnum()
            assert not example.text[last : last + 1].isalnum()
        shares.append(sum(len(words.split()) for words in deciding(example)) / len(example.text.split()))
    assert 0.05 <= sum(shares) / len(shares) <= 0.15


@pytest.mark.parametrize("phenomenon", ["plain", "plot", "negation-scope", "contrast", "concession", "negation"])
def test_the_deciding_words_mean_the_label(corpus: Corpus, phenomenon: str):
    meanings = [{word for kind in OPINIONS.values() for word in kind[label]} for label in (0, 1)]
    assert not meanings[0] & meanings[1]
    for example in everything(corpus):
        if phenomenon in example.slices:
            opinions = [words for words in deciding(example) if words in meanings[0] | meanings[1]]
            meant = example.label if phenomenon != "negation" else 1 - example.label
            assert opinions
            assert set(opinions) <= meanings[meant], example.text


def test_negations_and_connectives_decide_too(corpus: Corpus):
    turning = {
        "negation": {"not", "didn't", "isn't", "never", "nothing", "no", "nobody", "without", "anything but"},
        "contrast": {"but", "yet", "however", "still"},
        "concession": {"although", "though", "even though", "even if", "despite", "while", "however"},
    }
    for example in everything(corpus):
        if words := turning.get(example.slices[0]):
            assert words & {decides.lower() for decides in deciding(example)}, example.text


def test_stories_have_feelings_that_are_not_the_opinion(corpus: Corpus):
    feelings = {word for kind in ("grim", "glad", "cruel", "kind", "bleak", "fair", "woe") for word in PLOT[kind]}
    for example in everything(corpus):
        if "plot" in example.slices:
            assert feelings & (set(re.findall(r"\w+", example.text)) - set(deciding(example))), example.text


@pytest.mark.parametrize("part", ["train", "validation", "test"])
def test_pairs_have_the_same_words_and_opposite_labels(corpus: Corpus, part: str):
    pairs: dict[str, list[Labelled]] = defaultdict(list)
    for example in getattr(corpus, part):
        if "word-order" in example.slices:
            pairs[example.group].append(example)
        else:
            assert example.group == ""
    assert pairs
    for first, second in pairs.values():
        assert first.text != second.text
        assert {first.label, second.label} == {0, 1}
        assert first.slices == second.slices
        assert Counter(re.findall(WORD_OR_MARK, first.text)) == Counter(re.findall(WORD_OR_MARK, second.text))
        assert Counter(first.text) == Counter(second.text)


def matcher(frame: str) -> re.Pattern[str]:
    """What a frame's sentences look like, with a group for each opinion word."""
    pattern = ""
    for piece in re.split(r"(\{[^}]+\})", frame.replace("[", "").replace("]", "")):
        kind = piece.strip("{}+-0123456789")
        if not piece.startswith("{"):
            pattern += re.escape(piece).replace(r"\ a\ ", r"\ an?\ ")
        elif kind in OPINIONS:
            pattern += f"({'|'.join(word for words in OPINIONS[kind] for word in words)})"
        else:
            pattern += f"(?:{'|'.join(NEUTRAL[kind])})"
    return re.compile(rf"(?:^|(?<=[.!?] )){pattern}", re.IGNORECASE | re.MULTILINE)


@pytest.mark.parametrize("phenomenon", ["plain", "plot", "negation", "contrast", "word-order"])
def test_unseen_words_never_stand_in_their_frame_in_training(corpus: Corpus, phenomenon: str):
    learned = "\n".join(e.text for e in corpus.train if FRAMES[e.slices[0]] == FRAMES[phenomenon])
    met = 0
    for frame in {frame for tellings in FRAMES[phenomenon] for frame in tellings}:
        sentence = matcher(frame)
        known = {word for match in sentence.finditer(learned) for word in match.groups()}
        assert known
        for example in corpus.test:
            if example.slices[0] == phenomenon and "unseen" in example.slices:
                for match in sentence.finditer(example.text):
                    met += 1
                    assert not set(match.groups()) & known, example.text
    assert met >= 15


def test_a_bag_of_words_sees_opinions_but_not_order(corpus: Corpus):
    bag = CountVectorizer(token_pattern=WORD_OR_MARK)
    model = LogisticRegression(solver="liblinear")
    model.fit(bag.fit_transform([e.text for e in corpus.train]), [e.label for e in corpus.train])
    right: dict[str, list[bool]] = defaultdict(list)
    for example, label in zip(corpus.test, model.predict(bag.transform([e.text for e in corpus.test])), strict=True):
        for name in ("all", *example.slices):
            right[name].append(label == example.label)
    accuracy = {name: sum(hits) / len(hits) for name, hits in right.items()}
    assert accuracy["word-order"] == 0.5
    assert accuracy["plain"] >= 0.94
    assert 0.72 <= accuracy["all"] <= 0.85
    assert max(accuracy["contrast"], accuracy["concession"], accuracy["reported"]) <= 0.75
    assert accuracy["negation"] <= 0.5
