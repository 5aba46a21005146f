"""A translation as a page and as a picture: one matrix with lines and steps, or every head below the other."""

from dataclasses import replace

import pytest

from regard.explain.explanation import Explanation, Map
from regard.views.alignments import aligned_picture, alignment_page
from regard.views.record import as_csv, save_explanation

ROWS, COLUMNS = ["l'", "accord", "<b>"], ["the", "agreement", "&"]
WEIGHTS = [[0.6, 0.4, 0.0], [0.1, 0.9, 0.0], [0.0, 0.2, 0.7]]
HEAD = Map(name="attention", rows=ROWS, columns=COLUMNS, weights=WEIGHTS)
SAID = Explanation(
    method="attention",
    target="l' accord <b>",
    kind="translation",
    text="the agreement &",
    label="l' accord <b>",
    probability=0.5,
    maps=[HEAD],
    spans=[(0, 3), (4, 13), (14, 15)],
)
HEADS = replace(SAID, maps=[replace(HEAD, name=f"decoder.layers.0.cross.{i}") for i in range(3)])


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_one_matrix_is_drawn_lined_and_stepped(lang):
    page = alignment_page(SAID, lang)
    assert page.count("<svg") == 2
    assert page.count('type="radio"') == len(ROWS)
    assert "l&#x27; accord &lt;b&gt;" in page
    assert "<b>" not in page.split("<main>")[1].replace("<p><b>", "")
    assert "{" not in page.split("<body>")[1].replace("{{", "")


def test_every_head_has_its_matrix():
    page = alignment_page(HEADS, "en")
    assert page.count("<svg") == 3
    assert 'type="radio"' not in page
    assert page.count('id="figure-alignment-') == 3
    for one in HEADS.maps:
        assert one.name in page


def test_pictures_of_one_and_of_many():
    one, many = aligned_picture(SAID, "en"), aligned_picture(HEADS, "en")
    assert one.name == "alignment"
    assert "l' accord" in one.title
    assert many.figure.get_size_inches()[1] > one.figure.get_size_inches()[1]


def test_the_suffix_decides(tmp_path):
    for suffix in ("html", "svg", "csv"):
        assert save_explanation(HEADS, tmp_path / f"a.{suffix}", "en").stat().st_size > 100
    assert as_csv(HEADS).count("\n") == 1 + 3 * 9
