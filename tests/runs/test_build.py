"""A model that has no place for the longest text is refused before its first step."""

from dataclasses import replace

import pytest

from regard.data.examples import Corpus
from regard.errors import Mistake
from regard.runs.labels.build import fits, prepare
from regard.runs.labs.ladder import rungs, tokenised
from regard.runs.recipe import Recipe
from regard.runs.training import train

from .small import QUICK, corpus, everything, small

TINY = ("vectors.width=8", "model.layers=1", "model.heads=1", "text.longest=0")


def with_a_long_test_text(tokens: int = 300) -> Corpus:
    known = corpus()
    return replace(known, test=[*known.test, replace(known.test[0], text="good " * tokens)])


def tiny(name: str, *changes: str) -> Recipe:
    return small(name, *TINY, *changes)


@pytest.mark.parametrize(
    ("name", "longest", "said"),
    [
        (
            "self-sinusoidal",
            299,
            r"the longest text, in the test part, has 300 tokens, and model\.longest is 299; "
            r"set model\.longest=300, or text\.longest=299 to crop longer texts\.",
        ),
        (
            "self-cls",
            300,
            r"has 300 tokens and CLS in front, and model\.longest is 300; "
            r"set model\.longest=301, or text\.longest=299 ",
        ),
    ],
)
def test_the_longest_text_of_all_parts_needs_a_place_for_each_token(tmp_path, name, longest, said):
    made = tiny(name, f"model.longest={longest}")
    data = prepare(made, with_a_long_test_text())
    with pytest.raises(Mistake, match=said):
        next(train(made, tmp_path / "run", data=data))
    assert everything(tmp_path) == [str(tmp_path)]
    fits(tiny(name, f"model.longest={longest + 1}"), data)
    cropped = tiny(name, f"model.longest={longest}", "text.longest=299")
    fits(cropped, prepare(cropped, with_a_long_test_text()))


@pytest.mark.parametrize("name", ["self-residual", "self-relative", "self"])
def test_a_model_without_places_reads_any_text(name):
    made = tiny(name) if name == "self" else tiny(name, "model.longest=2")
    fits(made, prepare(made, with_a_long_test_text()))


def test_a_lab_looks_at_all_its_models_before_it_trains_one():
    changes = [*QUICK, "vectors.width=8", "text.longest=0"]
    ladder = rungs(["mean", "self-sinusoidal"], changes, "probe-reviews")
    with pytest.raises(Mistake, match=r"model self-sinusoidal \(--models chooses others\): the longest text"):
        tokenised(ladder.values(), with_a_long_test_text(1100), lambda doing, share: None)


def test_a_lab_says_which_model_lacks_a_setting():
    said = r"model mean \(--models chooses others\): there is no setting in model called 'layers'; known: .*dropout"
    with pytest.raises(Mistake, match=said):
        rungs(["self", "mean", "transformer"], ["model.layers=1"], "probe-reviews")


def test_a_lab_reads_the_columns_that_it_is_given(tmp_path):
    (tmp_path / "t.csv").touch()
    (made,) = rungs(["mean"], (), str(tmp_path / "t.csv"), "review", "stars").values()
    assert (made.corpus.name, made.corpus.text, made.corpus.label) == (str(tmp_path / "t.csv"), "review", "stars")


@pytest.mark.parametrize(("tokens", "expected"), [("words", 2), ("pieces", 2), ("characters", 9)])
def test_a_text_is_cut_as_the_recipe_says(tokens, expected):
    made = small("mean", f"text.tokens={tokens}", "text.size=300", "text.least=1")
    known = corpus()
    data = prepare(made, replace(known, train=[replace(row, text="good film") for row in known.train]))
    assert data.tokenizer.kind == tokens
    assert data.train.lengths[0] == expected
