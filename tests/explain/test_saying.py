"""Models that say words, tiny and random: the same laws as for labels."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import torch
from torch import nn

from regard.errors import Mistake
from regard.explain.methods import METHODS
from regard.explain.question import Question
from regard.explain.saying import Said, Sorted, Word
from regard.explain.target import Target
from regard.models.albert import Albert
from regard.models.bahdanau import Bahdanau
from regard.models.bart import Bart
from regard.models.bert import Bert
from regard.models.bloom import Bloom
from regard.models.gpt import GPT
from regard.models.llama import Llama
from regard.models.luong import Luong
from regard.models.reader import Reader
from regard.models.seq2seq_rnn import FixedVector
from regard.models.translator import Translator

from .same_answer import graph_is_the_answer

WORDS, LENGTH = 23, 7
SMALL = {"width": 8, "layers": 2, "heads": 2, "hidden": 11}
PAIR = {"begin": 1, "end": 2, "width": 6}
READ = {
    "gpt": lambda: GPT(WORDS, end=2, longest=64, **SMALL),
    "bloom": lambda: Bloom(WORDS, end=2, **{k: v for k, v in SMALL.items() if k != "hidden"}),
    "llama": lambda: Llama(WORDS, end=2, groups=1, longest=64, **SMALL),
    "bert": lambda: Bert(WORDS, longest=64, **SMALL),
    "albert": lambda: Albert(WORDS, size=5, longest=64, inner=2, **SMALL),
    "reader": lambda: Reader(WORDS, longest=64, **SMALL),
    "bert-classes": lambda: Bert(WORDS, longest=64, purpose="classes", classes=3, **SMALL),
}
SAID = {
    "rnn": lambda: FixedVector(WORDS, WORDS, states=4, **PAIR),
    "bahdanau": lambda: Bahdanau(WORDS, WORDS, states=4, **PAIR),
    "luong": lambda: Luong(WORDS, WORDS, states=4, **PAIR),
    "transformer": lambda: Translator(WORDS, WORDS, begin=1, end=2, longest=64, **SMALL),
    "bart": lambda: Bart(WORDS, begin=1, end=2, longest=64, **SMALL),
}
EVERY = [*READ, *SAID]
FOR_READERS = ("rollout", "attention-gradient", "value-zeroing")


@cache
def model(name: str) -> nn.Module:
    torch.manual_seed(3)
    made = (READ | SAID)[name]().double().eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.normal_(std=0.4)
    return made


@cache
def question(name: str) -> Question:
    """The second word has two tokens; the last token is one that stays."""
    ids = np.random.default_rng(1).integers(4, WORDS, LENGTH).tolist()
    asked, target, fixed = Word(model(name)) if name in READ else None, Target(9, "w", place=LENGTH - 1), {0}
    if name in ("bert", "albert", "reader"):
        target, fixed = Target(9, "w", place=4), {0, 4}
    if name == "bert-classes":
        asked, target = Sorted(model(name)), Target(1, "b")
    if name in SAID:
        asked, target, fixed = Said(model(name), (1, 5), ((6, 7), (8,))), Target(0, "w", 1, "v"), {LENGTH - 1}
    return Question(
        asked=asked,
        text=" ".join("abcdefg"),
        ids=ids,
        spans=[(2 * i, 2 * i + 1) for i in range(LENGTH)],
        groups=[[0], [1, 2], *([i] for i in range(3, LENGTH))],
        target=target,
        hole=3,
        fixed=frozenset(fixed),
        nothing=[3],
    )


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", EVERY)
def test_a_finite_score_for_each_token(name, method):
    asked = question(name)
    before = asked.logits([asked.ids])
    if (name in SAID and method in FOR_READERS) or (name == "rnn" and method.startswith("attention")):
        with pytest.raises(Mistake, match="gradient-input, leave-one-out and occlusion work"):
            METHODS[method](asked)
        return
    scores = METHODS[method](asked)
    assert scores.shape == (LENGTH,)
    assert np.isfinite(scores).all()
    assert torch.equal(asked.logits([asked.ids]), before)
    if method in ("occlusion", "leave-one-out", "random", "uniform"):
        assert not scores[list(asked.fixed)].any()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", EVERY)
def test_texts_together_are_each_text_alone(name, method):
    """Also where each is asked about a place of its own, or after other words."""
    asked = question(name)
    place = None if asked.target.place is None else 2
    shorter = replace(
        asked, ids=asked.ids[:4], spans=asked.spans[:4], groups=asked.groups[:3], fixed=frozenset({0}),
        target=replace(asked.target, choice=1, against=None, place=place),
    )  # fmt: skip
    other = replace(asked, asked=Said(model(name), (1,), ((6, 7), (8,)))) if name in SAID else asked
    several = [shorter, asked, other]
    try:
        alone = [METHODS[method](one) for one in several]
    except Mistake:
        with pytest.raises(Mistake):
            METHODS[method].together(several)
        return
    for one, single in zip(METHODS[method].together(several), alone, strict=True):
        assert one == pytest.approx(single, abs=1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_leaving_out_is_reading_the_rest(name):
    asked = question(name)
    found = METHODS["leave-one-out"](asked)
    for number in asked.words:
        group = asked.groups[number]
        rest = [token for place, token in enumerate(asked.ids) if place not in group]
        place = (asked.target.place or 0) - sum(one <= (asked.target.place or 0) for one in group)
        left = float(asked.scores([rest], [max(0, place)])[0])
        assert found[group].sum() == pytest.approx(asked.score - left, abs=1e-9)


@pytest.mark.parametrize("name", EVERY)
def test_the_graph_is_the_answer(name):
    asked = question(name)
    graph_is_the_answer(asked)
    assert "read_source" not in vars(getattr(asked.model, "words", asked.model))


def test_a_word_of_several_tokens_is_as_probable_as_all_of_them():
    asked = question("transformer")
    logs = asked.logits([asked.ids])[0]
    steps = [Said(asked.model, (1, 5), ((6,),)), Said(asked.model, (1, 5, 6), ((7,),))]
    each = [float(replace(asked, asked=step).logits([asked.ids])[0, 0]) for step in steps]
    assert float(logs[0]) == pytest.approx(sum(each), abs=1e-9)
    assert float(logs.exp().sum()) == pytest.approx(1.0)
