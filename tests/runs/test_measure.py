"""Accuracy on a part and on its slices, and where the attention falls, against the same by hand."""

import numpy as np
import pytest
import torch
from torch import nn

from regard.attention.watch import watching
from regard.data.batch import collate
from regard.data.examples import Labelled
from regard.layers.vectors import WordVectors
from regard.models import CLASSIFIERS
from regard.runs.labels.build import encode
from regard.runs.labels.measure import measure, on_rationale, touching
from regard.text.words import learn_words

EXAMPLES = [
    Labelled("the film is good", 1, slices=("plain", "short"), rationale=((12, 16),)),
    Labelled("the film is bad and long and loud", 0, slices=("plain",), rationale=((12, 15), (20, 24))),
    Labelled("not good", 0, slices=("negation", "short"), rationale=((0, 8),)),
    Labelled("no opinion at all in this one", 1, slices=("negation",)),
]
TOKENIZER = learn_words([example.text for example in EXAMPLES], size=50)


def made(kind: str) -> nn.Module:
    torch.manual_seed(1)
    more = {"cell": "gru", "states": 3} if kind == "final-state" else {}
    model = CLASSIFIERS[kind](WordVectors(TOKENIZER.size, 4), 2, **more)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_()
    return model.eval()


def alone(model: nn.Module, example: Labelled):
    """The verdict on one example by itself, and the weights of its tokens."""
    ids = np.array(TOKENIZER.encode(example.text).ids)
    with torch.no_grad(), watching(model) as watch:
        logits = model(collate(ids, np.array([len(ids)])))
    return int(logits.argmax()), watch.maps["pool"][-1][0, 0, 0].tolist()


@pytest.mark.parametrize("kind", ["mean", "attention", "text-query-value"])
def test_figures_are_those_of_the_examples_one_by_one(kind):
    model = made(kind)
    found = measure(model, encode(TOKENIZER, EXAMPLES, 0), EXAMPLES, TOKENIZER, 0)
    verdicts = [alone(model, example) for example in EXAMPLES]
    right = [verdict == example.label for (verdict, _), example in zip(verdicts, EXAMPLES, strict=True)]
    assert found.right.tolist() == right
    assert (found.n, found.value) == (4, np.mean(right))
    assert found.interval[0] <= found.value <= found.interval[1]
    members = {"negation": [2, 3], "plain": [0, 1], "short": [0, 2]}
    assert found.slices == {name: np.mean([right[i] for i in rows]) for name, rows in members.items()}
    assert found.sizes == {"negation": 2, "plain": 2, "short": 2}
    gold = {0: [3], 1: [3, 5], 2: [0, 1]}
    shares = [sum(verdicts[i][1][place] for place in places) for i, places in gold.items()]
    assert found.rationale == pytest.approx(np.mean(shares), abs=1e-6)
    assert found.rationale_uniform == pytest.approx(np.mean([1 / 4, 2 / 8, 2 / 2]))
    entropies = [-sum(p * np.log(p) for p in weights) / np.log(len(weights)) for _, weights in verdicts]
    assert found.entropy == pytest.approx(np.mean(entropies), abs=1e-5)
    if kind == "mean":
        assert found.rationale == pytest.approx(found.rationale_uniform)


def test_a_model_without_attention_has_no_entropy():
    found = measure(made("final-state"), encode(TOKENIZER, EXAMPLES, 0), EXAMPLES, TOKENIZER, 0)
    assert (found.entropy, found.rationale, found.rationale_uniform) == (None, None, None)


def test_without_known_rationales_there_is_no_share():
    plain = [Labelled(example.text, example.label) for example in EXAMPLES]
    found = measure(made("attention"), encode(TOKENIZER, plain, 0), plain, TOKENIZER, 0)
    assert (found.rationale, found.rationale_uniform, found.slices) == (None, None, {})
    assert found.entropy is not None


def test_places_of_a_rationale_count_what_is_read():
    assert on_rationale(EXAMPLES[1], TOKENIZER, 0).tolist() == [3, 5]
    assert on_rationale(EXAMPLES[1], TOKENIZER, 6).tolist() == [3], "the first two and the last four are read"
    assert on_rationale(EXAMPLES[1], TOKENIZER, 3).tolist() == []
    assert on_rationale(EXAMPLES[3], TOKENIZER, 0).tolist() == []


@pytest.mark.parametrize(
    ("spans", "rationale", "places"),
    [
        ([(0, 2), (3, 5), (6, 9)], [(3, 5)], [1]),
        ([(0, 2), (2, 4)], [(2, 3)], [1]),
        ([(0, 5), (6, 9)], [(4, 7)], [0, 1]),
        ([(0, 5)], [(5, 9)], []),
        ([(0, 5)], [], []),
    ],
)
def test_a_span_touches_a_rationale_when_they_share_a_character(spans, rationale, places):
    assert touching(spans, rationale) == places
