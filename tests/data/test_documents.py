"""Documents are read piece by piece, and lose nothing by it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.data import documents
from regard.data.documents import Documents, Piece, Prose, pieced, prose
from regard.text.language import learn_language
from regard.text.words import learn_words

LETTERS = "abrR \n<br/>.'s \x85é"
TEXT = st.text(st.sampled_from(LETTERS), min_size=1, max_size=120)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> int:
    """Pieces of a few characters."""
    monkeypatch.setattr(documents, "PIECE", 7)
    return 7


@given(TEXT, st.integers(1, 30))
def test_pieces_are_the_document_however_it_comes(text: str, width: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "PIECE", 7)
        parts = [text[i : i + width] for i in range(0, len(text), width)]
        pieces = list(pieced(parts))
        assert pieces == list(pieced([text]))
    assert "".join(piece.text for piece in pieces) == text
    assert all(0 < len(piece.text) <= 7 for piece in pieces)
    assert [piece.last for piece in pieces] == [False] * (len(pieces) - 1) + [True]


WORDS = st.lists(st.sampled_from(["bar", "a", "r", "<br />", "it's", "<br", "/>", "…", "x."]), min_size=1, max_size=24)
GAPS = st.lists(st.sampled_from([" ", "\n", " \n ", "\n\n"]), min_size=24, max_size=24)
SAMPLE = ["bar a r it's x. one two … <br /> \n\n bar a bar a"] * 3
TOKENIZERS = {
    "glove": learn_words(SAMPLE, size=99),
    "words": learn_language(SAMPLE, kind="words", size=99),
    "pieces": learn_language(SAMPLE, kind="pieces", size=280),
    "characters": learn_language(SAMPLE, kind="characters", size=99),
}


@pytest.mark.parametrize("kind", TOKENIZERS)
@given(words=WORDS, gaps=GAPS)
def test_the_tokens_of_the_pieces_are_those_of_the_document(kind: str, words: list[str], gaps: list[str]) -> None:
    text = "".join(f"{word}{gap}{'one two ' * (n % 2)}" for n, (word, gap) in enumerate(zip(words, gaps, strict=False)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(documents, "PIECE", 40)
        pieces = [piece.text for piece in pieced([text])]
    encode = TOKENIZERS[kind].encode_many
    assert encode(pieces)[0].tolist() == encode([text])[0].tolist()


def test_a_piece_ends_between_words_or_else_anywhere(small: int) -> None:
    assert [piece.text for piece in pieced(["one two three"])] == ["one", " two", " three"]
    assert [piece.text for piece in pieced(["a<br />b c"])] == ["a<br />", "b c"]
    assert [piece.text for piece in pieced(["x" * 16])] == ["x" * 7, "x" * 7, "xx"]


def test_documents_come_whole_and_as_often_as_wanted(small: int) -> None:
    texts = ["one two three four", "five", " ", "six seven eight"]
    told = prose(texts)
    assert list(told) == list(told) == ["one two three four", "five", "six seven eight"]
    assert len(list(told.read())) > 3
    assert "".join(told.texts()) == "".join(told)
    assert list(Prose()) == []


def test_a_fingerprint_knows_words_and_ends_but_not_pieces(small: int) -> None:
    whole = Prose(lambda: iter([Piece("one two", True), Piece("three", True)]))
    pieces = Prose(lambda: iter([Piece("one", False), Piece(" two", True), Piece("three", True)]))
    other = Prose(lambda: iter([Piece("one twothree", True)]))
    assert whole.size() == pieces.size()
    assert whole.size()[1:] == (2, 12)
    assert whole.size().fingerprint != other.size().fingerprint


def test_a_corpus_counts_its_documents() -> None:
    corpus = Documents(name="x", train=prose(["a", "b"]), validation=prose(["c"]), test=Prose())
    assert corpus.sizes() == {"train": 2, "validation": 1, "test": 0}
    assert corpus.fingerprint() == prose(["a", "b"]).size().fingerprint
