"""Sentences in tokens: of any text, in chunks and processes; found once, kept, and found again if it is the same."""

import numpy as np
import pytest

from regard.data import documents, streams
from regard.data.boundaries import sentences_of
from regard.data.documents import prose
from regard.data.tokenising import Borders
from regard.errors import Mistake
from regard.text.language import learn_language

TEXTS = ["It rains. It pours! Why?", "One sentence only", "Two of them. Here."]
LONG = " ".join(f"On day {n} it rains here. It pours!" for n in range(200))


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
    assert told[-1] == 1.0
    monkeypatch.setattr(streams, "shared_out", forbidden)
    kept = sentences_of(prose(TEXTS), tokenizer, folder=tmp_path)
    assert np.array_equal(kept.lengths, found.lengths)
    assert np.array_equal(kept.counts, found.counts)


@pytest.mark.parametrize("other", ["texts", "tokenizer"])
def test_other_texts_and_other_tokenizers_have_their_own(other, tokenizer, tmp_path, monkeypatch):
    sentences_of(prose(TEXTS), tokenizer, folder=tmp_path)
    monkeypatch.setattr(streams, "shared_out", forbidden)
    texts = ["It rains. It pours! Why!", *TEXTS[1:]] if other == "texts" else TEXTS
    other_one = tokenizer if other == "texts" else learn_language(TEXTS, kind="characters", size=300)
    with pytest.raises(AssertionError, match="looked for again"):
        sentences_of(prose(texts), other_one, folder=tmp_path)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_long_text_is_never_held_whole(processes, tmp_path, monkeypatch):
    """In chunks that hold a few of its pieces: the sentences are the same, but for those at the border of a chunk."""
    monkeypatch.setattr(documents, "PIECE", 100)
    tokenizer = learn_language([LONG], size=400)
    whole = sentences_of(prose([*TEXTS, LONG, TEXTS[0]]), tokenizer, folder=tmp_path / "whole")
    assert whole.counts.tolist() == [3, 1, 2, 400, 3]
    texts = prose([*TEXTS, LONG, TEXTS[0]])
    found = sentences_of(texts, tokenizer, folder=tmp_path / "cut", chunk=1000, processes=processes)
    chunks = -(-len(LONG) // 1000)
    assert found.counts.tolist()[:3] == [3, 1, 2]
    assert found.counts.tolist()[4] == 3
    assert 400 <= found.counts[3] <= 400 + chunks
    assert set(np.cumsum(whole.lengths)) <= set(np.cumsum(found.lengths)), "every border of a sentence is found"


def test_sentences_have_the_tokens_that_are_read(tokenizer, tmp_path, monkeypatch):
    """Also where a piece of a text is blank, for which a token is read."""
    monkeypatch.setattr(documents, "PIECE", 50)
    texts = ["It rains." + " " * 300 + "It pours.", *TEXTS]
    read = streams.tokenised(prose(texts), tokenizer, borders=Borders(end=False), folder=tmp_path)
    found = sentences_of(prose(texts), tokenizer, folder=tmp_path)
    assert np.add.reduceat(found.lengths, np.cumsum(found.counts) - found.counts).tolist() == read.lengths.tolist()


def test_a_place_that_cannot_be_written_is_named(tokenizer, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Mistake, match="cannot be written"):
        sentences_of(prose(TEXTS), tokenizer, folder=tmp_path / "file" / "deeper")
