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
from regard.views.terminal import show_explanation

from .fabricated import disliked


def figures(mine: float | None, exact: float | None = 0.9, *, against: bool = False) -> dict:
    curve = {"removed": [0.1], "kept": [0.2], "comprehensiveness": mine, "sufficiency": 0.3}
    chance = {**curve, "comprehensiveness": 0.25, "comprehensiveness_interval": [0.1, 0.4]}
    reference = None if exact is None else {**curve, "comprehensiveness": exact}
    return {
        "full": 0.9,
        "words": 5,
        "left-out": {"against": against, **curve, "random": chance, "leave-one-out": reference},
    }


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
        assert save_explanation(
            signed(faithfulness=figures(0.6)), tmp_path / f"x{suffix}", "en"
        ).stat().st_size > 500 * (suffix not in (".csv", ".json"))
    rows = list(csv.DictReader(io.StringIO(as_csv(signed()))))
    assert {row["column"]: float(row["weight"]) for row in rows}["like"] == -0.4
    found = json.loads(as_json(signed(faithfulness=figures(0.6))))
    assert found["signed"] is True
    assert found["faithfulness"]["left-out"]["random"]["comprehensiveness_interval"] == [0.1, 0.4]


def test_a_page_marks_for_and_against_in_other_ways_than_by_colour_alone():
    page = page_of(signed(faithfulness=figures(0.6)), "en")
    assert '<mark class="w7 against" title="−0.400">like</mark>' in page
    assert '<mark class="f4" title="+0.200">not</mark>' in page
    assert "mark.against{text-decoration-style:dotted}" in page
    assert "these words matter" in page


@pytest.mark.parametrize(("checked", "said"), [(4, True), (9, False)])
def test_it_is_said_when_only_some_words_of_an_output_were_checked(checked, said):
    told = signed(faithfulness={**figures(0.6), "checked": checked, "said": 9})
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
    told = signed(faithfulness={**figures(1.0), "words": 1})
    assert interpreted(told, "en").startswith("There is only one word to take away")
    assert "un mot à retirer" in interpreted(told, "fr")


def test_a_word_that_is_explained_stands_between_quotation_marks():
    told = signed(kind="word", label=",", target=",", faithfulness=figures(None, against=True))
    assert "“,”, probability" in shown(told)
    assert re.search(r"«\s,\s», probabilité", page_of(told, "fr"))
    assert "“,”, probability" in picture_of(told, "en").caption
    assert "speaks against “,”;" in interpreted(told, "en")
    assert "“negative”" not in shown(signed())


def test_words_of_a_text_are_not_words_that_are_said():
    assert interpreted(signed(faithfulness=figures(0.6)), "en").endswith("these words matter.")


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


@pytest.mark.parametrize(
    ("mine", "said"),
    [
        (0.6, "these words matter"),
        (0.3, "no farther than chance explains"),
        (0.05, "rests on others"),
    ],
)
def test_figures_are_put_into_a_sentence(mine, said):
    told = replace(disliked(), faithfulness=figures(mine))
    assert said in interpreted(told, "en")
    assert said not in interpreted(told, "fr")
    assert said in " ".join(shown(told).split())
    sheet = faithful_sheet(told, "en")
    assert sheet is not None
    assert sheet.rows[0][1].value == mine


@pytest.mark.parametrize(("against", "said"), [(False, "almost alike"), (True, "speaks against negative")])
def test_where_nothing_could_be_measured_there_is_a_sentence_and_no_table(against, said):
    told = replace(disliked(), faithfulness=figures(None, against=against))
    assert faithful_sheet(told, "en") is None
    for text in (shown(told), page_of(told, "en"), written(picture_of(told, "en"))):
        assert said in " ".join(text.split())
        assert "Comprehensiveness" not in text


def test_a_text_that_speaks_against_what_is_explained_is_not_said_to_be_empty():
    told = replace(disliked(), target="positive", faithfulness=figures(None, against=True))
    assert "speaks against positive" in interpreted(told, "en")
    assert "parle contre positive" in interpreted(told, "fr")


def test_the_reference_is_named_where_there_is_one():
    assert "leave-one-out it would go 90" in interpreted(replace(disliked(), faithfulness=figures(0.6)), "en")
    assert "leave-one-out" not in interpreted(replace(disliked(), faithfulness=figures(0.6, None)), "en")
    assert interpreted(disliked(), "en") == ""
    assert faithful_sheet(disliked(), "en") is None
