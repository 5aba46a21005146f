import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer as HuggingFaceTokenizer

from regard.errors import Mistake
from regard.text.pieces import learn_pieces
from regard.text.tokenizer import Tokenizer

TEXTS = ["the film was unbelievably good", "the unbelievable film", "The End<br />of the film"]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return learn_pieces(TEXTS, size=300)


def test_padding_and_all_bytes_come_first(tokenizer: Tokenizer) -> None:
    vocabulary = tokenizer.vocabulary()
    assert vocabulary[0] == "[PAD]"
    assert all(len(piece) == 1 for piece in vocabulary[1:257])
    assert len(set(vocabulary[1:257])) == 256
    assert all(len(piece) > 1 for piece in vocabulary[257:])
    assert tokenizer.unknown_id is None


def test_frequent_words_become_one_piece(tokenizer: Tokenizer) -> None:
    text = "the film"
    assert [text[a:b] for a, b in tokenizer.encode(text).spans] == ["the", "film"]


@given(text=st.text(st.characters(exclude_categories=["Cs", "Cc"])))
def test_pieces_join_to_the_text_again(tokenizer: Tokenizer, text: str, tmp_path_factory) -> None:
    theirs = HuggingFaceTokenizer.from_file(str(saved(tokenizer, tmp_path_factory)))
    ids = tokenizer.encode(text).ids
    assert tokenizer.padding_id not in ids
    assert theirs.decode(ids) == text or not text.strip()


def saved(tokenizer: Tokenizer, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "pieces.json"
    if not path.exists():
        tokenizer.save(path)
    return path


def test_hugging_face_alone_gives_the_same_ids(tokenizer: Tokenizer, tmp_path_factory) -> None:
    theirs = HuggingFaceTokenizer.from_file(str(saved(tokenizer, tmp_path_factory)))
    text = "[PAD] it\x92s 日本<br />unbelievable\x85"
    assert theirs.encode(text).ids == tokenizer.encode(text).ids
    assert theirs.decode(tokenizer.encode(text).ids) == "[PAD] it’s 日本\nunbelievable…"


@given(text=st.text())
def test_spans_cover_all_but_the_space_before_a_word(tokenizer: Tokenizer, text: str) -> None:
    spans = tokenizer.encode(text).spans
    seen = {place for start, end in spans for place in range(start, end)}
    assert all(text[place] == " " for place in set(range(len(text))) - seen)


def test_a_line_break_in_html_is_one_piece_with_all_its_characters(tokenizer: Tokenizer) -> None:
    text = "the<br /><BR>film\x85"
    assert [text[a:b] for a, b in tokenizer.encode(text).spans[:3]] == ["the", "<br />", "<BR>"]


@pytest.mark.parametrize("text", ["", " ", "   \n ", "\u00a0"])
def test_a_blank_text_is_one_line_break(tokenizer: Tokenizer, text: str) -> None:
    encoded = tokenizer.encode(text)
    assert encoded.spans == [(0, len(text))]
    assert encoded.ids == tokenizer.encode("\n").ids
    assert tokenizer.encode_many([text])[0].tolist() == encoded.ids


def test_a_leftover_ellipsis_is_not_blank(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("\x85").ids == tokenizer.encode("…").ids


def test_small_letters_stand_for_capitals_where_asked() -> None:
    small, text = learn_pieces(TEXTS, size=300, lower=True), "The FILM was Good"
    assert small.encode(text) == small.encode(text.lower())
    assert small.encode(text) != learn_pieces(TEXTS, size=300).encode(text)


def test_too_few_pieces_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="257"):
        learn_pieces(TEXTS, size=256)
    assert learn_pieces(TEXTS, size=257).size == 257


@pytest.mark.parametrize("texts", [[], ["", " \n"]])
def test_nothing_to_learn_from_is_a_mistake(texts: list[str]) -> None:
    with pytest.raises(Mistake, match="no word"):
        learn_pieces(texts, size=300)
