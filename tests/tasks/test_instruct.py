"""Answers to prompts: which words are asked for, shown by gradient, and the loss by hand."""

import math

import numpy as np
import torch

from regard.data.instructed import InstructedTexts
from regard.data.preferred import AnsweredRows
from regard.tasks.instruct import Instruct, answer_words

from .test_prefer import by_hand, gpt

TEXTS = InstructedTexts(prompts=[[1, 5, 6], [1, 7]], answers=[[3, 2], [4, 4, 2]], longest=12)
EVERY = np.arange(2)


def test_the_loss_is_the_mean_over_the_words_of_the_answers():
    model = gpt(0)
    said = [by_hand(model, *row) for row in zip(TEXTS.prompts, TEXTS.answers, strict=True)]
    loss = float(Instruct(validation=TEXTS).loss(model, TEXTS.batch(EVERY)).detach())
    assert math.isclose(loss, -sum(said) / 5, rel_tol=1e-5)
    found = answer_words(model, TEXTS)
    assert found.counts.tolist() == [2, 3]
    assert np.allclose(found.losses, [-one for one in said], atol=1e-4)
    assert math.isclose(Instruct(validation=TEXTS).measure(model)["loss"], loss, rel_tol=1e-5)


def test_the_words_of_a_prompt_are_read_and_never_asked_for():
    model = gpt(0)
    read = model.read(torch.tensor([1, 5, 6, 3, 1, 7, 4, 4]), torch.tensor([0, 1, 2, 3, 0, 1, 2, 3]))
    read = read.detach().requires_grad_(True)
    model.read = lambda tokens, places: read
    batch = TEXTS.batch(EVERY)
    x = model.vectors(batch.lesson.tokens, batch.lesson.rows)
    x.retain_grad()
    model.vectors = lambda tokens, rows: x
    Instruct(validation=TEXTS).loss(model, batch).backward()
    pushed = x.grad.abs().sum(-1) > 0
    assert pushed.tolist() == [False, False, True, True, False, True, True, True], "what says the words of answers"
    assert bool((read.grad.abs().sum(-1) > 0).all()), "prompts are read"


def test_every_row_is_learned_from_once_and_a_long_prompt_loses_its_beginning():
    rows = AnsweredRows(texts=TEXTS, batch=1, seed=0)
    assert rows.steps() == 2
    batches = [batch for batch, _ in rows.epoch(0, 0)]
    assert sorted(batch.texts.tokens.tolist() for batch in batches) == [[1, 5, 6, 3, 2], [1, 7, 4, 4, 2]]
    assert sum(tokens for _, tokens in rows.epoch(1, 0)) == 10
    short = InstructedTexts(prompts=TEXTS.prompts, answers=TEXTS.answers, longest=4)
    assert short.batch(EVERY).texts.tokens.tolist() == [5, 6, 3, 2, 7, 4, 4, 2]
