import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.text.pieces import learn_pieces
from regard.text.spans import merge, span_of, words_of
from regard.text.words import learn_words

PIECES = learn_pieces(["the film was unbelievably good, it didn't end"], size=270)
WORDS = learn_words(["the film did n't"], size=20)


@pytest.mark.parametrize("tokenizer", [PIECES, WORDS], ids=["pieces", "words"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("unbelievable films", ["unbelievable", "films"]),
        ("It didn't, didn\x92t!", ["It", "didn't", ",", "didn\x92t", "!"]),
        ("日本 😀", ["日本", "😀"]),
        ("cafe\u0301 l’été", ["cafe\u0301", "l’été"]),
        ("'so' dogs'", ["'", "so", "'", "dogs", "'"]),
        ("a_b x-y", ["a", "_", "b", "x", "-", "y"]),
    ],
)
def test_tokens_of_a_word_are_one_group(tokenizer, text: str, expected: list[str]) -> None:
    spans = tokenizer.encode(text).spans
    groups = words_of(text, spans)
    found = [text[slice(*span_of(text, spans, group))] for group in groups]
    assert [word for word in found if word.strip()] == expected


def test_spaces_belong_to_the_word_behind_them() -> None:
    spans = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    assert words_of("a  b ", spans) == [[0], [1, 2, 3], [4]]
    assert [span_of("a  b ", spans, group) for group in ([0], [1, 2, 3], [4])] == [(0, 1), (3, 4), (4, 5)]


def test_line_ends_and_what_has_no_characters_stand_alone() -> None:
    assert words_of("a\nb", [(0, 1), (1, 2), (2, 3)]) == [[0], [1], [2]]
    assert words_of("", [(0, 0)]) == [[0]]
    assert words_of(" a", [(0, 0), (0, 1), (1, 2), (2, 2)]) == [[0], [1, 2], [3]]


def test_a_token_over_two_words_begins_where_its_first_word_is() -> None:
    assert words_of("ab.cd", [(0, 1), (1, 4), (4, 5)]) == [[0, 1, 2]]


@given(st.text(), st.data())
def test_every_token_is_in_exactly_one_group(text: str, data: st.DataObject) -> None:
    spans = PIECES.encode(text).spans
    groups = words_of(text, spans)
    assert [token for group in groups for token in group] == list(range(len(spans)))
    assert all(groups)


@given(st.text(), st.integers(0, 2**32 - 1))
def test_merging_keeps_the_sums(text: str, seed: int) -> None:
    spans = PIECES.encode(text).spans
    weights = np.random.default_rng(seed).random((2, 3, len(spans)))
    merged = merge(weights, words_of(text, spans))
    assert merged.shape == (2, 3, len(words_of(text, spans)))
    np.testing.assert_allclose(merged.sum(-1), weights.sum(-1))


def test_merging_adds_the_columns_of_each_group() -> None:
    weights = np.array([[0.1, 0.2, 0.3, 0.4]])
    np.testing.assert_allclose(merge(weights, [[0, 1], [2], [3]]), [[0.3, 0.3, 0.4]])
    assert merge(np.zeros((5, 0)), []).shape == (5, 0)
