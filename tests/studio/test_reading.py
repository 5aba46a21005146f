"""A text as a run reads it, in the form that the page draws."""

import pytest

from explain.small import trained
from regard.studio.answers.reading import reading

TEXT = "a  dull   film"


def test_spaces_are_no_part_of_a_word():
    words = reading(trained("attention", "text.tokens=pieces", "text.size=300"), TEXT, "uniform")["words"]
    assert [one["text"] for one in words] == TEXT.split()
    assert [TEXT[one["start"] : one["end"]] for one in words] == TEXT.split()


@pytest.mark.parametrize(("times", "cropped"), [(2, False), (3, True)])
def test_it_is_told_that_a_text_is_longer_than_what_is_read(times, cropped):
    assert reading(trained("attention", "text.longest=6"), " ".join([TEXT] * times), "uniform")["cropped"] is cropped
