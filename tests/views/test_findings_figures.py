import math
import random
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from regard.findings.self_attention import SelfAttentionFindings
from regard.views.figures.canvas import SIZE, artists, width_of
from regard.views.figures.depths import depth, gradients, numbered, powers
from regard.views.figures.findings import found_pictures
from regard.views.figures.heads import heads
from regard.views.figures.picture import Picture, save
from regard.views.figures.positions import positions
from regard.views.figures.sentences import sentence as drawn_sentence
from regard.views.figures.sentences import sentences

from .findings import findings, sentence

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["depth", "gradients", "positions", "heads", "sentence-1"]
STRANGE = ["<script>", "w" * 300, "مرحبا", "", "&\"'$x_1^$", "\x01", "a"]


@pytest.fixture(scope="module")
def found() -> SelfAttentionFindings:
    return findings()


@pytest.fixture(scope="module")
def drawn(found: SelfAttentionFindings) -> list[Picture]:
    return found_pictures(found, "fr")


def written(picture: Picture) -> list[str]:
    return [artist.get_text() for artist in artists(picture.figure)]


def test_all_figures_are_drawn_and_say_what_they_are_not(drawn: list[Picture]):
    assert [picture.name for picture in drawn] == NAMES
    for picture in drawn:
        root = ET.fromstring(picture.svg)
        assert (root[0].text, root[1].text) == (picture.title, picture.description)
        assert picture.warning.startswith("Elle ne montre pas")
        assert picture.caption
        assert picture.sheet.rows
        assert "style=" not in picture.svg
        assert "<text" not in picture.svg
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert all(str(i).startswith(f"{picture.name}-") for i in ids)


def test_figures_name_what_they_show(drawn: list[Picture]):
    depth, gradients, positions, heads, sentence = (written(picture) for picture in drawn)
    assert {"self", "self-residual", "self-batchnorm", "1", "12", "Couches"} <= set(depth)
    assert {"self · 12 couches", "10⁻⁵", "avant le premier pas"} <= set(gradients)
    assert {"sinusoidal", "déplacées de même\u00a0: 83,0\u00a0%", "ordre des mots\u00a0: 52,0\u00a0%"} <= set(positions)
    assert "ordre des mots\u00a0: –" in positions
    assert {"Entropie normalisée", "0,99"} <= set(heads)
    assert {"tête 4", "couche 3", "animal", "because"} <= set(sentence)


def test_letters_are_nine_points_at_least_and_stay_on_the_paper(drawn: list[Picture], found: SelfAttentionFindings):
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    many = [f"word{i}" for i in range(40)]
    large = replace(findings(layers=6, heads=8), sentences=[sentence(random.Random(0), many, 6, 8)])
    strange = replace(found, sentences=[sentence(random.Random(0), STRANGE, 1, 1)])
    more = [heads(large, "en"), drawn_sentence(large, 1, "en"), drawn_sentence(strange, 1, "en")]
    for picture in [*drawn, *more]:
        box = picture.figure.get_tightbbox(FigureCanvasAgg(picture.figure).get_renderer())
        width, height = picture.figure.get_size_inches()
        assert box.x0 >= -0.01, picture.name
        assert box.y0 >= -0.01, picture.name
        assert box.x1 <= width + 0.01, picture.name
        assert box.y1 <= height + 0.01, picture.name
        assert width <= 12
        assert all(artist.get_fontsize() >= SIZE for artist in artists(picture.figure))


def test_a_sentence_of_many_heads_stays_small_and_sharp():
    many = [f"word{i}" for i in range(40)]
    found = replace(findings(layers=6, heads=8), sentences=[sentence(random.Random(0), many, 6, 8)])
    svg = drawn_sentence(found, 1, "en").svg
    root = ET.fromstring(svg)
    images = [element for element in root.iter() if element.tag == f"{SVG}image"]
    assert len(images) == 48
    assert all(image.get("image-rendering") == "pixelated" for image in images)
    assert len(svg) < 400_000


def test_heads_that_specialise_are_framed(found: SelfAttentionFindings):
    from matplotlib.patches import Rectangle

    def frames(one: SelfAttentionFindings) -> int:
        return sum(
            isinstance(p, Rectangle) and not p.get_fill() for a in heads(one, "en").figure.axes for p in a.patches
        )

    assert frames(found) == 3
    assert frames(replace(found, heads=[replace(h, previous=0.1, next=0.1, entropy=0.5) for h in found.heads])) == 0
    assert frames(replace(found, heads=[replace(h, previous=0.1, next=0.1, entropy=1.0) for h in found.heads])) == 0


