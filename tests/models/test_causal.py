"""Models of the next word: what holds for all of them."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch.testing import assert_close

from regard.attention.core import normalise
from regard.attention.padded import side_by_side, without_padding
from regard.attention.ragged import Ragged
from regard.attention.watch import watching
from regard.decoding import beam_search, greedy, sample
from regard.errors import Mistake
from regard.models.bloom import Bloom
from regard.models.gpt import GPT
from regard.models.llama import Llama
from regard.roles import Decodable, Language

WORDS, END, LONGEST = 11, 7, 23
MODELS = {
    "gpt": lambda: GPT(WORDS, end=END, width=12, layers=2, heads=3, hidden=5, longest=LONGEST),
    "bloom": lambda: Bloom(WORDS, end=END, width=12, layers=2, heads=3),
    "llama": lambda: Llama(WORDS, end=END, width=12, layers=2, heads=6, groups=3, hidden=5, longest=LONGEST),
}
PROMPTS = side_by_side([[1, 2, 3], [4], [9, 8, 5, 6]])
IDS = torch.tensor([[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]])


@pytest.fixture(params=MODELS)
def model(request):
    """In float64, all of its parameters random."""
    torch.manual_seed(3)
    made = MODELS[request.param]().double().eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.normal_(std=0.5)
    return made


def test_it_has_its_roles(model):
    assert isinstance(model, Language)
    assert isinstance(model, Decodable)


def test_the_future_is_hidden_and_the_present_is_not(model):
    x = model.words.weight.detach()[IDS].requires_grad_()
    model.read = lambda tokens, places: x.flatten(0, 1)
    logits = model(IDS)
    for place in range(IDS.shape[1]):
        (seen,) = torch.autograd.grad(logits[:, place].pow(2).sum(), x, retain_graph=True)
        assert (seen[:, : place + 1].abs().sum(-1) > 0).all()
        assert not seen[:, place + 1 :].any()


def test_what_is_masked_cannot_matter(model):
    real = torch.tensor([[True, True, False, True, True, False], [False, True, True, True, False, False]])
    other = IDS.masked_fill(~real, 9)
    assert torch.equal(model(IDS, real), model(other, real))
    for row in range(2):
        assert_close(model(IDS, real)[row][real[row]], model(IDS[row][real[row]][None])[0], rtol=0, atol=1e-12)


def test_texts_end_to_end_do_not_see_each_other(model):
    tokens, rows = torch.tensor([1, 2, 3, 4, 5]), Ragged(torch.tensor([2, 3]))
    x = model.vectors(tokens, rows)
    assert_close(x[2:], model.vectors(tokens[2:], Ragged(torch.tensor([3]))), rtol=0, atol=1e-12)


def test_places_matter(model):
    """The last word, after the same words in another order."""
    one, other = model(torch.tensor([[1, 2, 3, 4]])), model(torch.tensor([[2, 1, 3, 4]]))
    assert not torch.allclose(one[0, -1], other[0, -1])


def test_every_parameter_learns(model):
    tokens, rows = without_padding(IDS, None)
    model.head.loss(model.vectors(tokens, rows), tokens.roll(-1), 0.1).backward()
    dead = [name for name, parameter in model.named_parameters() if parameter.grad is None or not parameter.grad.any()]
    assert [name for name in dead if not name.endswith("key.bias")] == []


def test_the_loss_is_that_of_the_logits(model):
    tokens, rows = without_padding(IDS, None)
    expected = F.cross_entropy(model(IDS).flatten(0, 1), tokens.roll(-1))
    assert_close(model.head.loss(model.vectors(tokens, rows), tokens.roll(-1)), expected)


def test_looking_changes_nothing_and_shows_what_is_used(model):
    with watching(model) as watch:
        watched = model(IDS)
    assert torch.equal(watched, model(IDS))
    for (weights,) in watch.maps.values():
        assert_close(weights.sum(-1), torch.ones(weights.shape[:-1], dtype=torch.float64))
        assert not weights.triu(1).any()
    with watching(model, edit=lambda _, weights: weights):
        assert_close(model(IDS), watched, rtol=0, atol=1e-12)


def test_nobody_looking_takes_the_fast_way(model, monkeypatch):
    def refuse(*_args, **_settings):
        raise AssertionError("weights were written out")

    monkeypatch.setattr("regard.attention.core.normalise", refuse)
    model(IDS)
    greedy(model, PROMPTS, longest=3)
    assert normalise is not refuse


@torch.no_grad()
def test_what_is_generated_is_as_probable_as_it_says(model):
    for search in (greedy, sample, lambda *given, **limits: [best[0] for best in beam_search(*given, **limits)]):
        outputs = search(model, PROMPTS, longest=5)
        for output, text in zip(outputs, [[1, 2, 3], [4], [9, 8, 5, 6]], strict=True):
            said = [*output.tokens, END]
            log_p = model(torch.tensor([text + said]))[0, len(text) - 1 : -1].log_softmax(-1)
            expected = float(log_p[torch.arange(len(said)), torch.tensor(said)].sum())
            assert math.isclose(output.log_probability, expected, rel_tol=1e-9)


def test_a_seed_is_a_sample(model):
    def drawn(seed):
        return sample(model, PROMPTS, longest=6, generator=torch.Generator().manual_seed(seed))

    assert drawn(0) == drawn(0)
    assert any(drawn(0) != drawn(seed) for seed in range(1, 5))


def test_a_state_can_be_continued_twice(model):
    state = model.start(PROMPTS)
    first, _ = model.step(torch.zeros(3, dtype=torch.long), state)
    kept = first.clone()
    first.fill_(0)
    second, _ = model.step(torch.zeros(3, dtype=torch.long), state)
    assert torch.equal(second, kept)


def test_an_empty_prompt_is_a_mistake(model):
    with pytest.raises(Mistake, match="a prompt is empty; give at least one token"):
        greedy(model, side_by_side([[1], []]), longest=3)


def test_a_prompt_and_its_output_share_the_places(model):
    if model.longest is None:
        assert len(greedy(model, PROMPTS, shortest=40, longest=40)[0].tokens) == 40
        return
    fitting = greedy(model, PROMPTS, shortest=LONGEST - 4, longest=LONGEST - 4)
    assert [len(output.tokens) for output in fitting] == [LONGEST - 4] * 3
    with pytest.raises(Mistake, match="outputs of 20 tokens are asked for, and this model has positions for 19 after"):
        greedy(model, PROMPTS, longest=LONGEST - 3)
    assert len(greedy(model, side_by_side([[1] * 20]))[0].tokens) <= 3


def test_a_text_longer_than_its_places_is_a_mistake():
    with pytest.raises(Mistake, match=r"a text takes 24 places .* positions for 23"):
        MODELS["gpt"]()(torch.zeros(1, 24, dtype=torch.long))
