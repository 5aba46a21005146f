"""The texts that a report shows, and how often a model must read them."""

from itertools import pairwise

import pytest
import torch
from torch import nn

from regard.data.examples import Labelled
from regard.explain.maps.attention import raw
from regard.layers.vectors import WordVectors
from regard.models import CLASSIFIERS
from regard.runs.labs.reading import SHORT, SHOWN, chosen, read_by_all
from regard.text.words import learn_words

from .small import corpus, trained

TEXT = "I did not like it, I loved it"
TOKENIZER = learn_words([TEXT], size=30)


def made(kind: str) -> nn.Module:
    torch.manual_seed(0)
    more = {"cell": "lstm", "states": 3} if "state" in kind else {}
    return CLASSIFIERS[kind](WordVectors(TOKENIZER.size, 4), 2, **more).eval()


@pytest.mark.parametrize(
    ("kind", "layer", "maps"),
    [
        ("attention", "", 1),
        ("state-attention", "", 1),
        ("final-state", "", 0),
        ("final-state", "*", 0),
        ("attention", "decoder", 0),
    ],
)
def test_a_text_is_read_once_whether_or_not_there_is_attention(kind, layer, maps):
    model, calls = made(kind), []
    model.register_forward_hook(lambda *passed: calls.append(passed))
    said = raw(model, TOKENIZER, ("bad", "good"), TEXT, only=layer)
    assert len(calls) == 1
    assert len(said.maps) == maps
    assert said.label == said.target
    assert said.label in ("bad", "good")
    assert [TEXT[a:b] for a, b in said.spans] == ["I", "did", "not", "like", "it", ",", "I", "loved", "it"]


def test_the_texts_shown_are_short_of_different_slices_and_labels_in_turn():
    examples = [
        Labelled(f"text {n} " + "long " * (200 if n % 5 == 0 else 3), n % 3 % 2, slices=(f"slice {n % 4}",))
        for n in range(60)
    ]
    shown = chosen(examples)
    assert len(shown) == SHOWN == len({example.text for example in shown})
    assert all(len(example.text.split()) <= SHORT for example in shown)
    assert {example.slices for example in shown} == {(f"slice {n}",) for n in range(4)}
    assert all(one.label != other.label for one, other in pairwise(shown))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_few_texts_are_all_that_is_shown(count):
    assert len(chosen([Labelled(f"text {n}", n % 2) for n in range(count)])) == count
    assert chosen([Labelled("long " * 200, 0)]) == []


@pytest.mark.parametrize("order", [("mean", "self-cls"), ("self-cls", "mean")])
def test_deciding_words_stand_where_they_are_whichever_model_comes_first(tmp_path, order):
    folders = {name: trained(tmp_path / name, name, "vectors.width=8").folder for name in order}
    for text in read_by_all(corpus(), folders):
        words = [text.readings[0].words[place].lower() for place in text.rationale]
        example = next(one for one in corpus().test if one.text == text.text)
        start, end = example.rationale[0]
        assert words
        assert example.text[start:end].lower().startswith(words[0])
