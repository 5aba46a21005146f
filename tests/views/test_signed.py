"""Scores with a sign, in every form that an explanation has, and how far a picture holds."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from matplotlib.text import Text
from rich.console import Console

from regard.explain.explanation import Explanation, Map
from regard.views.facts.faithful import faithful_sheet, interpreted
from regard.views.facts.weights import score_of
from regard.views.figures.colours import LEVELS, LIGHT, LIGHT_FOR, TERMINAL_FOR, contrast, ink_on, signed_level
from regard.views.figures.picture import Picture
from regard.views.record import SUFFIXES, as_csv, as_json, page_of, picture_of, save_explanation
from regard.views.terminal import Shown, show_explanation

from .fabricated import disliked


def figures(
    verdict: str = "better",
    lost: float = 0.6,
    exact: float | None = 0.7,
    *,
    share: bool = True,
    against: bool = False,
    hole: str = "",
    contrast: bool = False,
) -> dict:
    def curve(lost: float) -> dict:
        known = lost / 0.8 if share else None
        return {"removed": [0.1], "kept": [0.2], "comprehensiveness": known, "sufficiency": known, "lost": lost}

    spread = {"comprehensiveness_interval": [0.1, 0.4] if share else None, "sufficiency_interval": None}
    way = {
        "against": against,
        "contrast": contrast,
        "verdict": verdict,
        **curve(lost),
        "random": {**curve(0.2), **spread},
        "leave-one-out": None if exact is None else curve(exact),
    }
    return {"full": 0.9, "words": 9, "left-out": way} | ({"hole": way | {"verdict": hole}} if hole else {})


def signed(**changes) -> Explanation:
    """Scores of "I did not like it", of which `like` speaks against."""
    told = disliked()
    row = replace(
        told.maps[0], name="leave-one-out", weights=[[0.001, 0.0, 0.2, -0.4, 0.00001, 0.0][: len(told.maps[0].columns)]]
    )
    return replace(told, method="leave-one-out", maps=[row], signed=True, **changes)


def shown(told: Explanation, lang: str = "en", **options: object) -> str:
    kept = io.StringIO()
    show_explanation(told, lang, Console(file=kept, width=100, **options))  # type: ignore[arg-type]
    return kept.getvalue()


def written(picture: Picture) -> str:
    return " | ".join(str(part.get_text()) for part in picture.figure.findobj(Text))


def test_a_terminal_shows_both_sides():
    text = shown(signed())
    assert re.search(r"like\s+▒{16}\s+−0\.400", text)
    assert re.search(r"not\s+█{8}\s+\+0\.200", text)
    assert text.index("like") < text.index("not  "), "the largest first, whatever its sign"


def test_a_terminal_colours_both_sides():
    text = shown(signed(), force_terminal=True, color_system="truecolor")
    blue = "48;2;95;135;175mnot"
    assert TERMINAL_FOR[3] == "#5f87af"
    assert blue in text
    assert "48;2;255;255;0mlike" in text


def test_every_file_has_the_signs(tmp_path: Path):
    for suffix in SUFFIXES:
        assert save_explanation(signed(faithfulness=figures()), tmp_path / f"x{suffix}", "en").stat().st_size > 500 * (
            suffix not in (".csv", ".json")
        )
    rows = list(csv.DictReader(io.StringIO(as_csv(signed()))))
    assert {row["column"]: float(row["weight"]) for row in rows}["like"] == -0.4
    found = json.loads(as_json(signed(faithfulness=figures())))
    assert found["signed"] is True
    assert found["faithfulness"]["left-out"]["random"]["comprehensiveness_interval"] == [0.1, 0.4]


def test_a_page_marks_for_and_against_in_other_ways_than_by_colour_alone():
    page = page_of(signed(faithfulness=figures()), "en")
    assert '<mark class="w7 against" title="−0.400">like</mark>' in page
    assert '<mark class="f4" title="+0.200">not</mark>' in page
    assert "mark.against{text-decoration-style:dotted}" in page
    assert "these words matter" in page


@pytest.mark.parametrize(("checked", "said"), [(4, True), (9, False)])
def test_it_is_said_when_only_some_words_of_an_output_were_checked(checked, said):
    told = signed(faithfulness={**figures(), "checked": checked, "said": 9})
    assert ("Means of 4 of the 9 words that are said" in interpreted(told, "en")) is said
    assert ("4 des 9 mots dits" in interpreted(told, "fr")) is said


@pytest.mark.parametrize(
    ("why", "said", "french"),
    [
        ("long", "more than 2,000 tokens takes too long", "plus de 2\u202f000 jetons"),
        ("several", "one attention at a time", "une attention à la fois"),
        ("no-answer", "cannot be measured", "ne peut être mesuré"),
    ],
)
def test_where_there_is_no_figure_it_is_said_why(why, said, french):
    told = signed(unchecked=why)
    assert said in interpreted(told, "en")
    assert french in interpreted(told, "fr")
    assert said in " ".join(shown(told).split())
    assert said in page_of(told, "en")
    assert json.loads(as_json(told))["unchecked"] == why


def test_one_word_is_not_compared_with_random_orders():
    told = signed(faithfulness=figures("one"))
    assert interpreted(told, "en").startswith("There is only one word to take away, or all of them are the same")
    assert "un mot à retirer" in interpreted(told, "fr")


def test_a_word_that_is_explained_stands_between_quotation_marks():
    told = signed(kind="word", label=",", target=",", faithfulness=figures("worse", share=False, against=True))
    assert "“,”, probability" in shown(told)
    assert re.search(r"«\s,\s», probabilité", page_of(told, "fr"))
    assert "“,”, probability" in picture_of(told, "en").caption
    assert "speaks for “,” more" in interpreted(told, "en")
    assert "“negative”" not in shown(signed())


def test_a_drawing_has_both_colours():
    drawn = picture_of(signed(), "fr")
    assert LIGHT_FOR[3] in drawn.svg
    assert LIGHT[6] in drawn.svg
    assert "pour negative" in written(drawn)


def test_the_scale_names_what_is_explained_not_what_was_answered():
    told = signed(target="positive − negative", label="negative")
    assert "for positive − negative" in written(picture_of(told, "en"))
    assert "for positive − negative" in page_of(told, "en")
    assert "for positive − negative" in shown(told, force_terminal=True, color_system="truecolor")


def test_several_rows_are_drawn_with_their_signs():
    grid = Map(name="occlusion", rows=["a", "b"], columns=["c", "d"], weights=[[0.5, -0.5], [0.0, 0.1]])
    told = replace(signed(), kind="translation", maps=[grid], spans=[(0, 1), (2, 3)])
    assert "orange against, from −0.500 to +0.500" in written(picture_of(told, "en"))
    assert "c +0.500, d −0.500" in shown(told)
    assert "alignment-1" not in page_of(told, "en")


def test_strength_is_a_share_of_the_largest():
    assert [signed_level(score, 0.7) for score in (0.7, -0.7, 0.1, 0.05, 0.04, 0.0)] == [LEVELS, LEVELS, 1, 1, 0, 0]
    assert signed_level(0.0, 0.0) == 0


def test_noise_is_not_drawn():
    told = signed()
    told = replace(told, maps=[replace(told.maps[0], weights=[[1e-8 for _ in told.maps[0].columns]])])
    assert "█" not in shown(told)
    assert '<mark class="f7" title' not in page_of(told, "en")


def test_letters_can_be_read_on_every_colour():
    assert all(contrast(ink_on(colour), colour) >= 4.5 for colour in (*LIGHT_FOR, *TERMINAL_FOR))


def test_small_scores_keep_their_digits():
    assert [score_of("en", score) for score in (0.25, -0.25, 0.0, -0.00012)] == [
        "+0.250",
        "−0.250",
        "+0.000",
        "−1.2·10⁻⁴",
    ]


SAID = {
    "better": "these words matter",
    "alike": "no more than chance explains",
    "worse": "the answer rests on other words",
    "few": "in a text of so few words chance explains any order",
}


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("columns", [60, 80])
def test_no_figure_is_cut_in_a_narrow_terminal(lang, columns):
    told, kept = replace(disliked(), faithfulness=figures()), io.StringIO()
    Console(file=kept, width=columns).print(Shown(told, lang))
    assert "…" not in kept.getvalue().replace(" … ", "")
    sheet = faithful_sheet(told, lang)
    assert sheet is not None
    assert all(cell.text in kept.getvalue() for row in sheet.rows for cell in row)


@pytest.mark.parametrize(("verdict", "said"), SAID.items())
def test_figures_are_put_into_a_sentence(verdict, said):
    told = replace(disliked(), method="attention", faithfulness=figures(verdict))
    assert interpreted(told, "en").startswith(
        "Without the words that it names first, the probability of the label negative falls from 90.0\u00a0% to "
        f"30.0\u00a0%; without random words it would be 70.0\u00a0% on average: {said}"
    )
    assert said not in interpreted(told, "fr")
    assert said in " ".join(shown(told).split())
    sheet = faithful_sheet(told, "en")
    assert sheet is not None
    assert [cell.value for cell in sheet.rows[0]][1:] == pytest.approx([0.75, 0.25, 0.875])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("verdict", "said"), SAID.items())
def test_ways_that_agree_are_told_once(verdict, said, lang):
    told = replace(disliked(), faithfulness=figures(verdict, hole=verdict))
    text = interpreted(told, lang)
    assert text.count("90") == 1
    assert ("hidden instead of left out it is the same" if lang == "en" else "il en va de même") in text


def test_ways_that_differ_are_told_apart():
    """The picture may hold where words are left out and not where they are hidden: both are said."""
    told = replace(disliked(), faithfulness=figures("better", hole="alike"))
    found = interpreted(told, "en")
    assert found.startswith("With words left out: without the words that it names first, ")
    left, hidden = found.split("With words hidden: ")
    assert "these words matter" in left
    assert hidden.startswith("without the words")
    assert "no more than chance explains" in hidden
    assert "Les mots masqués : sans les mots" in interpreted(told, "fr").replace("\u00a0", " ")


@pytest.mark.parametrize("verdict", [*SAID, "equal", "one", "unmoved"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_control_is_called_one_first_and_its_words_never_matter(verdict, lang):
    told = replace(disliked(), method="random", caution="control", faithfulness=figures(verdict, hole=verdict))
    found = interpreted(told, lang)
    assert found.startswith("This is a control" if lang == "en" else "Ceci est un témoin")
    assert "these words matter" not in found
    assert "ces mots comptent" not in found
    assert "rests on other" not in found


def test_words_that_weigh_alike_are_not_said_to_be_named():
    found = interpreted(replace(disliked(), faithfulness=figures("equal", hole="equal")), "en")
    assert found.startswith("All words weigh alike, so that none is named before another")
    assert "would be 70.0\u00a0% on average instead of 90.0" in found
    assert "these words matter" not in found


@pytest.mark.parametrize(
    ("verdict", "lost", "said"),
    [
        ("worse", -0.05, "does not fall but rises, from 90.0\u00a0% to 95.0\u00a0%"),
        ("better", -0.05, "they carry the answer no more than random words do"),
        ("alike", 0.0001, "stays at 90.0\u00a0%;"),
        ("unmoved", 0.001, "stays at about 90.0\u00a0%: no word can be said to matter"),
    ],
)
def test_an_answer_that_gets_surer_is_said_to_rise(verdict, lost, said):
    assert said in interpreted(replace(disliked(), faithfulness=figures(verdict, lost)), "en")


def test_a_difference_of_logits_is_no_share():
    told = replace(disliked(), target="negative − positive", faithfulness=figures("better", 2.9, contrast=True))
    assert "difference of logits negative − positive falls from +0.90 to −2.00; without" in interpreted(told, "en")


def test_a_small_probability_keeps_its_digits():
    found = figures("better", 0.00007, None)
    told = signed(kind="word", target="so", faithfulness={**found, "full": 0.0001})
    assert "falls from 1.0·10⁻⁴ to 3.0·10⁻⁵" in interpreted(told, "en")


@pytest.mark.parametrize(("against", "said"), [(False, "answered almost alike"), (True, "speaks for negative more")])
def test_where_no_share_can_be_given_there_is_a_sentence_and_no_table(against, said):
    told = replace(disliked(), faithfulness=figures("alike", share=False, against=against))
    assert faithful_sheet(told, "en") is None
    for text in (shown(told), page_of(told, "en"), written(picture_of(told, "en"))):
        assert said in " ".join(text.replace(" | ", " ").split())
        assert "Comprehensiveness" not in text
    both = interpreted(replace(told, faithfulness=figures("alike", share=False, hole="alike")), "en")
    assert both.endswith("Either way an empty text is answered almost alike, so that no figure is given as a share of "
                         "the way to it.")  # fmt: skip


def test_a_text_that_speaks_against_what_is_explained_is_not_said_to_be_empty():
    told = replace(disliked(), target="positive", faithfulness=figures("alike", share=False, against=True))
    assert "With words left out an empty text speaks for positive more" in interpreted(told, "en")
    assert "parle pour positive plus" in interpreted(told, "fr")


def test_the_reference_is_named_where_there_is_one():
    told = replace(disliked(), faithfulness=figures())
    assert "leave-one-out it would be 20.0\u00a0%." in interpreted(told, "en")
    assert "leave-one-out" not in interpreted(replace(told, method="leave-one-out"), "en")
    assert "leave-one-out" not in interpreted(replace(told, faithfulness=figures(exact=None)), "en")
    assert interpreted(disliked(), "en") == ""
    assert faithful_sheet(disliked(), "en") is None
