"""The lab `translation` on a few pairs: what it finds, by length, by beam, against known alignments."""

from dataclasses import replace

import numpy as np
import pytest

from regard.errors import Mistake
from regard.results import LabResult
from regard.runs.labs import CORPUS_OF, LABS
from regard.runs.labs import translation as lab
from regard.runs.labs.aligning import worth_seeing
from regard.runs.labs.beams import BEAMS
from regard.runs.labs.crew import cut_of
from regard.runs.labs.request import Request, lab_named
from regard.runs.labs.translation import MODELS, translation
from regard.runs.recipe import names, recipe

from .small_pairs import QUICK, pairs

CHOSEN = ("rnn", "bahdanau", "luong-dot")


def asked(out, **more) -> Request:
    settings = {"seeds": 1, "models": CHOSEN, "changes": (*QUICK, "model.states=6"), "show": lambda name, event: None}
    return Request(**({"corpus": "probe-phrases", "out": out} | settings | more))


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> LabResult:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lab, "open_pairs", lambda name, source, target: pairs())
        return translation(asked(tmp_path_factory.mktemp("lab")))


def test_the_lab_is_listed_and_every_model_has_a_recipe():
    assert set(MODELS) == set(names("translate"))
    assert lab_named("translation") is translation
    assert CORPUS_OF.keys() == LABS.keys()


def test_a_row_for_each_model_in_bleu(found):
    assert [row.model for row in found.rows] == list(CHOSEN)
    for row in found.rows:
        assert row.metric == "bleu"
        assert 0 <= row.interval[0] <= row.value <= row.interval[1] <= 100
        assert set(row.measures) == {"bleu_tokenised", "chrf", "exact_match"}
    assert [(c.model, c.baseline) for c in found.comparisons] == [("bahdanau", "rnn"), ("luong-dot", "rnn")]


def test_every_sentence_has_its_length(found):
    lengths = found.translation.lengths
    for model in CHOSEN:
        assert sum(point.n for point in lengths if point.model == model) == len(pairs().test)


def test_every_beam_is_tried(found):
    assert [(point.model, point.beam) for point in found.translation.beams] == [(m, b) for m in CHOSEN for b in BEAMS]
    assert all(point.seconds > 0 for point in found.translation.beams)


def test_only_models_with_attention_align(found):
    known = {one.model: one for one in found.translation.alignments}
    assert set(known) == {"bahdanau", "luong-dot"}
    for one in known.values():
        assert one.n == len(pairs().test)
        for rate in (one.raw, one.shifted, one.best, one.diagonal, one.random):
            assert 0 <= rate <= 1
        assert one.readout


def test_sentences_are_aligned_under_beam(found):
    sentences = found.translation.sentences
    assert [one.model for one in sentences[:3]] == list(CHOSEN)
    assert sentences[0].source[:2] == ["The", "agreement"]
    assert not any(one.weights for one in sentences if one.model == "rnn"), "it has no attention"
    for one in (one for one in sentences if one.model != "rnn"):
        weights = np.reshape(one.weights, (-1, len(one.source)))
        assert weights.shape == (len(one.target), len(one.source))
        assert (weights >= 0).all()
        assert (weights.sum(1) <= 1 + 1e-6).all()


def test_the_sentence_of_the_course_is_looked_at_in_its_own_corpus_alone():
    assert "1992" in worth_seeing(pairs())[0].source
    others = worth_seeing(replace(pairs(), name="captions.tsv"))
    assert others == worth_seeing(pairs())[1:]
    assert [pair.source for pair in worth_seeing(pairs(), ["This one ."])] == ["This one ."]


@pytest.mark.parametrize("models", [("rnn", "transformer"), ("transformer", "rnn")])
def test_each_model_learns_from_all_pairs_that_it_can_read(tmp_path, monkeypatch, models):
    class Stop(Exception):
        pass

    def short_of_places(name, **how):
        short = ["model.position=sinusoidal", "model.longest=24"] if name == "transformer" else []
        return recipe(name, **how | {"changes": [*how["changes"], *short]})

    def look(ladder, seeds, data, out, **how):
        assert {name: len(data[cut_of(made)].train) for name, made in ladder.items()} == {"rnn": 16, "transformer": 12}
        raise Stop

    monkeypatch.setattr(lab, "recipe", short_of_places)
    monkeypatch.setattr(lab, "open_pairs", lambda name, source, target: pairs())
    monkeypatch.setattr(lab, "climb", look)
    with pytest.raises(Stop):
        translation(asked(tmp_path, models=models, changes=QUICK))


def test_what_cannot_be_asked_is_said(tmp_path):
    with pytest.raises(Mistake, match=r"model of the lab translation .*mean"):
        translation(asked(tmp_path, models=("mean",)))
    with pytest.raises(Mistake, match=r"model rnn .*'heads'"):
        translation(asked(tmp_path, changes=("model.heads=2",)))
    with pytest.raises(Mistake, match="probe-reviews"):
        translation(asked(tmp_path, corpus="probe-reviews"))
