from hypothesis import given
from hypothesis import strategies as st

from regard.views.facts.placed import cut, placed


def joined(text: str, words: list[str]) -> str:
    found, rest = placed(text, words)
    return "".join(piece.before + piece.word for piece in found) + rest


def test_words_are_found_where_they_stand():
    found, rest = placed("I did not, NOT like it!", ["i", "did", "not", ",", "not", "like", "it"])
    assert [piece.word for piece in found] == ["I", "did", "not", ",", "NOT", "like", "it"]
    assert rest == "!"


def test_a_text_cut_in_its_middle_goes_on_at_the_right_place():
    text = "the start is here . the middle is the part left out . the end is near"
    found, _ = placed(text, ["the", "start", "the", "end", "is", "near"])
    assert found[2].before.endswith("left out . ")
    assert [piece.word for piece in found] == ["the", "start", "the", "end", "is", "near"]


def test_words_that_are_not_in_the_text_stand_for_themselves():
    assert joined("abc", ["x", "y"]) == "x y"
    assert joined("", []) == ""


@given(
    st.lists(st.text(st.characters(exclude_categories=("Z", "C")), min_size=1), min_size=1),
    st.text(" \n\t", min_size=1),
)
def test_nothing_of_the_text_is_lost(words: list[str], gap: str):
    text = gap.join(words)
    assert joined(text, words) == text


def test_spans_cut_the_text():
    found, rest = cut("I like it.", [(0, 1), (2, 6), (7, 9)])
    assert [(piece.before, piece.word) for piece in found] == [("", "I"), (" ", "like"), (" ", "it")]
    assert rest == "."