def test_frames_of_what_heads_were_born_with_are_dashed(found: SelfAttentionFindings):
    from matplotlib.patches import Rectangle

    boxes = [p for a in heads(found, "en").figure.axes for p in a.patches if isinstance(p, Rectangle)]
    frames = [box for box in boxes if not box.get_fill()]
    (box,) = [box for box in frames if box.get_linestyle() != "solid"]
    assert (round(box.get_x()), round(box.get_y())) == (0, 0)
    drawn = drawn_sentence(found, 1, "en").figure
    dashed = [axes.spines["top"].get_linestyle() != "solid" for axes in drawn.axes]
    assert dashed == [True] + [False] * 11
    assert "Means over all queries of validation texts (400, the first ones)" in heads(found, "en").caption


def test_every_map_says_what_its_kind_of_position_is(found: SelfAttentionFindings):
    told = " ".join(written(positions(found, "fr")))
    for words in ("fixe de sinus et de", "part des", "appris pour chaque", "retire au"):
        assert words in told
    assert "of `alibi`, the first heads pay more for looking back" in positions(found, "en").caption


def test_the_first_and_the_last_layer_are_numbered_and_no_two_numbers_touch(found: SelfAttentionFindings):
    assert numbered(1) == [1]
    for layers in range(2, 60):
        ticks = numbered(layers)
        assert (ticks[0], ticks[-1]) == (1, layers)
        inches = 1.4 / layers
        for one, other in pairwise(ticks):
            assert inches * (other - one) > (width_of(str(one)) + width_of(str(other))) / 2 + 0.03
    panes = gradients(found, "en").figure.axes
    assert [pane.get_xticks().tolist() for pane in panes] == [[1, 3, 6, 9, 12]] * 3


def test_gradients_that_are_zero_or_no_number_do_not_break_the_scale(found: SelfAttentionFindings):
    tiny = replace(found.depths[4], born=[0.0] * 6 + [1e-40, 1e-30, 1e-20, 1e-9, 1e-3, 0.5])
    none = replace(found.depths[9], born=[0.0] * 12, trained=[math.nan] * 6 + [math.inf] * 6)
    picture = gradients(replace(found, depths=[tiny, none]), "en")
    ET.fromstring(picture.svg)
    assert "exactly zero" in written(picture)
    assert powers([tiny]) == (-41, 0, True)
    assert powers([none]) == (-1, 1, True)
    assert powers([found.depths[9]])[2] is False
    assert "exactly zero" not in written(gradients(found, "en"))


def test_a_loss_that_is_no_number_is_told_not_drawn(found: SelfAttentionFindings):
    lost = replace(found, depths=[replace(found.depths[4], train_loss=math.nan, value=math.nan)])
    picture = depth(lost, "en")
    assert "its training loss is no number: `self` (12 layers)." in picture.caption
    assert "no number" not in depth(found, "en").caption
    ET.fromstring(picture.svg)


def test_many_kinds_one_depth_and_strange_names(found: SelfAttentionFindings):
    kinds = [replace(found.depths[0], model=f"{word}{i}") for i, word in enumerate(STRANGE)]
    odd = replace(
        found,
        model="<b>",
        depths=kinds,
        positions=[replace(found.positions[0], kind=word, values=[[1.0]], change=math.nan) for word in STRANGE],
        heads=found.heads[:1],
        sentences=[sentence(random.Random(0), [*STRANGE, "影"], 2, 3)],
    )
    for picture in found_pictures(odd, "en"):
        root = ET.fromstring(picture.svg)
        assert root.find(f".//{SVG}script") is None
        assert not re.search(r"\x01", picture.svg)


def test_only_what_was_found_is_drawn(found: SelfAttentionFindings):
    nothing = replace(found, depths=[], positions=[], heads=[], sentences=[])
    assert found_pictures(nothing, "en") == []
    mute = replace(found.sentences[0], maps=[])
    assert sentences(replace(found, sentences=[mute, found.sentences[0]]), "en")[0].name == "sentence-2"


def test_the_same_values_give_the_same_bytes(found: SelfAttentionFindings, tmp_path: Path):
    for draw in (depth, positions):
        assert draw(found, "en").svg == draw(found, "en").svg
    assert save(positions(found, "en"), tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
