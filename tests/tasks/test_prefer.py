"""Preferences: the losses by hand, which words count, and that the reference stays as it is."""

import math

import numpy as np
import torch
from torch import nn

from regard.data.preferred import PreferredTexts, answered
from regard.models.gpt import GPT
from regard.tasks.prefer import DirectPreference, Reward, bradley_terry, log_probabilities, margins_of

TEXTS = PreferredTexts(prompts=[[1, 5, 6], [1, 7]], chosen=[[3, 2], [4, 4, 2]], rejected=[[8, 2], [9, 2]], longest=12)
EVERY = np.arange(2)


def gpt(seed: int) -> GPT:
    torch.manual_seed(seed)
    model = GPT(11, end=2, width=8, layers=1, heads=2, longest=12).double()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.5 * torch.randn_like(parameter))
    return model.eval()


def by_hand(model: GPT, prompt: list[int], answer: list[int]) -> float:
    """Σ log p of the answer's words, one after the other."""
    row = [*prompt, *answer]
    logs = model(torch.tensor([row]))[0].detach().log_softmax(-1)
    return sum(float(logs[len(prompt) + i - 1, word]) for i, word in enumerate(answer))


class Table(nn.Module):
    """A language model of three words whose log-probabilities are written down, whatever was read."""

    def __init__(self, *shares: float) -> None:
        super().__init__()
        self.logits = nn.Parameter(torch.tensor(shares, dtype=torch.float64).log())

    @property
    def head(self) -> "Table":
        return self

    def vectors(self, tokens, rows):
        return torch.zeros(len(tokens), 1, dtype=torch.float64)

    def say(self, x):
        return self.logits.expand(len(x), -1)


def test_the_loss_is_equation_seven_by_hand():
    pair = PreferredTexts(prompts=[[0]], chosen=[[1]], rejected=[[2, 2]], longest=9)
    task = DirectPreference(validation=pair, reference=Table(0.5, 0.25, 0.25), beta=0.5)
    model = Table(0.25, 0.5, 0.25)
    # log π(y_w)/π_ref(y_w) = log (1/2)/(1/4) = log 2; log π(y_l)/π_ref(y_l) = log (1/16)/(1/16) = 0.
    worth = 0.5 * math.log(2)
    loss = task.loss(model, pair.batch(np.array([0]))).detach()
    assert math.isclose(float(loss), math.log(1 + math.exp(-worth)), rel_tol=1e-6)
    assert math.isclose(float(loss), 0.5348, abs_tol=1e-4)


def test_imitation_keeps_the_chosen_answers_probable():
    pair = PreferredTexts(prompts=[[0]], chosen=[[1, 1]], rejected=[[2]], longest=9)
    model, reference, batch = Table(0.25, 0.5, 0.25), Table(0.5, 0.25, 0.25), pair.batch(np.array([0]))
    plain, more = (
        DirectPreference(validation=pair, reference=reference, beta=0.5, imitation=alpha).loss(model, batch).detach()
        for alpha in (0.0, 0.3)
    )
    assert math.isclose(float(more - plain), 0.3 * math.log(2), rel_tol=1e-6), "a word of the chosen costs log 2"


def test_log_probabilities_are_of_the_answers_words_alone():
    model, batch = gpt(0), TEXTS.batch(EVERY)
    found = log_probabilities(model, batch).tolist()
    pairs = [*zip(TEXTS.prompts, TEXTS.chosen, strict=True), *zip(TEXTS.prompts, TEXTS.rejected, strict=True)]
    assert np.allclose(found, [by_hand(model, *pair) for pair in pairs], atol=1e-5)


def test_of_a_long_prompt_the_end_is_read():
    batch = answered([[1, 5, 6, 7]], [[3, 2]], longest=4)
    assert batch.texts.tokens.tolist() == [6, 7, 3, 2]
    assert batch.prompts.tolist() == [2]


def test_at_its_beginning_the_loss_is_that_of_a_guess_and_a_step_prefers_what_was_chosen():
    model, reference = gpt(0), gpt(0).requires_grad_(False)
    before = {name: weight.clone() for name, weight in reference.state_dict().items()}
    task, batch = DirectPreference(validation=TEXTS, reference=reference, beta=0.3), TEXTS.batch(EVERY)
    first = log_probabilities(model, batch).detach()
    loss = task.loss(model, batch)
    assert math.isclose(float(loss.detach()), math.log(2), rel_tol=1e-5)
    loss.backward()
    assert all(weight.grad is None for weight in reference.parameters()), "the reference has no gradient"
    with torch.no_grad():
        for weight in model.parameters():
            weight -= 1e-2 * (0 if weight.grad is None else weight.grad)
    (chosen, rejected), loss = (log_probabilities(model, batch) - first).view(2, 2), task.loss(model, batch)
    assert bool((chosen > rejected).all())
    assert float(loss.detach()) < math.log(2)
    assert all(torch.equal(weight, before[name]) for name, weight in reference.state_dict().items())


def test_margins_are_those_of_every_pair_in_order():
    task = DirectPreference(validation=TEXTS, reference=gpt(1), beta=0.3)
    model = gpt(0)
    found = margins_of(task, model, TEXTS)
    for place, margin in enumerate(found.tolist()):
        prompt, chosen, rejected = (part[place] for part in (TEXTS.prompts, TEXTS.chosen, TEXTS.rejected))
        gained = [
            by_hand(model, prompt, answer) - by_hand(task.reference, prompt, answer) for answer in (chosen, rejected)
        ]
        assert math.isclose(margin, 0.3 * (gained[0] - gained[1]), abs_tol=1e-5)
    figures = task.measure(model)
    assert figures["score"] == float((found > 0).mean())
    assert math.isclose(figures["loss"], float(bradley_terry(torch.from_numpy(found))), rel_tol=1e-9)


class Length(nn.Module):
    """A judge to whom a text is worth its length."""

    def __init__(self) -> None:
        super().__init__()
        self.classify, self.drop = nn.Linear(1, 1, bias=False), nn.Identity()
        nn.init.ones_(self.classify.weight)

    def text(self, tokens, rows):
        return rows.lengths[:, None].float()


def test_a_reward_is_bradley_and_terrys():
    loss = Reward(validation=TEXTS).loss(Length(), TEXTS.batch(EVERY)).detach()
    assert math.isclose(float(loss), (math.log(2) + math.log(1 + math.exp(-1))) / 2, rel_tol=1e-6)
