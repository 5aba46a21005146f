"""A text as its tokens come: the pieces joined are the text, whole characters only, up to a stop."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.text.language import learn_language
from regard.text.specials import Kind
from regard.text.streaming import Streamed
from regard.text.tokenizer import Tokenizer

TEXT = "Où sont 猫 et 😀 ? The cat sat , the café \n was closed ."


@pytest.fixture(scope="module", params=["words", "pieces", "characters"])
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    kind: Kind = request.param
    return learn_language(iter([TEXT]), kind=kind, size=300 if kind == "pieces" else 100)


def streamed(tokenizer: Tokenizer, prompt: str, said: str, *stops: str) -> tuple[list[str], Streamed]:
    before = tokenizer.encode(prompt).ids if prompt else []
    one = Streamed(tokenizer, before, stops)
    pieces: list[str] = []
    for token in tokenizer.encode(prompt + said).ids[len(before) :]:
        pieces.append(one.add(token))
        if one.stopped:
            break
    return [*pieces, one.rest()], one


def test_pieces_joined_are_the_text(tokenizer: Tokenizer) -> None:
    pieces, one = streamed(tokenizer, "", TEXT)
    assert "".join(pieces) == one.text == TEXT
    assert not any("\ufffd" in piece for piece in pieces), "no half of a character is shown"


def test_a_character_waits_for_its_bytes() -> None:
    tokenizer = learn_language(iter(["a b"]), kind="pieces", size=262)
    ids = tokenizer.encode("x猫").ids
    one = Streamed(tokenizer, [])
    assert [one.add(token) for token in ids] == ["x", "", "", "猫"]
    assert one.rest() == ""
    half = Streamed(tokenizer, [])
    assert "".join([*(half.add(token) for token in ids[:-1]), half.rest()]) == tokenizer.decode(ids[:-1])


def test_what_follows_a_prompt_has_its_space(tokenizer: Tokenizer) -> None:
    pieces, _ = streamed(tokenizer, "The cat", " sat ,")
    assert "".join(pieces) == " sat ,"


def test_a_text_ends_before_a_stop(tokenizer: Tokenizer) -> None:
    pieces, one = streamed(tokenizer, "", TEXT, "sat , t", "closed")
    assert one.stopped == (tokenizer.kind != "words" or "sat , t" in tokenizer.decode(one.ids))
    assert "".join(pieces) == one.text == TEXT[: TEXT.index("sat , t")]


@given(st.lists(st.integers(0, 299), max_size=30), st.lists(st.text("ab ,", min_size=1, max_size=3), max_size=2))
def test_whatever_is_said(ids: list[int], stops: list[str]) -> None:
    tokenizer = PIECES
    one = Streamed(tokenizer, [], stops)
    told = ""
    for token in ids:
        told += one.add(token % tokenizer.size)
        if one.stopped:
            break
    assert told + one.rest() == one.text
    assert not any(stop in one.text for stop in stops)


PIECES = learn_language(iter(["a b , ab ba é 猫"]), kind="pieces", size=280)
