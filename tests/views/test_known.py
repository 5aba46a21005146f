from dataclasses import replace
from typing import get_args

import pytest

from regard.data.probes import phrases, preferences, reviews
from regard.data.probes.shortcuts import shortcuts
from regard.layers.positions import Position
from regard.results import LabResult
from regard.runs.recipe import names
from regard.views.facts.known import model_is, part_name, position_is, readout_name
from regard.views.report.sections import models
from regard.views.wording.words import TABLE, named

IMDB = {"in-train", "fresh", "short", "medium", "long"}
"""The parts of its test reviews."""


def test_every_classifier_and_language_model_is_said_in_one_line_and_no_stranger(result: LabResult):
    known = {key.removeprefix("what.") for key in TABLE if key.startswith("what.")}
    second = {"finetuned", "rdrop", "student"}
    assert known == {*names(), *names("language"), *names("instruct"), *names("prefer"), *second}
    gpt = replace(result.rows[0], metric="perplexity", model="gpt")
    assert model_is(replace(result, rows=[gpt]), gpt, "fr").startswith("GPT-2\N{NO-BREAK SPACE}:")
    row = result.rows[0]
    assert model_is(result, row, "en").startswith("The plain mean of the word vectors")
    assert model_is(result, replace(row, model="mine"), "fr") == ""


def test_a_translator_is_not_taken_for_the_classifier_of_its_name(result: LabResult):
    row = replace(result.rows[4], metric="bleu", model="rnn")
    assert model_is(result, replace(row, metric="accuracy"), "en")
    assert model_is(replace(result, rows=[row]), row, "en") == ""


def test_every_kind_of_position_is_said_in_one_line():
    kinds = set(get_args(Position)) - {"none"}
    assert {key.removeprefix("kind.") for key in TABLE if key.startswith("kind.")} == kinds
    assert position_is("rotary", "fr").startswith("Requêtes et clés sont tournées")
    assert position_is("<b>", "en") == ""


def test_the_page_says_what_each_model_is(result: LabResult):
    told = models(result, "fr")
    assert told.count('<p class="what">') == len(result.rows)
    assert "Comme <code><bdi>attention</bdi></code>, avec λ fois l’entropie" in told
    assert "sans changement par --set" in told
    strangers = replace(result, rows=[replace(row, model=f"mine {row.model}") for row in result.rows])
    assert 'class="what"' not in models(strangers, "en")
    assert "--set" not in models(strangers, "en")
    assert models(replace(result, rows=[]), "en") == ""


def test_parts_of_the_corpora_have_french_names():
    known = {key.removeprefix("slice.") for key in TABLE if key.startswith("slice.")}
    assert known == {*reviews.phenomena(), *phrases.phenomena(), *IMDB, *preferences.KINDS, *shortcuts(), "unseen"}
    for name in known:
        assert part_name(name, "en") == named(name)
    assert part_name("negation-scope", "fr") == "portée de la négation"
    assert part_name("my-own_part", "fr") == "my own part"


@pytest.mark.parametrize(
    ("name", "said"), [("5-9 words", "5–9 mots"), ("40+ words", "40+ mots"), ("9 words", "9 words")]
)
def test_lengths_are_in_the_readers_language(name: str, said: str):
    assert part_name(name, "fr") == said


@pytest.mark.parametrize(
    ("readout", "said"),
    [
        ("mean", "moyenne"),
        ("mean, one step later", "moyenne, un pas plus tard"),
        ("decoder.layers.1.cross.3, one step later", "decoder.layers.1.cross.3, un pas plus tard"),
        ("mean, one step later, agreed, from 30%", "moyenne, un pas plus tard, avec accord, à partir de 30\u00a0%"),
        ("", ""),
    ],
)
def test_read_outs_are_in_the_readers_language(readout: str, said: str):
    assert readout_name(readout, "fr") == said
    assert readout_name(readout, "en") == readout.replace("30%", "30\u00a0% on")
