import math
from dataclasses import replace

import numpy as np
import pytest

from regard.findings.self_attention import Depth, Head, Looking, SelfAttentionFindings
from regard.results import LabResult
from regard.views.facts import findings_sheets as sheets
from regard.views.facts.findings import (
    best_depth,
    by_model,
    carried,
    deepest,
    innate,
    is_flat,
    reads_order,
    special,
    speciality,
)
from regard.views.figures.depths import depth
from regard.views.figures.shading import STEPS, painted, scale_of
from regard.views.report import findings_prose as told
from regard.views.report.findings import steps
from regard.views.report.summary import brief
from regard.views.tables import width

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
        updates=800,
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
    assert told.depth([one_depth(1, 0.7), one_depth(2, 0.8)], "en") == (
        "With 2 layers, the most that was tried, `self` is as good as at any depth (80.0\u00a0%)."
    )
    assert (
        told.depth([one_depth(1, 0.7)], "fr")
        == "`self` n’a été essayé qu’à une profondeur\u00a0: 1 couche, 70,0\u00a0%."
    )


@pytest.mark.parametrize("value", [0.8, 0.8004])
def test_a_tie_is_not_a_loss(found: SelfAttentionFindings, value: float):
    same = [one_depth(1, value), one_depth(6, 0.8)]
    assert "as good as at any depth (80.0\u00a0%)" in told.depth(same, "en")
    assert "aussi bon qu’à toute autre profondeur" in told.depth(same, "fr")
    assert sheets.depth_grid(with_depths(found, *same), "en").rows[0][-1].text == "0"
    assert "loses 0.1 points" in told.depth([one_depth(1, 0.801), one_depth(6, 0.8)], "en")


def test_the_first_lines_say_what_depth_costs(found: SelfAttentionFindings):
    (line,) = told.headlines(chapter(found), "en")
    assert line == (
        "Points lost with 12 layers, the most that was tried, against the best depth: "
        "`self` 31.2 · `self-residual` 0.3 · `self-batchnorm` 3.8."
    )
    assert line in brief(chapter(found), "en")
    assert told.headlines(chapter(with_depths(found, one_depth(3, 0.8))), "en") == []
    assert told.headlines(replace(chapter(found), self_attention=None), "en") == []


def test_updates_of_the_depth_sweep_are_told(found: SelfAttentionFindings):
    assert sheets.updates(found, "fr") == "800 mises à jour"
    shorter = with_depths(found, replace(one_depth(1, 0.8), updates=1), replace(one_depth(2, 0.8), updates=1200))
    assert sheets.updates(shorter, "en") == "1 to 1,200 updates"
    assert "800 updates each" in sheets.depth_grid(found, "en").caption
    assert "Training: 800 updates each." in depth(found, "en").caption
    assert sheets.depths(shorter, "en").rows[1][5].value == 1200


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
    assert lines[0] == (
        "Models that read order, that is, score more than 5 points above chance (50\u00a0%) on pairs with the same "
        "words in another order: with 2 of 3 kinds of position."
    )
    assert lines[1].startswith("Where positions are `sinusoidal` or `learned`, heads are born looking at neighbours")
    assert lines[2].startswith("`learned` positions start as the `sinusoidal` ones")
    assert lines[3] == (
        "The map of `sinusoidal` depends on the distance alone: moving both places alike changes it by 0.0\u00a0%. "
        "Each place is a fixed vector of sines and cosines, added to the word."
    )
    assert lines[4].startswith("The map of `learned` depends on the places themselves")
    assert "83.0\u00a0% of its range" in lines[4]
    assert told.positions(chapter(found), found, "fr")[0].endswith(
        "qui dépassent le hasard (50\u00a0%) de plus de 5 points sur les paires aux mêmes mots dans un autre ordre"
        "\u00a0: avec 2 sur 3 sortes de position."
    )
    nobody = replace(found, positions=[replace(one, order=None, change=math.nan) for one in found.positions[2:]])
    assert told.positions(chapter(found), nobody, "en") == []
    assert not reads_order(nobody.positions[0], 0.0)


def test_weights_of_positions_are_named_by_the_model_and_its_change(found: SelfAttentionFindings):
    bucketed = replace(found.positions[2], kind="bucketed", model="positions/bucketed")
    rows = sheets.positions(replace(found, positions=[bucketed, *found.positions]), "fr").rows
    assert [row[1].text for row in rows[:3]] == [
        "self-relative avec position = bucketed",
        "aucun\u00a0: une formule",
        "self-learned",
    ]


def test_swapped_words_in_words(found: SelfAttentionFindings):
    assert told.swaps(found, "en").endswith("the same with `none`; told apart with `sinusoidal`, `learned`.")
    assert "le chat mange la plante" in sheets.swaps(found, "fr").caption


def looking(previous: float, same: float, after: float, entropy: float = 0.5) -> Looking:
    return Looking(entropy=entropy, distance=2.0, previous=previous, same=same, next=after)


def head(now: Looking, born: Looking, number: int = 1, *, arranged: bool = False) -> Head:
    return Head(layer=1, head=number, born=born, arranged=arranged, texts=7, **vars(now))


@pytest.mark.parametrize(
    ("one", "name"),
    [
        (looking(0.51, 0.2, 0.1), "previous"),
        (looking(0.1, 0.6, 0.1), "same"),
        (looking(0.1, 0.1, 0.8), "next"),
        (looking(0.5, 0.5, 0.0), ""),
        (looking(0.1, 0.1, 0.1, entropy=0.98), ""),
        (looking(0.1, 0.1, 0.1), ""),
    ],
)
def test_a_head_has_a_speciality_when_more_than_half_of_its_weight_is_there(one: Looking, name: str):
    assert speciality(one) == name


