from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as HuggingFaceTokenizer

from regard.errors import Mistake
from regard.text.tokenizer import Tokenizer
from regard.text.words import learn_words


def tokens(text: str) -> list[str]:
    """What a text is split into, spelled as in the vocabulary."""
    tokenizer = learn_words([text], size=10_000)
    words = tokenizer.vocabulary()
    return [words[i] for i in tokenizer.encode(text).ids]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I DIDN'T like it.", "i did n't like it ."),
        ("It's we're I've she'll he'd I'm", "it 's we 're i 've she 'll he 'd i 'm"),
        ("can't won't wouldn't've", "ca n't wo n't would n't 've"),
        ("did n't , it 's", "did n't , it 's"),
        ("don’t don\x92t don´t donʼt", "do n't do n't do n't do n't"),
        ("O'Brien's o'clock 'quoted' dogs'", "o'brien 's o'clock ' quoted ' dogs '"),
        ("s'more n'two 'dare", "s'more n'two ' dare"),
        ("well-known, e-mail", "well - known , e - mail"),
        ("a--b — c – d", "a -- b — c – d"),
        ("wait... what…ever\x85 hm....", "wait ... what ... ever ... hm ... ."),
        ("Wow!!! (10/10)", "wow ! ! ! ( 10 / 10 )"),
        ("1,000 films, 3.5 stars, 1980s, film.8", "1,000 films , 3.5 stars , 1980s , film . 8"),
        ("one<br /><br />two<BR>three<br/>four", "one two three four"),
        ("br < br / > <b>", "br < br / > < b >"),
        ("\x93so\x94 \x96 \x97 “so” \x8aKODA \x80", '" so " – — " so " škoda €'),
        ("snake_case [PAD] 😀👍", "snake _ case [ pad ] 😀 👍"),
        ("cafe\u0301 CAFÉ", "cafe\u0301 café"),
        ("tab\tno\u00a0break\u200bzero\x00nul\x8d.", "tab no break zero nul ."),
    ],
)
def test_words_are_split_as_glove_splits_them(text: str, expected: str) -> None:
    assert tokens(text) == expected.split(" ")


def test_spans_point_into_the_text_as_it_was_given() -> None:
    text = "I didn\x92t<br />like İT\x85 “So”"
    tokenizer = learn_words([text], size=100)
    surface = [text[a:b] for a, b in tokenizer.encode(text).spans]
    assert surface == ["I", "did", "n\x92t", "like", "İT", "\x85", "“", "So", "”"]


def test_most_frequent_words_come_first_and_ties_are_alphabetical() -> None:
    tokenizer = learn_words(["b b b a a d c", "z"], size=6)
    assert tokenizer.vocabulary() == ["[PAD]", "[UNK]", "b", "a", "c", "d"]
    assert tokenizer.size == 6
    assert (tokenizer.padding_id, tokenizer.unknown_id) == (0, 1)


def test_rare_words_are_left_out() -> None:
    assert learn_words(["a a b"], size=100, least=2).vocabulary() == ["[PAD]", "[UNK]", "a"]


def test_a_text_cannot_spell_a_special_token() -> None:
    tokenizer = learn_words(["[UNK] [PAD] [unk] [pad]"], size=100)
    ids = tokenizer.encode("[UNK][PAD] [UNK] [PAD]").ids
    assert not {tokenizer.padding_id, tokenizer.unknown_id} & set(ids)
    assert tokenizer.encode("elsewhere").ids == [tokenizer.unknown_id]


@pytest.mark.parametrize("text", ["", " ", "\t\n", "<br />", "\u00a0\u2003", "\u200b", "\x00"])
def test_a_text_without_words_is_one_unknown(text: str) -> None:
    tokenizer = learn_words(["a"], size=10)
    encoded = tokenizer.encode(text)
    assert encoded.ids == [tokenizer.unknown_id]
    assert encoded.spans == [(0, len(text))]
    assert tokenizer.encode_many([text])[0].tolist() == [tokenizer.unknown_id]


@pytest.mark.parametrize("texts", [[], ["", "  "], ["<br />"]])
def test_nothing_to_learn_from_is_a_mistake(texts: list[str]) -> None:
    with pytest.raises(Mistake, match="no word"):
        learn_words(texts, size=10)


def test_only_rare_words_is_a_mistake_that_says_so() -> None:
    with pytest.raises(Mistake, match="at least 3 times"):
        learn_words(["a b c"], size=10, least=3)


def test_no_room_for_a_word_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="3 or more"):
        learn_words(["a"], size=2)


def test_a_lone_surrogate_is_an_unknown_character() -> None:
    tokenizer = learn_words(["good \ud800 film"], size=10)
    encoded = tokenizer.encode("good \udfff film")
    assert encoded.spans == [(0, 4), (5, 6), (7, 11)]
    assert tokenizer.encode_many(["good \udfff film"])[0].tolist() == encoded.ids


@given(st.lists(st.text(), max_size=5), st.text())
def test_any_text_has_tokens_with_ordered_visible_spans(texts: list[str], text: str) -> None:
    tokenizer = learn_words(["a film", *texts], size=50)
    encoded = tokenizer.encode(text)
    assert len(encoded.ids) == len(encoded.spans) > 0
    assert tokenizer.padding_id not in encoded.ids
    ends = [0, *(end for _, end in encoded.spans)]
    assert all(before <= start <= end for before, (start, end) in zip(ends, encoded.spans, strict=False))
    assert ends[-1] <= len(text)


def test_hugging_face_alone_gives_the_same_ids(tmp_path) -> None:
    tokenizer = learn_words(["I didn\x92t like it\x85<br />But it’s “good”."], size=100)
    tokenizer.save(tmp_path / "tokenizer.json")
    text = "It didn't like [UNK]<br /><br />\x93good\x94…"
    theirs = HuggingFaceTokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert theirs.encode(text).ids == tokenizer.encode(text).ids
    assert Tokenizer.load(tmp_path / "tokenizer.json").encode(text) == tokenizer.encode(text)


PARTS = [
    "<br />",
    "<BR\u00a0>",
    "<br",
    "/>",
    "<br \x1c>",
    "n't",
    "don",
    "'",
    "’s",
    "`",
    "\x85",
    "\x1c",
    "1",
    ",",
    "..",
    "--",
]
awkward = st.lists(st.sampled_from([*PARTS, " ", "  ", "\n", "\t", "\u2003", "\u0301", "İ", "Σ", "\ud800"])).map(
    "".join
)


@settings(deadline=None)
@example(["<br<br />/>"])
@given(st.lists(awkward | st.text(), min_size=1, max_size=5))
def test_cutting_at_spaces_changes_no_token(texts: list[str]) -> None:
    tokenizer = learn_words([*texts, "don't"], size=10_000)
    ids, offsets = tokenizer.encode_many(texts)
    assert [ids[a:b].tolist() for a, b in pairwise(offsets)] == [tokenizer.encode(text).ids for text in texts]


@settings(deadline=None)
@example(["<br", "/><br<br"], 3, 1)
@given(st.lists(awkward, max_size=5), st.integers(3, 12), st.integers(1, 3))
def test_words_are_the_most_frequent_then_in_order(texts: list[str], size: int, least: int) -> None:
    texts = [*texts, *["a film"] * 3]
    every = learn_words(texts, size=10_000)
    words = every.vocabulary()
    counts = Counter(words[i] for text in texts for i in every.encode(text).ids if i != every.unknown_id)
    expected = sorted((-count, word) for word, count in counts.items() if count >= least)
    assert learn_words(texts, size=size, least=least).vocabulary()[2:] == [word for _, word in expected[: size - 2]]
