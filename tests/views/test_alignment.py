"""Alignments as grids, lines and steps: every word is there, none is run, and the weights are the weights."""

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from regard.explain.explanation import Map
from regard.metrics.alignment import Gold
from regard.views.figures.alignment import alignment
from regard.views.figures.alignment_lines import FAINTEST, alignment_lines
from regard.views.figures.canvas import SIZE, artists
from regard.views.figures.picture import Picture, save
from regard.views.report.markup import document, figure
from regard.views.report.stepping import stepping
from regard.views.tables import as_csv

from .test_page import Reader

SOURCE = ["The", "European", "Economic", "Area", "was", "signed", "."]
TARGET = ["La", "zone", "économique", "européenne", "a", "été", "signée", "."]
ORDER = [0, 3, 2, 1, 4, 4, 5, 6]
HOSTILE = ["<script>alert(1)</script>", "]]>", "&amp;", "$x_1^$", "مرحبا", "שלום", "影", "a\x00b", '"q"', "</svg>"]
DRAWN = pytest.mark.parametrize("draw", [alignment, alignment_lines])


def aligned(rows: list[str] = TARGET, columns: list[str] = SOURCE, order: list[int] = ORDER) -> Map:
    """Seven tenths on the right word, a tenth on none, and the rest spread."""
    weights = np.full((len(rows), len(columns)), 0.2 / max(len(columns), 1))
    for target, source in enumerate(order):
        weights[target, source] += 0.7
    return Map(name="decoder.cross", rows=rows, columns=columns, weights=weights.tolist())


def long(targets: int, sources: int) -> Map:
    order = [i % sources for i in range(targets)]
    return aligned([f"cible{i}" for i in range(targets)], [f"source{i}" for i in range(sources)], order)


GOLD = Gold(frozenset((s, t) for t, s in enumerate(ORDER)), frozenset({(5, 5)}))


def written(picture: Picture) -> list[str]:
    return [artist.get_text() for artist in artists(picture.figure)]


@DRAWN
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", [(5, 5), (1, 1), (13, 14), (60, 55), (3, 41)])
def test_every_word_is_written_and_on_the_paper(draw, lang: str, size: tuple[int, int]):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    one = long(*size)
    picture = draw(one, lang)
    assert set(one.rows) | set(one.columns) <= set(written(picture))
    assert ET.fromstring(picture.svg)[0].text == picture.title
    box = picture.figure.get_tightbbox(FigureCanvasAgg(picture.figure).get_renderer())
    width, height = picture.figure.get_size_inches()
    assert -0.02 <= box.x0 < box.x1 <= width + 0.02
    assert -0.02 <= box.y0 < box.y1 <= height + 0.02
    assert all(artist.get_fontsize() >= SIZE for artist in artists(picture.figure))


def test_words_do_not_run_into_each_other():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    for one in (aligned(), long(60, 60), aligned(list("abcde"), list("vwxyz"), list(range(5)))):
        picture = alignment(one, "en")
        renderer = FigureCanvasAgg(picture.figure).get_renderer()
        picture.figure.draw_without_rendering()
        boxes = [
            artist.get_window_extent(renderer)
            for artist in artists(picture.figure)
            if artist.get_text() in {*one.rows, *one.columns} and artist.get_visible()
        ]
        assert len(boxes) == len(one.rows) + len(one.columns)
        assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if a.overlaps(b)]


def test_short_words_stand_upright_and_long_ones_are_turned():
    upright = alignment(aligned(list("abcde"), list("vwxyz"), list(range(5))), "en")
    turned = alignment(aligned(), "en")
    angles = [
        {a.get_rotation() for a in artists(p.figure) if a.get_text() in {*"vwxyz", "Economic"}}
        for p in (upright, turned)
    ]
    assert 90 not in angles[0]
    assert 90 in angles[1]


@DRAWN
def test_hostile_words_are_only_words(draw):
    picture = draw(aligned(HOSTILE, HOSTILE, list(range(len(HOSTILE)))), "en")
    root = ET.fromstring(picture.svg)
    assert not [element for element in root.iter() if element.tag.endswith("script")]
    assert "<script>" not in picture.svg
    assert "\x00" not in picture.svg
    page = document("en", "x", f"<main><h1>x</h1>{figure(picture, 'en', 1)}</main>")
    assert Reader(page).of("script") == []


def test_right_to_left_words_go_from_the_right_in_lines():
    words = ["مرحبا", "عالم"]
    picture = alignment_lines(aligned(words, ["Hello", "world"], [0, 1]), "en")
    places = {artist.get_text(): artist.get_position()[0] for artist in artists(picture.figure)}
    assert places["مرحبا"] > places["عالم"]
    assert places["Hello"] < places["world"]


def test_links_by_hand_are_boxes_full_or_dashed():
    from matplotlib.patches import Rectangle

    def boxes(picture: Picture) -> list[tuple[float, ...]]:
        axes = picture.figure.axes[1]
        return [
            (*patch.get_xy(), patch.get_linestyle() == "solid")
            for patch in axes.patches
            if isinstance(patch, Rectangle)
        ]

    assert boxes(alignment(aligned(), "en")) == []
    found = boxes(alignment(aligned(), "en", gold=GOLD))
    assert sorted(found) == sorted((s - 0.5, t - 0.5, (s, t) in GOLD.sure) for s, t in GOLD.possible)
    outside = Gold(frozenset({(99, 0), (0, 99)}))
    assert boxes(alignment(aligned(), "en", gold=outside)) == []


