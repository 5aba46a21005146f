import math
from dataclasses import replace

import numpy as np
import pytest

from regard.findings.self_attention import Depth, Head, SelfAttentionFindings
from regard.results import LabResult
from regard.views.facts import findings_sheets as sheets
from regard.views.facts.findings import best_depth, by_model, carried, deepest, reads_order, speciality
from regard.views.figures.shading import STEPS, painted, scale_of
from regard.views.report import findings_prose as told
from regard.views.report.findings import steps

from .findings import chapter, findings, sentence


@pytest.fixture(scope="module")
def found() -> SelfAttentionFindings:
    return findings()


def one_depth(layers: int, value: float, half: float = 0.01, born: list[float] | None = None) -> Depth:
    return Depth(
        model="self",
        layers=layers,
        value=value,
        interval=(value - half, value + half),
        train_loss=0.3,
        born=[1.0] * layers if born is None else born,
        trained=[0.1] * layers,
    )


def with_depths(found: SelfAttentionFindings, *depths: Depth) -> SelfAttentionFindings:
    return replace(found, depths=list(depths))


def test_depths_are_grouped_by_kind_and_sorted(found: SelfAttentionFindings):
    grouped = by_model(found.depths[::-1])
    assert list(grouped) == ["self-batchnorm", "self-residual", "self"]
    assert all([d.layers for d in same] == [1, 2, 3, 6, 12] for same in grouped.values())
    assert {d.layers for d in deepest(found.depths)} == {12}


def test_the_best_depth_is_the_shallowest_of_equals_and_never_without_a_number():
    assert best_depth([one_depth(1, 0.8), one_depth(2, 0.8)]).layers == 1
    assert best_depth([one_depth(1, math.nan), one_depth(2, 0.1)]).layers == 2


def test_depth_in_words(found: SelfAttentionFindings):
    lines = told.depths(found, "en")
    assert lines[0] == (
        "With 12 layers `self` loses 31.2 points against its best depth (2 layers): more than the intervals allow for."
    )
    assert lines[1].startswith("With 12 layers `self-residual` loses 0.3 points against its best depth (6 layers); the")
    assert "it may be luck" in lines[1]
    assert told.depths(found, "fr")[1].startswith("Avec 12 couches, `self-residual` perd 0,3 point par")
    assert told.depth([one_depth(1, 0.7), one_depth(2, 0.8)], "en").startswith("`self` is at its best with 2 layers")
    assert (
        told.depth([one_depth(1, 0.7)], "fr")
        == "`self` n’a été essayé qu’à une profondeur\u00a0: 1 couche, 70,0\u00a0%."
    )


@pytest.mark.parametrize(
    ("born", "said"),
    [
        ([0.0, 1.0], "zero to the last digit"),
        ([1e-6, 0.5], "2.0·10⁻⁶ times the last one’s: it fades"),
        ([0.3, 0.5], "0.60 times the last one’s: it reaches all layers"),
        ([50.0, 0.5], "100 times the last one’s: it grows"),
    ],
)
def test_the_gradient_in_words(born: list[float], said: str):
    assert said in told.gradient(one_depth(2, 0.8, born=born), "en")


@pytest.mark.parametrize("born", [[], [0.0, 0.0], [math.nan, 1.0], [1.0, math.inf]])
def test_a_gradient_that_nobody_can_compare_is_not_put_in_words(born: list[float]):
    assert carried(born) is None
    assert told.gradient(one_depth(2, 0.8, born=born), "en") == ""


def test_positions_in_words(found: SelfAttentionFindings):
    lines = told.positions(chapter(found), found, "en")
    assert lines[0].startswith("2 of 3 kinds of position read order: more than 5 points above chance (50\u00a0%)")
    assert lines[1] == ("`sinusoidal` depends on the distance alone: moving both places changes its map by 0.0\u00a0%.")
    assert lines[2].startswith("`learned` depends on the places themselves")
    assert "83.0\u00a0% of its range" in lines[2]
    assert told.positions(chapter(found), found, "fr")[0].startswith(
        "Sur 3 sortes de position, lisent l’ordre\u00a0: 2,"
    )
    nobody = replace(found, positions=[replace(one, order=None, change=math.nan) for one in found.positions])
    assert told.positions(chapter(found), nobody, "en") == []
    assert not reads_order(nobody.positions[0], 0.0)


def test_swapped_words_in_words(found: SelfAttentionFindings):
    assert told.swaps(found, "en").endswith("the same with `none`; told apart with `sinusoidal`, `learned`.")
    assert "le chat mange la plante" in sheets.swaps(found, "fr").caption


def head(previous: float, same: float, after: float, entropy: float = 0.5) -> Head:
    return Head(layer=1, head=1, entropy=entropy, distance=2.0, previous=previous, same=same, next=after)


