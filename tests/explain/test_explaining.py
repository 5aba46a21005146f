"""The one way from a run and a text to an explanation: what it says, and what it refuses."""

import copy
import json
from dataclasses import replace

import pytest
import torch

from regard.cli.explain import Method
from regard.errors import Mistake
from regard.explain import question
from regard.explain.methods import METHODS
from regard.explain.question import Question
from regard.runs.explaining import explain
from regard.runs.questions import question_of

from .small import trained

TEXT = "I did not like the plot ."


@pytest.fixture
def run():
    return trained("attention", "vectors.width=7")


def test_the_command_line_knows_every_method():
    assert [one.value for one in Method] == list(METHODS)


@pytest.mark.parametrize("method", [name for name in METHODS if name != "rollout"])
def test_every_method_comes_with_its_figures(run, method):
    told = explain(run, TEXT, method=method)
    assert told.method == method
    assert told.maps[0].columns == TEXT.split()
    assert (told.signed, told.caution) == (METHODS[method].signed, METHODS[method].caution)
    assert {"left-out", "hole"} <= set(told.faithfulness)
    assert told.faithfulness["left-out"]["leave-one-out"] is not None
    if not told.signed:
        assert sum(told.maps[0].weights[0]) == pytest.approx(1.0, abs=1e-6)
    json.dumps(told.as_json(), allow_nan=False)


def test_a_target_and_what_it_is_held_against(run):
    yes, no = (explain(run, TEXT, method="leave-one-out", target=label).maps[0].weights[0] for label in run.classes)
    assert yes == pytest.approx([-score for score in no], abs=1e-6)
    told = explain(run, TEXT, method="occlusion", target="positive", against="negative")
    assert told.target == "positive − negative"
    asked = question_of(run, TEXT, target="positive", against="negative")
    logits = asked.logits([asked.ids])[0]
    assert asked.score == pytest.approx(float(logits[1] - logits[0]))
    assert told.label == question_of(run, TEXT).target.name, "the answer stays the model's own"


def test_a_text_is_read_once_and_explained_once(run, monkeypatch):
    read, usual = [], Question.logits
    monkeypatch.setattr(
        Question, "logits", lambda one, variants, *more: read.append(variants) or usual(one, variants, *more)
    )
    asked = question_of(run, TEXT)
    assert asked.score == pytest.approx(float(asked.target.score(usual(asked, [asked.ids]))[0]))
    assert len(read) == 1
    explain(run, TEXT, method="occlusion")
    whole = question_of(run, TEXT).ids
    assert sum(one == [whole] for one in read) == 2 + 1


@pytest.mark.parametrize("method", ["attention", "leave-one-out", "gradient-input"])
def test_a_text_is_cut_into_tokens_once_and_maps_come_with_the_answer(run, method, monkeypatch):
    cut, passes, usual = [], [], type(run.tokenizer).encode
    monkeypatch.setattr(type(run.tokenizer), "encode", lambda one, text: cut.append(text) or usual(one, text))
    handle = run.model.register_forward_hook(lambda *passed: passes.append(passed))
    try:
        explain(run, TEXT, method=method, faithfulness=False)
    finally:
        handle.remove()
    assert cut.count(TEXT) == 1
    assert len(passes) == 1 or method != "attention"


def test_without_figures_nothing_is_read_again(run):
    told = explain(run, TEXT, faithfulness=False)
    assert (told.faithfulness, told.unchecked) == ({}, "")


@pytest.mark.parametrize(
    ("text", "options", "why"),
    [
        (TEXT, {}, ""),
        (TEXT, {"layer": "pool"}, ""),
        (TEXT, {"layer": "*"}, "several"),
        ("dull film " * 1001, {}, "long"),
        ("dull film " * 1001, {"method": "gradient-input"}, "long"),
        ("dull film " * 1001, {"faithfulness": False}, ""),
    ],
)
def test_why_there_are_no_figures_is_told(run, text, options, why):
    run = trained("text-query", "vectors.width=7") if "dull" in text else run
    told = explain(run, text, **options)
    assert told.unchecked == why
    assert bool(told.faithfulness) is (not why and options.get("faithfulness", True))


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("", {}, "empty"),
        (" \n ", {}, "empty"),
        (TEXT, {"target": "positiv"}, "did you mean 'positive'"),
        (TEXT, {"against": "good"}, "known: negative, positive"),
        (TEXT, {"method": "rollout"}, "no layers that look at each other"),
        (TEXT, {"method": "occlusion", "layer": "pool"}, "leave out --layer"),
        (TEXT, {"method": "attentoin"}, "did you mean 'attention'"),
        (TEXT, {"layer": "encoder"}, "--layer may be pool"),
        (TEXT, {"head": 3}, "has heads 0 to 0"),
        (TEXT, {"method": "attention-norms", "layer": "p*"}, "name of one attention"),
        (TEXT, {"method": "attention-norms", "layer": "embed"}, "name of one attention"),
        (TEXT, {"target": "positive", "against": "positive"}, "cannot be held against itself"),
    ],
)
def test_what_cannot_be_explained_is_said_in_a_sentence(run, text, options, said):
    with pytest.raises(Mistake, match=said) as found:
        explain(run, text, **options)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode])
@pytest.mark.parametrize("method", ["gradient-input", "integrated-gradients", "attention-gradient", "value-zeroing"])
def test_a_caller_that_wants_no_gradient_gets_the_same_scores(run, method, mode):
    usual = explain(run, TEXT, method=method)
    with mode():
        assert explain(run, TEXT, method=method) == usual


@pytest.mark.parametrize("faithfulness", [True, False])
@pytest.mark.parametrize("method", ["attention", "integrated-gradients", "leave-one-out", "occlusion"])
def test_a_model_that_answers_no_number_is_told_apart(run, method, faithfulness):
    broken = replace(run, model=copy.deepcopy(run.model))
    with torch.no_grad():
        broken.model.classify.bias[0] = float("nan")
    with pytest.raises(Mistake, match="answers NaN"):
        explain(broken, TEXT, method=method, faithfulness=faithfulness)


def test_one_text_at_a_time(run):
    with pytest.raises(Mistake, match="one text is explained at a time, and this is a list"):
        explain(run, [TEXT, TEXT])


def test_one_word_unknown_words_and_many_words(run):
    for text in ("dull", "zzyzx qqqq", "dull film " * 5000):
        told = explain(run, text, method="leave-one-out")
        assert len(told.maps[0].columns) == len(text.split())


def test_what_would_take_for_ever_is_refused(monkeypatch):
    monkeypatch.setattr(question, "MOST", 40)
    with pytest.raises(Mistake, match="7 variants of a text of 7 tokens take too long"):
        explain(trained("lstm", "vectors.width=8"), TEXT, method="leave-one-out")


@pytest.mark.parametrize("name", ["mean", "attention"])
def test_a_text_of_any_length_has_figures_where_words_are_taken_out_by_arithmetic(name):
    run = trained(name, "vectors.width=7")
    told = explain(run, "the dull film was not a delight " * 400, method="gradient-input")
    assert told.unchecked == ""
    assert told.faithfulness["left-out"]["leave-one-out"] is not None
