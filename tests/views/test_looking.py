from dataclasses import replace

import pytest

from regard.results import LabResult
from regard.views.facts import sheets
from regard.views.facts.looking import whose, whose_in_short
from regard.views.figures.curves import entropy
from regard.views.figures.ladders import rationale
from regard.views.report.prose import paragraph
from regard.views.report.sections import ladder, texts

LOOKS = {"mean": "pool", "attention": "words", "text-query": "cls", "text-query-value": "words"}


@pytest.fixture(scope="module")
def mixed(result: LabResult) -> LabResult:
    """Four models: one looks at the text as a whole, two word by word, one through CLS."""
    rows = [replace(row, looks=LOOKS[row.model]) for row in result.rows if row.model in LOOKS]
    return replace(result, rows=rows)


@pytest.mark.parametrize(
    ("looks", "said", "dit"),
    [
        ("", "It looks at few words (normalised entropy 0.20", "Il regarde peu de mots"),
        ("pool", "It looks at few words (normalised entropy 0.20", "Il regarde peu de mots"),
        ("words", "In the last layer each word, on average, looks at few words", "chaque mot, en moyenne, regarde peu"),
        ("cls", "In the last layer CLS looks at few words", "Dans la dernière couche, CLS regarde peu de mots"),
    ],
)
def test_a_paragraph_says_who_looks(result: LabResult, looks: str, said: str, dit: str):
    row = replace(result.rows[1], looks=looks, entropy=0.2)
    assert said in paragraph(result, row, "en")
    assert dit in paragraph(result, row, "fr")
    assert ("In the last layer" in paragraph(result, row, "en")) == (looks in ("words", "cls"))


def test_the_share_on_deciding_words_is_of_whoever_looks(result: LabResult):
    row = replace(result.rows[1], looks="words")
    assert "each word, on average, puts 34.0\u00a0% of its weight" in paragraph(result, row, "en")
    assert "CLS puts only 3.0" in paragraph(result, replace(row, looks="cls", rationale=0.03), "en")


def test_models_are_named_by_who_looks(mixed: LabResult):
    told = whose(mixed, "en")
    assert "Attention of `mean`: the weights with which the words are averaged" in told
    assert "Attention of `attention`, `text-query-value`: the weights with which each word looks" in told
    assert "Attention of `text-query`: the weights with which CLS looks" in told
    short = whose_in_short(mixed, "fr")
    assert short.endswith("le texte (`mean`) · chaque mot (`attention`, `text-query-value`) · CLS (`text-query`).")
    assert "Attention of <code><bdi>mean</bdi></code>" in texts(mixed, "en")
    assert "Attention of <code><bdi>mean</bdi></code>" in ladder(mixed, "en")
    assert short in rationale(mixed, "fr").caption
    assert short in entropy(mixed, "fr").caption


def test_the_table_has_a_column_for_who_looks_where_models_differ(mixed: LabResult, result: LabResult):
    sheet = sheets.ladder(mixed, "fr")
    where = sheet.columns.index("Qui regarde")
    assert [row[where].text for row in sheet.rows] == ["le texte", "chaque mot", "CLS", "chaque mot"]
    assert sheet.columns[where + 1] == "Entropie"
    assert "Qui regarde" not in sheets.ladder(result, "fr").columns


def test_where_all_look_at_the_whole_text_nothing_is_said(result: LabResult):
    assert whose(result, "en") == whose_in_short(result, "en") == ""
    assert "Who looks" not in entropy(result, "en").caption
    assert not entropy(result, "en").caption.endswith(" ")