def test_looking_at_all_alike_is_no_speciality(found: SelfAttentionFindings):
    flat, back = looking(0.1, 0.1, 0.1, entropy=0.98), looking(0.9, 0.0, 0.1, entropy=0.98)
    assert [is_flat(flat), is_flat(back), is_flat(looking(0.1, 0.1, 0.1, entropy=0.97))] == [True, False, False]
    plain = replace(found, heads=[head(flat, flat, 1), head(flat, flat, 2)])
    assert special(plain) == {}
    lines = told.heads(plain, "en")
    assert lines[0].startswith("Of 2 heads of `transformer`, none has a speciality")
    assert lines[2] == "Looking at all tokens alike (entropy 0.98 or more): 2 (layer.head: 1.1, 1.2)."
    assert [row[7].text for row in sheets.heads(plain, "en").rows] == ["all alike", "all alike"]


def test_what_heads_were_born_with_is_told_apart_from_what_they_learned(found: SelfAttentionFindings):
    back, ahead, wide = looking(0.9, 0.0, 0.0), looking(0.0, 0.0, 0.8), looking(0.1, 0.1, 0.1)
    heads = [head(back, back, 1), head(ahead, back, 2), head(wide, ahead, 3), head(back, wide, 4)]
    made = replace(found, heads=heads)
    assert innate(made) == {(1, 1)}
    first, born, *rest = told.heads(made, "en")
    assert first.endswith("3 (layer.head: previous token 1.1, 1.4 · next token 1.2).")
    assert born == (
        "Before the first step, with a speciality: 3 (layer.head: previous token 1.1, 1.2 · next token 1.3)."
    )
    assert not any("born" in line for line in rest)
    assert told.heads(replace(made, heads=heads[3:]), "fr")[1] == "Avant le premier pas, aucune n’avait de spécialité."
    arranged = replace(made, heads=[replace(one, arranged=True) for one in heads])
    assert (
        "these heads were born looking at neighbours (`model.neighbours` of the recipe)"
        in told.heads(arranged, "en")[2]
    )
    assert "naissent en regardant leurs voisins" in told.heads(arranged, "fr")[2]
    sheet = sheets.heads(made, "en")
    assert sheet.columns[7:9] == ["Looks mostly at", "Entropy, before the first step"]
    assert [row[-1].text for row in sheet.rows] == ["previous token", "previous token", "next token", "–"]
    assert sheet.rows[1][10].value == 0.9


def test_heads_in_words(found: SelfAttentionFindings):
    first, born, flat, extremes = told.heads(found, "en")
    assert first.startswith("Of 12 heads of `transformer`, with a speciality (more than 50\u00a0% of the weight on one")
    assert first.endswith("3 (layer.head: previous token 1.1 · next token 2.3, 3.2).")
    assert born.endswith("1 (layer.head: previous token 1.1).")
    assert flat.endswith("1 (layer.head: 3.4).")
    assert "The most concentrated is layer" in extremes
    plain = replace(found, heads=[head(looking(0.1, 0.1, 0.1), looking(0.1, 0.1, 0.1))])
    assert "Sur 1 tête de `transformer`, aucune n’a de spécialité" in told.heads(plain, "fr")[0]


def test_every_step_has_its_verdict():
    result = chapter()
    lines = [told.step(one, "en") for one in result.steps]
    assert lines[0].startswith("`self-residual` is 2.1 points better than `self` (+1.0 to +3.2; paired test, p")
    assert "no more than noise." in lines[1]
    assert "`self-batchnorm` is 1.9 points worse than `self-residual`" in lines[2]
    torn = replace(result.steps[0], p=0.2, changes=[])
    assert told.step(torn, "fr").endswith("tenez-le pour indécis.")
    sheet = sheets.steps(result, "en")
    assert [cell.text for cell in sheet.rows[0][:3]] == ["self-residual", "self", "+2.1"]
    assert sheet.rows[2][5].value == "worse"
    assert steps(replace(result, steps=[]), "en") == ""


def test_every_step_names_what_differs_in_the_recipes():
    result = chapter()
    many, two, single = (told.step(one, "en") for one in result.steps)
    assert many.endswith(
        "Their recipes differ in 5 settings, named in the table; nothing here says which of them counts."
    )
    assert "differ in 2 settings (`model.pooling mean → cls`, `model.heads 1 → 4`); nothing" in two
    assert single.endswith("A single setting differs in their recipes: `model.norm layer → batch`.")
    assert told.step(result.steps[2], "fr").endswith("dans leurs recettes\u00a0: `model.norm layer → batch`.")
    sheet = sheets.steps(result, "en")
    assert sheet.columns[-1] == "Where the recipes differ"
    assert [row[-1].text.count("\n") for row in sheet.rows] == [4, 1, 0]
    assert width(sheet, 6) == len("model.pooling mean → cls")
    assert sheet.rows[1][-1].value == "model.pooling mean → cls; model.heads 1 → 4"
    assert "single thing" not in sheet.caption
    assert 'class="lines"' in steps(result, "en")
    unknown = replace(result, steps=[replace(one, changes=[]) for one in result.steps])
    assert [row[-1].text for row in sheets.steps(unknown, "en").rows] == ["–"] * 3


def test_sheets_hold_the_numbers(found: SelfAttentionFindings):
    deep = sheets.depths(found, "en")
    assert len(deep.rows) == 15
    assert deep.rows[4][2].value == 0.562
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
    for sheet in (deep, grid, gradients, positions, places, heads):
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