def test_the_darkest_cell_is_the_largest_weight():
    from matplotlib.collections import QuadMesh

    picture = alignment(aligned(), "en")
    (mesh,) = [one for one in picture.figure.axes[1].collections if isinstance(one, QuadMesh)]
    np.testing.assert_allclose(np.asarray(mesh.get_array()).reshape(len(TARGET), -1), aligned().weights)


def test_lines_are_as_opaque_as_weights_are_large():
    from matplotlib.collections import LineCollection

    one = Map(name="x", rows=["a", "b"], columns=["u", "v"], weights=[[0.9, 0.1], [0.0, FAINTEST / 2]])
    (lines,) = [c for c in alignment_lines(one, "en").figure.axes[0].collections if isinstance(c, LineCollection)]
    np.testing.assert_allclose(np.asarray(lines.get_colors())[:, 3], [0.1, 0.9])


def test_few_words_are_rows_and_many_are_columns():
    def heights(picture: Picture, words: list[str]) -> int:
        return len({a.get_position()[1] for a in artists(picture.figure) if a.get_text() in words})

    assert heights(alignment_lines(aligned(), "en"), SOURCE[:-1]) == 1
    assert heights(alignment_lines(long(30, 30), "en"), [f"source{i}" for i in range(30)]) == 30


@DRAWN
@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_saved_pictures_are_the_same_each_time(draw, suffix: str, tmp_path: Path):
    files = [save(draw(aligned(), "en"), tmp_path / f"{i}.{suffix}") for i in range(2)]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_table_behind_it_holds_every_weight():
    rows = list(csv.reader(io.StringIO(as_csv(alignment(aligned(), "fr", gold=GOLD).sheet))))
    assert rows[0] == ["Mot cible", *SOURCE, "Lien donné"]
    assert [row[0] for row in rows[1:]] == TARGET
    np.testing.assert_allclose([[float(cell) for cell in row[1:-1]] for row in rows[1:]], aligned().weights)
    assert rows[6][-1] == "was, signed"


def test_what_a_screen_reader_says():
    said = alignment(aligned(), "en").description
    assert "8 target words down, 7 source words across" in said
    assert "zone looks most at Area (72.9\u00a0%)" in said
    assert "All weights stand in the table" not in said
    assert "Tous les poids" in alignment(long(9, 9), "fr").description


@DRAWN
@pytest.mark.parametrize(("rows", "columns"), [([], SOURCE), (TARGET, []), ([], [])])
def test_a_sentence_without_words_is_an_empty_picture(draw, rows: list[str], columns: list[str]):
    picture = draw(aligned(rows, columns, []), "en")
    assert ET.fromstring(picture.svg) is not None


def page_of(*fragments: str) -> str:
    return document("en", "x", f"<main><h1>x</h1>{''.join(fragments)}</main>")


def test_each_target_word_is_a_button_and_the_first_is_chosen():
    read = Reader(page_of(stepping(aligned(), "en", name="one")))
    buttons = read.of("input")
    assert len(buttons) == len(TARGET)
    assert {button["type"] for button in buttons} == {"radio"}
    assert {button["name"] for button in buttons} == {"one"}
    assert ["checked" in button for button in buttons] == [True] + [False] * (len(TARGET) - 1)
    ids = {attributes["id"] for _, attributes in read.tags if attributes.get("id")}
    for label in read.of("label"):
        assert label["for"] in ids
    for button in buttons:
        assert {button["aria-labelledby"], button["aria-describedby"]} <= ids


def test_each_step_shows_its_own_weights():
    steps = stepping(aligned(), "en", name="one", gold=GOLD).split('<div class="step">')[1:]
    assert len(steps) == len(TARGET)
    for step, source in zip(steps, ORDER, strict=True):
        marks = re.findall(r"<mark class=\"w\d\" title=\"([^\"]+)\">([^<]+)</mark>", step.split("</p>")[1])
        assert marks == [("72.9\u00a0% · 5.1×", SOURCE[source])]
        assert "outside the words 10.0\u00a0%" in step
        assert step.index('<span class="r">') < step.index("<mark")
    assert "2 of 8" in steps[1]


def test_steps_lead_to_the_word_before_and_after():
    steps = stepping(aligned(), "en", name="one").split('<div class="step">')[1:]
    moves = [re.findall(r'class="move" for="one-(\d+)"', step) for step in steps]
    assert moves[0] == ["1"]
    assert moves[3] == ["2", "4"]
    assert moves[-1] == [str(len(TARGET) - 2)]


def test_steps_need_no_script_and_no_style_of_their_own():
    page = page_of(stepping(aligned(), "en", name="one"), stepping(aligned(), "fr", name="two"))
    read = Reader(page)
    assert read.of("script") == []
    assert len(read.of("style")) == 1
    assert "script-src" not in page
    for _, attributes in read.tags:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
    ids = [attributes["id"] for _, attributes in read.tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert "input:checked + label + .step" in page


def test_hostile_words_are_only_words_in_steps():
    page = page_of(stepping(aligned(HOSTILE, HOSTILE, list(range(len(HOSTILE)))), "fr", name="one"))
    read = Reader(page)
    assert read.of("script") == []
    assert "\x00" not in page
    assert "".join(read.words).count("<script>alert(1)</script>") >= 1 + len(HOSTILE)


def test_a_sentence_without_words_has_no_steps():
    assert "<input" not in stepping(aligned([], SOURCE, []), "en", name="one")
    assert "<mark" not in stepping(aligned(TARGET, [], []), "en", name="one")


def test_sixty_words_stay_small():
    assert len(stepping(long(60, 60), "en", name="one")) < 100_000
    assert len(alignment(long(60, 60), "en").svg) < 400_000
