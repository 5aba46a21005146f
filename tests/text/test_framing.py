"""Tokenizers as other tools read them."""

import pytest
from tokenizers import Tokenizer as HuggingFaceTokenizer

from regard.text.framing import framed
from regard.text.language import blanked, learn_language

TEXTS = ["The film was good , and the book was better .\n", "I saw the film ."]


@pytest.mark.parametrize("kind", ["pieces", "words", "characters"])
@pytest.mark.parametrize(
    "text", ["the film was [MASK] , and good", "[MASK] film", "the film [MASK]", "film", "was [UNK]"]
)
def test_blanks_and_borders_are_read_as_ours_are(kind, text):
    ours = learn_language(TEXTS, kind=kind, size=300)
    theirs = HuggingFaceTokenizer.from_str(framed(ours, begin=True, end=True))
    read = theirs.encode(text).ids
    assert (read[0], read[-1]) == (ours.begin_id, ours.end_id)
    if "[UNK]" not in text:
        assert read[1:-1] == blanked(ours, text).ids


def test_a_second_text_is_told_apart():
    ours = learn_language(TEXTS, size=300)
    theirs = HuggingFaceTokenizer.from_str(framed(ours, begin=True, end=True))
    pair, one, two = theirs.encode("the film", "was good"), ours.encode("the film"), ours.encode("was good")
    assert pair.ids == [ours.begin_id, *one.ids, ours.end_id, *two.ids, ours.end_id]
    assert pair.type_ids == [0] * (len(one.ids) + 2) + [1] * (len(two.ids) + 1)


@pytest.mark.parametrize(("begin", "end"), [(True, False), (False, True), (False, False)])
def test_borders_are_put_where_they_are_asked_for(begin, end):
    ours = learn_language(TEXTS, size=300)
    theirs = HuggingFaceTokenizer.from_str(framed(ours, begin=begin, end=end))
    assert theirs.encode("film").ids == [
        *[ours.begin_id] * begin,
        *ours.encode("film").ids,
        *[ours.end_id] * end,
    ]
    assert theirs.decode(theirs.encode("the film").ids) == "the film"
