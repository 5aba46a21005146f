import math
from dataclasses import replace

import pytest

from regard.results import LabResult
from regard.views.facts import sheets, training_sheets
from regard.views.facts.measures import ACCURACY, BLEU, attends, measure_of
from regard.views.facts.translation import bands, by_sentence, falls, is_reference, shortest, stepped
from regard.views.report.prose import paragraph
from regard.views.report.summary import brief
from regard.views.report.translation_prose import alignments, beams, lengths
from regard.views.wording.numbers import between, percent, points

from .fabricated import lab
from .translated import chapter, translated


@pytest.fixture(scope="module")
def result() -> LabResult:
    return chapter()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_accuracy_is_written_as_ever(lang: str):
    for value in (0.0, 0.9123, 1.0, math.nan):
        assert ACCURACY.value(lang, value) == percent(lang, value)
    assert ACCURACY.between(lang, (0.901, 0.924)) == between(lang, (0.901, 0.924))
    assert ACCURACY.points(lang, (-0.01, 0.02)) == points(lang, (-0.01, 0.02))
    assert measure_of(lab(lengths=())) is ACCURACY


def test_bleu_is_written_on_its_own_scale(result: LabResult):
    assert measure_of(result) is BLEU
    assert BLEU.value("fr", 48.25) == "48,2"
    assert BLEU.between("en", (47.0, 49.54)) == "47.0–49.5"
    assert BLEU.points("en", (-1.0, 2.0)) == "−1.0 to +2.0"
    assert BLEU.distance("en", -2.04, sign=True) == "−2.0 points of BLEU"
    assert BLEU.distance("fr", 0.8, sign=False) == "0,8 point de BLEU"
    assert BLEU.cell("en", None).text == "–"
    assert BLEU.chance(result) is None


def test_the_ladder_has_the_other_measures(result: LabResult):
    sheet = sheets.ladder(result, "en")
    cells = dict(zip(sheet.columns, [cell.text for cell in sheet.rows[0]], strict=True))
    wanted = {"BLEU": "67.2", "95\u00a0% interval": "66.0–68.4", "BLEU, tokens, lower case": "68.1", "chrF": "68.9"}
    assert wanted.items() <= cells.items()
    assert cells["Exact match"] == "57.2\u00a0%"
    assert cells["Validation"] == "67.6"
    assert sheet.rows[1][7].text == "▲ +29.1"
    assert "chrF" not in sheets.ladder(lab(lengths=()), "en").columns
    assert sheets.comparisons(result, "en").rows[0][3].text == "+27.6 to +30.6"
    assert training_sheets.curves(result, "en").rows[-1][-1].text == "95.9"


def test_a_paragraph_speaks_of_bleu(result: LabResult):
    told = paragraph(result, result.rows[1], "en")
    assert "reaches 96.3 BLEU on the 2,000 test sentences (95\u00a0% interval 95.2–97.5; 3 seeds)" in told
    assert "29.1 points of BLEU better than `rnn` (+27.6 to +30.6" in told
    assert "best on “5–9 words” (97.9) and worst on “word order” (89.3)" in told
    assert "attention" not in told
    assert "no attention to look at" in paragraph(result, result.rows[0], "en")
    assert len(brief(result, "en")) == 4


def test_what_a_result_does_not_tell_is_not_said(result: LabResult):
    rnn, bahdanau = result.rows[:2]
    assert (attends(result, rnn), attends(result, bahdanau)) == (False, True)
    assert attends(replace(result, translation=None), rnn) is None


def test_lengths_are_in_order_and_falls_are_between_the_ends():
    found = translated()
    assert bands(replace(found, lengths=found.lengths[::-1])) == bands(found)
    assert [shortest(name) for name in ("5-9 words", "30+ words", "7 words", "odd")] == [5, 30, 7, 0]
    lost = falls(found)
    assert next(iter(lost)) == "rnn"
    assert lost["rnn"] == pytest.approx(48.2)
    assert lost["transformer"] == pytest.approx(-0.3)
    assert "rnn" not in falls(replace(found, lengths=found.lengths[1:]))
    losing = replace(found, lengths=[one for one in found.lengths if one.model != "transformer"])
    assert lengths(losing, "en")[0].endswith("`bahdanau` 3.1.")
    assert lengths(found, "en")[0].endswith("`bahdanau` 3.1; `transformer` gains 0.3 BLEU.")
    assert lengths(found, "en")[1] == "The longest range holds 52 of the test sentences."


def test_searches_and_alignments_in_words():
    found = translated()
    lines = beams(found, "en")
    assert lines[0] == "`rnn`: beam 5 brings +1.1 BLEU over greedy, in 2.9× the time."
    assert lines[-1] == "`transformer`: no beam scores above greedy (97.6 BLEU)."
    assert beams(replace(found, beams=[one for one in found.beams if one.beam]), "en") == []
    first, second, later, *_ = alignments(found, "en")
    assert first.startswith(
        "The best read-out of `bahdanau` (mean) has an alignment error rate of 4.1\u00a0% (95\u00a0% int"
    )
    assert "`luong-dot`" in second
    assert "one step later, once the word is said: 8.3\u00a0% against 63.0\u00a0%" in later
    bad = replace(found.alignments[0], best=0.5)
    assert "no better than the diagonal" in alignments(replace(found, alignments=[bad]), "en")[0]
    unchosen = replace(found.alignments[0], best=None, best_interval=None)
    assert "no read-out was chosen" in alignments(replace(found, alignments=[unchosen]), "en")[0]


def test_sentences_are_grouped_and_one_is_stepped_through():
    found = translated()
    first, second = by_sentence(found)
    assert [len(first), len(second)] == [5, 5]
    chosen = stepped(first[::-1])
    assert chosen is not None
    assert chosen.model == "bahdanau"
    others = stepped(first[1:])
    assert others is not None
    assert others.model == "luong-dot"
    assert stepped([replace(first[0], target=[], weights=[])]) is None
    assert [is_reference(one) for one in first] == [True, True, True, False, True]
    assert is_reference(replace(first[0], reference="")) is None
