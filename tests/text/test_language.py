"""Tokenizers of language models: three kinds, each joined to its text again, none spelling a special token."""

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer as HuggingFaceTokenizer

from regard.errors import Mistake
from regard.text.characters import learn_characters
from regard.text.language import blanked, learn_language
from regard.text.pairs import learn_pairs
from regard.text.specials import Kind
from regard.text.tokenizer import Tokenizer

TEXTS = ["First Citizen:\nBefore we proceed any further,\n\nhear me speak . ", "All:\nSpeak, speak.\n" * 3]
KINDS: tuple[Kind, ...] = ("words", "pieces", "characters")


@pytest.fixture(scope="module", params=KINDS)
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    return learn_language(iter(TEXTS), kind=request.param, size=300)


def test_its_special_tokens_have_their_places(tokenizer: Tokenizer) -> None:
    first = {"words": 2, "pieces": 1, "characters": 2}[tokenizer.kind]
    assert (tokenizer.begin_id, tokenizer.end_id, tokenizer.mask_id) == (first, first + 1, first + 2)
    assert tokenizer.special_ids == (0, first, first + 1, first + 2)
    assert tokenizer.vocabulary()[first : first + 3] == ["[BEGIN]", "[END]", "[MASK]"]


@given(st.text(st.sampled_from("Spek , \n[]MASKPDUNBEGIé\U0001f600"), max_size=40))
def test_many_are_encoded_as_one_and_none_spells_a_special_token(tokenizer: Tokenizer, text: str) -> None:
    one = tokenizer.encode(text).ids
    many, offsets = tokenizer.encode_many([text, "x", text])
    assert many[: offsets[1]].tolist() == many[offsets[2] :].tolist() == one
    assert not set(one) & set(tokenizer.special_ids)
    if tokenizer.kind != "pieces" or text.strip():
        alone = HuggingFaceTokenizer.from_str(tokenizer._inner.to_str())
        assert (alone.encode(text).ids or [tokenizer.unknown_id]) == one


def test_saved_and_loaded_is_the_same(tokenizer: Tokenizer, tmp_path: Path) -> None:
    tokenizer.save(tmp_path / "tokenizer.json")
    again = Tokenizer.load(tmp_path / "tokenizer.json")
    assert (again.kind, again.mask_id, again.vocabulary()) == (
        tokenizer.kind,
        tokenizer.mask_id,
        tokenizer.vocabulary(),
    )


@pytest.mark.parametrize("kind", ["pieces", "characters"])
def test_a_text_comes_back_to_the_character(kind: Kind) -> None:
    tokenizer = learn_language(TEXTS, kind=kind, size=300)
    for text in TEXTS:
        encoded = tokenizer.encode(text)
        assert tokenizer.decode([tokenizer.begin_id, *encoded.ids, tokenizer.end_id]) == text
        if kind == "characters":
            assert [text[a:b] for a, b in encoded.spans] == list(text)


def test_characters_stand_in_the_order_of_unicode_and_the_rarest_are_unknown() -> None:
    tokenizer = learn_characters(["abca", "ba\n"], size=5)
    assert tokenizer.vocabulary() == ["[PAD]", "[UNK]", "\n", "a", "b"]
    assert tokenizer.encode("a\nc b").ids == [3, 2, 1, 1, 4]
    assert tokenizer.encode("").ids == tokenizer.encode_many([""])[0].tolist() == [1]
    assert tokenizer.encode("\n").ids == [2]
    assert learn_characters(["abca", "ba\n"], size=99, least=2).vocabulary()[2:] == ["a", "b"]
    with pytest.raises(Mistake, match="no room for a character beside 5 special tokens"):
        learn_characters(["a"], size=5, ends=True, mask=True)
    with pytest.raises(Mistake, match="hold no character"):
        learn_characters([""], size=5)


def test_characters_serve_sentence_pairs_too() -> None:
    both = learn_pairs(["abc"], ["éa"], kind="characters", size=99, joint=True)
    assert both.target.decode([both.target.begin_id, *both.target.encode("éa").ids]) == "éa"


def test_words_keep_line_feeds() -> None:
    tokenizer = learn_language(["a b \n \n c \n"], kind="words", size=99)
    assert tokenizer.decode(tokenizer.encode(" a \n\nc\n").ids) == "a \n \n c \n"
    assert tokenizer.encode("a<br />b").ids == tokenizer.encode("a b").ids


def test_blanks_are_single_tokens(tokenizer: Tokenizer) -> None:
    ids = blanked(tokenizer, "Speak, [MASK] speak [MASK]").ids
    assert ids.count(tokenizer.mask_id) == 2
    assert ids[-1] == tokenizer.mask_id
    said = [number for number in ids if number != tokenizer.mask_id]
    assert "".join(tokenizer.decode(said).split()) == "Speak,speak"
    if tokenizer.kind == "pieces":
        whole = tokenizer.encode("Speak, hear speak").ids
        assert [ids[0], len(ids[: ids.index(tokenizer.mask_id)])] == [whole[0], len(tokenizer.encode("Speak,").ids)]


def test_a_tokenizer_without_a_blank_says_so() -> None:
    with pytest.raises(ValueError, match="without an id for a blank"):
        _ = learn_characters(["a"], size=9).mask_id


def test_learning_reads_the_texts_one_by_one() -> None:
    held = 0

    def texts():
        nonlocal held
        for number in range(2000):
            held = number
            yield f"speak {number % 7}"

    assert learn_language(texts(), kind="pieces", size=300).size > 260
    assert held == 1999


@pytest.mark.corpus
def test_words_of_wikitext_are_counted_as_published(data_folder: Path) -> None:
    file = data_folder / "wikitext2/valid.txt.gz"
    if not file.is_file():
        pytest.skip("no wikitext2 under $REGARD_DATA; `regard data fetch wikitext2` gets it")
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as stream:
        text = stream.read()
    tokenizer = learn_language([text], kind="words", size=1_000_000)
    ids, _ = tokenizer.encode_many([text])
    assert len(ids) == 217_646
    assert tokenizer.unknown_id not in ids
