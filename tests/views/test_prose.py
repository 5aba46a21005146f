from dataclasses import replace

import pytest

from regard.results import Comparison, LabResult, Row
from regard.views.facts import sheets
from regard.views.figures.ladders import accuracy, differences
from regard.views.report.prose import paragraph
from regard.views.report.summary import brief, lede


def row_of(result: LabResult, model: str) -> Row:
    return next(row for row in result.rows if row.model == model)


def with_comparison(result: LabResult, difference: float, half: float, p: float) -> LabResult:
    only = Comparison(
        model="attention",
        baseline="mean",
        difference=difference,
        interval=(difference - half, difference + half),
        p=p,
    )
    return replace(result, comparisons=[only])


@pytest.mark.parametrize(
    ("difference", "half", "p", "said", "dit"),
    [
        (0.021, 0.01, 0.0001, "2.1 points better than `mean` (+1.1 to +3.1", "2,1 points de mieux que `mean`"),
        (-0.021, 0.01, 0.0001, "2.1 points worse than `mean` (−3.1 to −1.1", "2,1 points de moins que `mean`"),
        (
            0.004,
            0.01,
            0.4,
            "+0.4 points (−0.6 to +1.4; paired test, p\u00a0=\u00a00.40), is no more",
            "que du bruit",
        ),
        (0.011, 0.01, 0.06, "undecided", "indécis"),
    ],
)
def test_the_verdict_follows_the_numbers(
    result: LabResult, difference: float, half: float, p: float, said: str, dit: str
):
    changed = with_comparison(result, difference, half, p)
    row = row_of(result, "attention")
    assert said in paragraph(changed, row, "en")
    assert dit in paragraph(changed, row, "fr")


@pytest.mark.parametrize(("lang", "said"), [("en", "One seed: the luck"), ("fr", "Une seule graine\u00a0: le hasard")])
def test_one_seed_is_said_beside_every_verdict(result: LabResult, lang: str, said: str):
    once = replace(result, rows=[replace(row, seeds=[0]) for row in result.rows])
    for row, several in zip(once.rows, result.rows, strict=True):
        assert paragraph(once, row, lang).count(said) == 1
        assert said not in paragraph(result, several, lang)
    base_alone = replace(result, rows=[once.rows[0], *result.rows[1:]])
    assert said in paragraph(base_alone, result.rows[1], lang)
    assert [said in line for line in brief(once, lang)] == [False, True, False, False]
    alone = replace(once, rows=once.rows[:1], comparisons=[])
    assert [said in line for line in brief(alone, lang)] == [True, False, False]
    for told in (
        accuracy(once, lang).caption,
        differences(once, lang).caption,
        sheets.ladder(once, lang).caption,
        sheets.comparisons(once, lang).caption,
    ):
        assert said in told
    assert said not in accuracy(result, lang).caption


def test_the_baseline_is_not_compared_with_itself(result: LabResult):
    told = paragraph(result, row_of(result, "mean"), "en")
    assert "yardstick" in told
    assert "points" not in told
    assert "against" not in told.replace("against which", "")


@pytest.mark.parametrize(
    ("entropy", "said"),
    [(None, "no attention"), (1.0, "plain mean"), (0.9, "most words"), (0.6, "part of"), (0.2, "few words")],
)
def test_entropy_in_words(result: LabResult, entropy: float | None, said: str):
    assert said in paragraph(result, replace(row_of(result, "lstm"), entropy=entropy), "en")


@pytest.mark.parametrize(
    ("share", "said"), [(0.34, "4.1× the equal share"), (0.083, "about what equal weights would"), (0.03, "only 3.0")]
)
def test_deciding_words_against_the_equal_share(result: LabResult, share: float, said: str):
    assert said in paragraph(result, replace(row_of(result, "attention"), rationale=share), "en")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.5, "exactly chance: what a model that cannot see order must score, and one that can see it may"),
        (0.53, "little or no use of order"),
        (0.9, "it reads order"),
        (0.3, "misleads"),
    ],
)
def test_word_order_against_chance(result: LabResult, value: float, said: str):
    row = replace(row_of(result, "lstm"), slices={"word-order": value, "long": 0.7, "plot": 0.9})
    told = paragraph(result, row, "en")
    assert said in told
    assert "best on “plot” (90.0\u00a0%) and worst on “long” (70.0\u00a0%)" in told


@pytest.mark.parametrize("least", [0.5, 0.4999])
def test_parts_that_score_alike_have_no_best_and_no_worst(result: LabResult, least: float):
    row = replace(row_of(result, "lstm"), slices={"concession": 0.5, "plot": least})
    assert "It does as well on every named part of the test set (50.0\u00a0%)." in paragraph(result, row, "en")
    assert "worst" not in paragraph(result, row, "en")
    assert "Il fait aussi bien sur toutes les parties nommées du test" in paragraph(result, row, "fr")


def test_parts_have_french_names(result: LabResult):
    row = replace(row_of(result, "lstm"), slices={"plot": 0.9, "negation-scope": 0.5})
    assert "mieux sur «\u00a0intrigue\u00a0»" in paragraph(result, row, "fr")
    assert sheets.slices(result, "fr").columns[6] == "ordre des mots"
    assert "portée" not in " ".join(sheets.slices(result, "en").columns)


def test_a_single_model_has_a_paragraph_too(result: LabResult):
    alone = replace(result, rows=[row_of(result, "attention")], comparisons=[], lab="attention")
    told = paragraph(alone, alone.rows[0], "en")
    assert "yardstick" not in told
    assert "1,024,152 parameters" in told


def test_another_measure_is_called_by_its_name(result: LabResult):
    row = replace(row_of(result, "lstm"), metric="macro-F1")
    assert "macro-F1 of 91." in paragraph(result, row, "en")


def test_the_first_lines(result: LabResult):
    assert lede(result, "en").startswith("13 models, 3 seeds each, trained on 8,000 texts and judged on 2,000")
    best, against, order, looked = brief(result, "en")
    assert "`lstm-attention`, 95." in best
    assert "better: 11; worse: 1; not told apart: 0" in against
    assert order.startswith("Within 5 points of chance on pairs with the same words in another order: 6 of 13 models.")
    assert order.endswith("Best there: `lstm-attention`, 96.7\u00a0%.")
    below = replace(result, rows=[replace(row, slices={"word-order": 0.3}) for row in result.rows])
    assert brief(below, "en")[2].endswith("0 of 13 models.")
    alone = replace(result, rows=[replace(result.rows[0], seeds=[0])])
    assert lede(alone, "fr").startswith("Un modèle (1 graine) a été entraîné sur")
    assert "`lstm-attention`, 5.6×" in looked
    assert brief(replace(result, rows=[], comparisons=[]), "fr") == []
