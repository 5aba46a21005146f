"""Sentences in tokens: found once, kept, and found again only if they are whole and of the same text."""

import numpy as np
import pytest

from regard.data import boundaries
from regard.data.boundaries import sentences_of
from regard.data.documents import prose
from regard.errors import Mistake
from regard.text.language import learn_language

TEXTS = ["It rains. It pours! Why?", "One sentence only", "Two of them. Here."]


@pytest.fixture
def tokenizer():
    return learn_language(TEXTS, size=300)


def forbidden(*asked):
    raise AssertionError("sentences were looked for again")


def test_sentences_are_found_once(tokenizer, tmp_path, monkeypatch):
    told: list[float] = []
    found = sentences_of(prose(TEXTS), tokenizer, folder=tmp_path, progress=told.append)
    assert found.counts.tolist() == [3, 1, 2]
    assert found.lengths.sum() == sum(len(tokenizer.encode(text).ids) for text in TEXTS)
    monkeypatch.setattr(boundaries, "_found", forbidden)
    kept = sentences_of(prose(TEXTS), tokenizer, folder=tmp_path)
    assert np.array_equal(kept.lengths, found.lengths)
    assert np.array_equal(kept.counts, found.counts)


@pytest.mark.parametrize("other", ["texts", "tokenizer"])
def test_other_texts_and_other_tokenizers_have_their_own(other, tokenizer, tmp_path, monkeypatch):
    sentences_of(prose(TEXTS), tokenizer, folder=tmp_path)
    monkeypatch.setattr(boundaries, "_found", forbidden)
    texts = ["It rains. It pours! Why!", *TEXTS[1:]] if other == "texts" else TEXTS
    other_one = tokenizer if other == "texts" else learn_language(TEXTS, kind="characters", size=300)
    with pytest.raises(AssertionError, match="looked for again"):
        sentences_of(prose(texts), other_one, folder=tmp_path)


@pytest.mark.parametrize("harm", ["cut", "changed"])
def test_a_damaged_file_is_made_anew(harm, tokenizer, tmp_path):
    first = sentences_of(prose(TEXTS), tokenizer, folder=tmp_path)
    (file,) = tmp_path.glob("*.sentences")
    whole = bytearray(file.read_bytes())
    whole[-8] ^= 1
    file.write_bytes(whole[:-3] if harm == "cut" else whole)
    again = sentences_of(prose(TEXTS), tokenizer, folder=tmp_path)
    assert np.array_equal(again.counts, first.counts)
    assert np.array_equal(again.lengths, first.lengths)


def test_a_place_that_cannot_be_written_is_named(tokenizer, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Mistake, match="cannot be written"):
        sentences_of(prose(TEXTS), tokenizer, folder=tmp_path / "file" / "deeper")