@pytest.mark.parametrize(
    ("one", "name"),
    [
        (head(0.51, 0.2, 0.1), "previous"),
        (head(0.1, 0.6, 0.1), "same"),
        (head(0.1, 0.1, 0.8), "next"),
        (head(0.5, 0.5, 0.0), ""),
        (head(0.1, 0.1, 0.1, entropy=0.98), "flat"),
        (head(0.1, 0.1, 0.1), ""),
    ],
)
def test_a_head_has_a_name_when_more_than_half_of_its_weight_is_there(one: Head, name: str):
    assert speciality(one) == name


def test_heads_in_words(found: SelfAttentionFindings):
    first, second = told.heads(found, "en")
    assert first.startswith("Of 12 heads of `transformer`, with a speciality: 4 (layer.head: previous token 1.1 · next")
    assert "all alike 3.4" in first
    assert "The most concentrated is layer" in second
    plain = replace(found, heads=[head(0.1, 0.1, 0.1)])
    assert "Sur 1 tête de `transformer`, aucune n’a de spécialité" in told.heads(plain, "fr")[0]


def test_every_step_has_its_verdict():
    result = chapter()
    lines = [told.step(one, "en") for one in result.steps]
    assert lines[0].startswith("What `self-residual` adds to `self` brings 2.1 points (+1.0 to +3.2; paired test, p")
    assert lines[1].endswith("no more than noise.")
    assert "costs 1.9 points" in lines[2]
    torn = replace(result.steps[0], p=0.2)
    assert told.step(torn, "fr").endswith("tenez-le pour indécis.")
    sheet = sheets.steps(result, "en")
    assert [cell.text for cell in sheet.rows[0][:3]] == ["self-residual", "self", "+2.1"]
    assert sheet.rows[2][5].value == "worse"
    assert steps(replace(result, steps=[]), "en") == ""


def test_sheets_hold_the_numbers(found: SelfAttentionFindings):
    depth = sheets.depths(found, "en")
    assert len(depth.rows) == 15
    assert depth.rows[4][2].value == 0.562
    grid = sheets.depth_grid(found, "fr")
    assert grid.columns[1:4] == ["1 couche", "2 couches", "3 couches"]
    assert [row[-1].text for row in grid.rows] == ["−31,2", "−0,3", "−3,8"]
    gradients = sheets.gradients(found, "en")
    assert len(gradients.rows) == 36
    assert gradients.rows[0][2].value == found.depths[4].born[0]
    positions = sheets.positions(found, "en")
    assert [cell.text for cell in positions.rows[3]] == ["alibi", "none: a formula", "0.0\u00a0%", "–"]
    places = sheets.places(found, "en")
    assert len(places.rows) == 4 * 12
    assert places.rows[1][4].value == found.positions[0].values[2][4]
    heads = sheets.heads(found, "en")
    assert heads.rows[0][4].value == found.heads[0].previous
    assert heads.rows[0][7].text == "previous token"
    for sheet in (depth, grid, gradients, positions, places, heads):
        assert all(len(row) == len(sheet.columns) for row in sheet.rows)


def test_a_sentence_of_many_weights_keeps_the_largest(found: SelfAttentionFindings):
    import random

    small = sheets.sentence(found.sentences[0], "en")
    assert len(small.rows) == 12 * 11
    assert small.rows[2][3 + 1].value == found.sentences[0].maps[0].weights[2][1]
    large = sheets.sentence(sentence(random.Random(0), [f"w{i}" for i in range(30)], 2, 4), "en")
    assert len(large.rows) == 8 * 30
    assert len(large.columns) == 4
    assert large.rows[5][3].text.startswith("w4 ")


def test_colours_are_centred_at_zero_where_there_are_both_signs():
    both = scale_of([[-1.0, 2.0], [0.0, math.nan]])
    assert (both.clear, both.full, both.both) == (0.0, 2.0, True)
    assert both.strength([[-1.0, 2.0], [0.0, math.nan]]).tolist() == [[-0.5, 1.0], [0.0, 0.0]]
    assert scale_of([[3.0, 5.0]]).strength([[3.0, 4.0, 5.0]]).tolist() == [[0.0, 0.5, 1.0]]
    assert scale_of([[-3.0, -5.0]]).strength([[-3.0, -5.0]]).tolist() == [[0.0, -1.0]]
    assert scale_of([[7.0, 7.0]]).strength([[7.0]]).tolist() == [[0.0]]
    cells = painted(np.array([[-1.0, 0.0, 1.0, 0.5 / STEPS / 2]]))
    assert cells[0].tolist()[:3] == [[0xB8, 0x56, 0x0B, 255], [0x1F, 0x63, 0xAD, 0], [0x1F, 0x63, 0xAD, 255]]
    assert cells[0, 3, 3] == 0


def test_one_result_without_findings_has_no_such_tables():
    from regard.views.tables import lab_tables

    with_them = len(lab_tables(chapter(), "en"))
    plain: LabResult = replace(chapter(), self_attention=None, steps=[])
    assert with_them - len(lab_tables(plain, "en")) == 3
