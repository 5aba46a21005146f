from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.errors import Mistake
from regard.text.pairs import Tokenizers, learn_pairs
from regard.text.pieces import learn_pieces
from regard.text.spans import merge_grid, split_words
from regard.text.tokenizer import Tokenizer
from regard.text.words import learn_spaced, learn_words

ENGLISH = ["The agreement was signed in August 1992 .", "the European Economic Area"]
FRENCH = ["L' accord a été signé en août 1992 .", "la zone économique européenne"]

PIECES = learn_pieces(ENGLISH + FRENCH, size=300, ends=True)
SPACED = learn_spaced(ENGLISH + FRENCH, size=100)
TOKENIZERS = pytest.mark.parametrize("tokenizer", [PIECES, SPACED], ids=["pieces", "words"])

VISIBLE = st.text(st.characters(exclude_categories=["Cs", "Cc"]))


def test_beginning_and_end_come_after_the_other_special_tokens() -> None:
    assert PIECES.vocabulary()[:3] == ["[PAD]", "[BEGIN]", "[END]"]
    assert (PIECES.begin_id, PIECES.end_id, PIECES.padding_id, PIECES.unknown_id) == (1, 2, 0, None)
    assert all(len(piece) == 1 for piece in PIECES.vocabulary()[3:259])
    assert SPACED.vocabulary()[:4] == ["[PAD]", "[UNK]", "[BEGIN]", "[END]"]
    assert (SPACED.begin_id, SPACED.end_id, SPACED.unknown_id) == (2, 3, 1)


@pytest.mark.parametrize("tokenizer", [learn_pieces(ENGLISH, size=300), learn_words(ENGLISH, size=50)])
def test_classifiers_have_neither(tokenizer: Tokenizer) -> None:
    assert not {"[BEGIN]", "[END]"} & set(tokenizer.vocabulary())
    with pytest.raises(ValueError, match="without ids for the beginning"):
        _ = tokenizer.begin_id
    with pytest.raises(ValueError, match="without ids for the beginning"):
        _ = tokenizer.end_id


@TOKENIZERS
@given(text=st.text())
def test_no_text_spells_a_special_token(tokenizer: Tokenizer, text: str) -> None:
    ids = tokenizer.encode(f"{text} [BEGIN] [END] [PAD]{text}[END]").ids
    assert not {tokenizer.begin_id, tokenizer.end_id, tokenizer.padding_id} & set(ids)
    learned = learn_spaced(["[END] [UNK] [BEGIN] [PAD] x[END]"], size=50)
    assert learned.vocabulary()[4:] == ["[", "BEGIN]", "END]", "PAD]", "UNK]", "x[END]"]


@given(text=VISIBLE)
def test_pieces_are_joined_to_the_text_again(text: str) -> None:
    ids = PIECES.encode(text).ids
    framed = [PIECES.begin_id, *ids, PIECES.end_id, PIECES.padding_id]
    assert PIECES.decode(ids) == PIECES.decode(framed)
    assert PIECES.decode(framed) == (text if text.strip() else "\n")


@given(words=st.lists(st.sampled_from([*ENGLISH[0].split(), *FRENCH[0].split()]), min_size=1))
def test_known_words_are_joined_with_spaces(words: list[str]) -> None:
    ids = SPACED.encode("  ".join(words)).ids
    assert SPACED.decode(np.array([SPACED.begin_id, *ids, SPACED.end_id, 0])) == " ".join(words)


def test_an_unknown_word_stays_visible() -> None:
    assert SPACED.decode(SPACED.encode("The zebra was signed").ids) == "The [UNK] was signed"


def test_bytes_that_are_no_text_do_not_stop_anybody() -> None:
    half = PIECES.encode("é").ids[:1]
    assert PIECES.decode([*PIECES.encode("a").ids, *half[:1]]).startswith("a")


@given(texts=st.lists(st.text(), max_size=5))
def test_many_spaced_texts_are_the_texts_one_by_one(texts: list[str]) -> None:
    ids, offsets = SPACED.encode_many(texts)
    rows = [ids[a:b].tolist() for a, b in pairwise(offsets)]
    assert rows == [SPACED.encode(text).ids for text in texts]


