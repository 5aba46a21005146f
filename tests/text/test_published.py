"""Tokenizers that came with published models."""

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

from regard.errors import Mistake
from regard.text.published import PublishedTokenizer

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "film", "##s", "was"]


def inner(**holes: int) -> Tokenizer:
    known = {word: i for i, word in enumerate(VOCABULARY)} | holes
    made = Tokenizer(models.WordPiece(known, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    made.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    made.add_special_tokens(VOCABULARY[:5])
    return made


def test_special_tokens_stand_around_a_text_and_may_be_spelled():
    read = PublishedTokenizer(inner()).encode("the films was [MASK]")
    assert read.ids == [2, 5, 6, 7, 8, 4, 3]
    assert read.spans == [(0, 0), (0, 3), (4, 8), (8, 9), (10, 13), (14, 20), (0, 0)]


def test_no_text_is_cut_or_filled_up():
    made = inner()
    made.enable_truncation(3)
    made.enable_padding(length=9)
    tokenizer = PublishedTokenizer(made)
    assert len(tokenizer.encode("the films was the film").ids) == 8
    ids, offsets = tokenizer.encode_many(["the film", "was"])
    assert (ids.tolist(), offsets.tolist()) == ([2, 5, 6, 3, 2, 8, 3], [0, 4, 7])


def test_the_tokens_around_a_text_are_known_by_their_names():
    tokenizer = PublishedTokenizer(inner())
    assert (tokenizer.padding_id, tokenizer.unknown_id, tokenizer.mask_id) == (0, 1, 4)
    assert (tokenizer.begin_id, tokenizer.end_id) == (2, 3)
    assert tokenizer.decode([2, 5, 6, 7, 3, 0]) == "the films"
    alone = PublishedTokenizer(Tokenizer(models.WordLevel({"a": 0, "<|endoftext|>": 1}, unk_token="a")))
    assert (alone.begin_id, alone.end_id) == (1, 1)
    assert alone.encode_many([""])[0].tolist() == [1]
    with pytest.raises(ValueError, match="without an id for a blank"):
        assert alone.mask_id


def test_a_vocabulary_may_have_holes():
    tokenizer = PublishedTokenizer(inner(book=11))
    assert tokenizer.size == 12
    assert tokenizer.vocabulary()[8:] == ["was", "", "", "book"]


def test_spaces_are_no_part_of_a_piece():
    made = Tokenizer(models.BPE({"a": 0, "Ġ": 1, "b": 2, "Ġb": 3}, [("Ġ", "b")]))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False)
    assert PublishedTokenizer(made).encode("a b").spans == [(0, 1), (2, 3)]


def test_another_file_is_refused(tmp_path):
    (tmp_path / "tokenizer.json").write_text("{}")
    with pytest.raises(Mistake, match=r"tokenizer.json is damaged"):
        PublishedTokenizer.load(tmp_path / "tokenizer.json")
