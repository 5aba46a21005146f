"""What can be asked of a lab, and what is refused before anything is read or trained."""

import pytest

from regard.errors import Mistake
from regard.runs.labs.request import Request, lab_named


def asked(tmp_path, **more) -> Request:
    return Request(**({"corpus": "probe-reviews", "out": tmp_path, "show": lambda name, event: None} | more))


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("caf\udce9", "a --sentence is not UTF-8; convert it with iconv"),
        ("", "a --sentence is blank"),
        (" \n\t", "a --sentence is blank"),
        ("\u200b\x00", "a --sentence is blank"),
        ("word " * 101, "a --sentence has 101 words and marks, and a lab shows at most 100"),
        ("a," * 51, "a --sentence has 102 words and marks"),
    ],
)
def test_a_sentence_that_cannot_be_shown(tmp_path, sentence, said):
    with pytest.raises(Mistake, match=said):
        asked(tmp_path, sentences=["I did not like it", sentence])


def test_a_sentence_that_can(tmp_path):
    sentences = ("word " * 100, "été!", "?", "一")
    assert asked(tmp_path, sentences=sentences).sentences == sentences


@pytest.mark.parametrize(
    ("change", "option"),
    [
        ("corpus.text=review", "--text"),
        ("corpus.label = stars", "--label"),
        ("corpus.source=en", "--source"),
        ("corpus.target=fr", "--target"),
        ("corpus.name=imdb", "--corpus"),
        ('corpus={name="imdb"}', "--corpus"),
        ("training.seed=3", "--seeds"),
        ("training={seed=3}", "--seeds"),
        ("training={batch=3, seed = 3}", "--seeds"),
        ('corpus={label="stars"}', "--label"),
    ],
)
def test_what_a_lab_settles_itself_is_an_option_of_its_own(tmp_path, change, option):
    with pytest.raises(Mistake, match=rf"a lab does not take [a-z.]+ from --set; use {option}\."):
        asked(tmp_path, changes=["training.epochs=1", change])


def test_what_a_lab_leaves_to_its_recipes_may_be_changed(tmp_path):
    changes = ["training={epochs=2, batch=3}", "model.heads=2", "text={}"]
    assert asked(tmp_path, changes=changes).changes == changes


@pytest.mark.parametrize(
    ("lab", "given", "said"),
    [
        ("pooling", {"depths": [1, 2]}, "--depths means nothing to the lab pooling, only to self-attention"),
        ("translation", {"depths": [1]}, "--depths means nothing to the lab translation"),
        (
            "pooling",
            {"sentences": ["so"]},
            "--sentence means nothing to .* only to self-attention, translation and transformers",
        ),
        ("self-attention", {"source": "en"}, "--source means nothing to the lab self-attention"),
        ("pooling", {"target": "fr"}, "--target means nothing to the lab pooling"),
        ("translation", {"text": "review"}, "--text means nothing to the lab translation"),
        ("translation", {"label": "stars"}, "--label means nothing to the lab translation"),
    ],
)
def test_what_a_lab_does_not_know_is_refused(tmp_path, lab, given, said):
    with pytest.raises(Mistake, match=said):
        lab_named(lab)(asked(tmp_path, **given))