@pytest.mark.parametrize("kind", ["pieces", "words"])
@pytest.mark.parametrize("joint", [True, False])
def test_pairs_are_saved_and_loaded(kind, joint: bool, tmp_path: Path) -> None:
    learned = learn_pairs(ENGLISH, FRENCH, kind=kind, size=280 if kind == "pieces" else 20, joint=joint)
    assert learned.joint == joint
    learn_pairs(ENGLISH, FRENCH, size=300, joint=False).save(tmp_path)
    learned.save(tmp_path)
    again = Tokenizers.load(tmp_path)
    assert again.joint == joint
    assert (again.source.vocabulary(), again.target.vocabulary()) == (
        learned.source.vocabulary(),
        learned.target.vocabulary(),
    )
    assert again.target.end_id == learned.target.end_id
    assert (learned.source.vocabulary() == learned.target.vocabulary()) == joint


def test_separate_sides_know_only_their_own_words() -> None:
    learned = learn_pairs(ENGLISH, FRENCH, kind="words", size=100, joint=False)
    assert "agreement" in learned.source.vocabulary()
    assert "agreement" not in learned.target.vocabulary()
    joint = learn_pairs(ENGLISH, FRENCH, kind="words", size=100, joint=True)
    assert {"agreement", "accord"} <= set(joint.source.vocabulary())


def test_too_small_a_vocabulary_is_a_mistake() -> None:
    with pytest.raises(Mistake, match="padding, beginning and end alone are 259"):
        learn_pieces(ENGLISH, size=258, ends=True)
    assert learn_pieces(ENGLISH, size=259, ends=True).size == 259
    with pytest.raises(Mistake, match="ask for 5 or more"):
        learn_spaced(ENGLISH, size=4)
    with pytest.raises(Mistake, match="no word"):
        learn_spaced([" "], size=10)


@TOKENIZERS
@pytest.mark.parametrize("text", ["L' accord européen .", "  a\u202f? b  ", "日本 x", "a<br />b c", "one"])
def test_every_word_between_white_space_has_its_tokens(tokenizer: Tokenizer, text: str) -> None:
    groups = split_words(text, tokenizer.encode(text).spans)
    assert len(groups) == len(text.split())
    spans = tokenizer.encode(text).spans
    if "<br" not in text:
        assert ["".join(text[spans[g[0]][0] : spans[g[-1]][1]].split()) for g in groups] == text.split()


@TOKENIZERS
@given(text=st.text())
def test_no_token_is_lost_or_counted_twice(tokenizer: Tokenizer, text: str) -> None:
    spans = tokenizer.encode(text).spans
    groups = split_words(text, spans)
    assert len(groups) == len(text.split())
    assert [token for group in groups for token in group] == (list(range(len(spans))) if groups else [])


def test_white_space_goes_with_the_next_word_and_at_the_end_with_the_last() -> None:
    assert split_words(" a b ", [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]) == [[0, 1], [2, 3, 4]]
    assert split_words(" ", [(0, 1)]) == []


def test_a_dropped_word_has_no_token() -> None:
    text = "a \x01 b"
    assert split_words(text, SPACED.encode(text).spans) == [[0], [], [1]]


@given(source=st.text(min_size=1), target=st.text(min_size=1), seed=st.integers(0, 2**32 - 1))
def test_merging_keeps_the_mass(source: str, target: str, seed: int) -> None:
    """Rows of words sum to one less what falls on END, which stands after the source and in no group."""
    rows, columns = (PIECES.encode(text).spans for text in (target, source))
    weights = np.random.default_rng(seed).random((2, len(rows), len(columns) + 1))
    weights /= weights.sum(-1, keepdims=True)
    targets, sources = split_words(target, rows), split_words(source, columns)
    merged = merge_grid(weights, targets, sources)
    assert merged.shape == (2, len(targets), len(sources))
    if sources:
        on_end = (
            np.stack([weights[:, group, -1].mean(-1) if group else np.ones(2) for group in targets], -1)
            if targets
            else np.zeros((2, 0))
        )
        np.testing.assert_allclose(merged.sum(-1), 1 - on_end, atol=1e-12)


def test_columns_are_added_and_rows_averaged() -> None:
    weights = np.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4], [0.0, 0.5, 0.5]])
    merged = merge_grid(weights, [[0, 1], [2], []], [[0, 1], [2]])
    np.testing.assert_allclose(merged, [[0.45, 0.55], [0.5, 0.5], [0.0, 0.0]])
    assert merge_grid(weights, [], [[0]]).shape == (0, 1)
    assert merge_grid(weights, [[0]], []).shape == (1, 0)
