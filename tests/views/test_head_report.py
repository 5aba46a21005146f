"""An audit of heads in tables, sentences, a figure and a page."""

import json
import re
from dataclasses import replace

import pytest

from regard.findings.heads import AlignmentRate, AlignmentReport, Effect, HeadFigures, HeadReport, Share
from regard.views.facts.head_report import head_lines, heads_sheet, lede, rates_sheet
from regard.views.figures.head_worth import head_worth
from regard.views.report.head_report import heads_page


def effect(loss: float, *, sure: bool = False) -> Effect:
    return Effect(loss=loss, loss_interval=(loss - 0.01, loss + 0.01), accuracy=-loss / 10,
                  accuracy_interval=(-0.1, 0.1), sure=sure)  # fmt: skip


def head(number: int, role: str, value: float, loss: float, *, sure: bool = False) -> HeadFigures:
    share = Share(value=value, interval=(value - 0.01, value + 0.01), control=0.1, of=1.0)
    return HeadFigures(
        site="layers.0.<b>", call=None, head=number, kind="self", role=role, entropy=0.5,
        shares={"previous": share, "tied": replace(share, value=0.2)},
        effects={"zero": effect(loss, sure=sure), "uniform": effect(loss / 2)},
    )  # fmt: skip


def rate(value: float, site: str = "cross") -> AlignmentRate:
    return AlignmentRate(readout=site, site=site, head=None, later=False, value=value,
                         interval=(value - 0.01, value + 0.01), precision=1 - value, recall=1 - value)  # fmt: skip


REPORT = HeadReport(
    run="r", model="transformer", corpus="probe-reviews", split="test", texts=400, of=1000, answers=400, what="label",
    loss=0.25, accuracy=0.9,
    heads=[head(0, "previous", 0.8, 0.2, sure=True), head(1, "", 0.2, -0.01), head(2, "broad", 0.1, 0.0)],
    silent={"zero": effect(1.5, sure=True), "uniform": effect(0.7, sure=True)},
    alignment=AlignmentReport(pairs=1, rates=[rate(0.2)], best=rate(0.15, "cross.1"),
                              diagonal=rate(0.5), random=rate(0.9)),
    command="regard audit r --heads",
)  # fmt: skip


def test_a_line_per_head_with_its_share_its_control_and_its_worth():
    sheet = heads_sheet(REPORT, "en")
    assert [cell.text for cell in sheet.rows[0]] == [
        "layers.0.<b>.0", "all", "previous token", "previous token", "80.0\u00a0%", "10.0\u00a0%", "0.50",
        "+0.200 * (+0.190 to +0.210)", "+0.100 (+0.090 to +0.110)", "−2.0",
    ]  # fmt: skip
    assert sheet.rows[1][2].text == "mixed"
    assert sheet.rows[1][3].text == "previous token", "what lies farthest above chance"
    assert len(heads_sheet(replace(REPORT, silent={}), "fr").columns) == 7


def test_the_sentences_follow_from_the_figures():
    said = " ".join(head_lines(REPORT, "en"))
    assert "well above chance): 1 of 3 heads; previous token 1." in said
    assert "1 of 3 heads; most of all `layers.0.<b>.0`: +0.200 (+0.190 to +0.210), accuracy −2.0 points" in said
    assert "loss +1.500" in said
    assert "read off `cross.1`" in said
    assert "15.0\u00a0%" in said
    nobody = replace(REPORT, heads=[head(1, "", 0.2, 0.0)], alignment=None)
    assert "Of 1 head none has a role" in head_lines(nobody, "en")[0]
    assert any("No head changes the loss" in line for line in head_lines(nobody, "en"))
    assert len(head_lines(replace(nobody, silent={}), "en")) == 2


@pytest.mark.parametrize(("loss", "told"), [(0.0004, False), (0.009, False), (0.01, True), (-0.02, True)])
def test_a_head_of_no_size_is_not_told_to_matter_however_sure_its_change_is(loss, told):
    report = replace(REPORT, heads=[head(0, "", 0.2, loss, sure=True), head(1, "", 0.2, 0.0)])
    said = " ".join(head_lines(report, "en"))
    assert ("change the loss by 0.01 or more" in said) is told
    assert ("No head matters by itself: 1 of 2 heads change the loss more than chance would, but by less" in said) is (
        not told
    )
    assert (" * (" in heads_sheet(report, "en").rows[0][7].text) is told


def test_a_head_that_does_harm_may_matter_most():
    heads = [head(0, "", 0.2, 0.02, sure=True), head(1, "", 0.2, -0.3, sure=True)]
    assert "most of all `layers.0.<b>.1`: −0.300" in " ".join(head_lines(replace(REPORT, heads=heads), "en"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_is_whole_and_escapes_names(lang: str):
    page = heads_page(REPORT, lang)
    assert "<b>.0" not in page
    assert not re.search(r"\{\w+\}", re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL))
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    assert lede(REPORT, lang)[:8] in page
    assert page.count("<table") == 3, "the heads, the figure's data, the rates"
    assert heads_page(replace(REPORT, silent={}, alignment=None), lang).count("<table") == 1


def test_words_are_tied_by_what_they_decide_or_by_the_grammar():
    tied = replace(REPORT, heads=[replace(REPORT.heads[0], role="tied")])
    assert heads_sheet(tied, "en").rows[0][2].text == "word that decides with it"
    assert heads_sheet(replace(tied, what="translation"), "fr").rows[0][2].text == "mot lié par la grammaire"


def test_the_figure_shows_every_head_and_nothing_without_silence():
    drawn = head_worth(REPORT, "fr")
    assert drawn is not None
    assert "layers.0" in drawn.svg
    assert head_worth(replace(REPORT, silent={}), "fr") is None


def test_rates_stand_beside_their_controls():
    sheet = rates_sheet(REPORT.alignment, "fr")
    assert [row[0].text for row in sheet.rows] == [
        "cross.1", "cross", "diagonale (ne regarde aucun mot)", "mot quelconque (poids égaux)",
    ]  # fmt: skip
    same = rates_sheet(replace(REPORT.alignment, best=REPORT.alignment.rates[0]), "fr")
    assert [row[0].text for row in same.rows][:2] == ["cross", "diagonale (ne regarde aucun mot)"]
    assert "1 paire " in sheet.caption
    json.dumps(REPORT.as_json())
