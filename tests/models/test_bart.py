"""BART and Marian by themselves: what they read cannot matter where it is masked, what comes later cannot be seen."""

import pytest
import torch
from torch.testing import assert_close

from regard import watching
from regard.attention.padded import side_by_side
from regard.data.pairs import PairBatch
from regard.decoding import attended, beam_search, greedy
from regard.errors import Mistake
from regard.models.bart import Bart
from regard.models.marian import Marian

SIZES = {"width": 12, "layers": 2, "decoder_layers": 3, "heads": 3, "decoder_heads": 2, "hidden": 7, "longest": 11}
SOURCE, TARGET = torch.tensor([[0, 5, 6, 7, 2], [0, 9, 2, 1, 1]]), torch.tensor([[2, 0, 8, 9], [2, 0, 3, 4]])
REAL = SOURCE != 1


@pytest.fixture(params=[Bart, Marian])
def model(request):
    torch.manual_seed(0)
    made = request.param(13, begin=2, end=2, dropout=0.3, attention_dropout=0.2, **SIZES).double().eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.normal_(std=0.7)
    return made


@torch.no_grad()
def test_looking_changes_nothing(model):
    alone = model(SOURCE, REAL, TARGET)
    with watching(model) as watch:
        assert_close(model(SOURCE, REAL, TARGET), alone, rtol=0, atol=1e-12)
    assert len(watch.maps) == 2 + 2 * 3
    assert all(torch.allclose(maps.sum(-1)[0], torch.ones(1).double()) for (maps,) in watch.maps.values())


@torch.no_grad()
def test_what_is_masked_cannot_matter(model):
    other, gap = SOURCE.clone(), REAL.clone()
    gap[0, 2] = False
    before = model(SOURCE, gap, TARGET)
    other[~gap] = 11
    assert torch.equal(model(other, gap, TARGET), before)
    assert not torch.allclose(model(other, None, TARGET), before)


def test_no_word_sees_a_later_one(model):
    vectors = model.words.weight[TARGET].detach().requires_grad_()
    state = model.start(side_by_side([[0, 5, 2], [0, 9, 2]]))
    x, _ = model.decoder(vectors, state.memory, state.past)
    (gradient,) = torch.autograd.grad(x[:, 1].sum(), vectors)
    assert gradient[:, :2].abs().amin() > 0
    assert not gradient[:, 2:].any()


def test_every_parameter_is_taught(model):
    pairs = PairBatch(side_by_side([[0, 5, 2], [0, 9, 6, 2]]), side_by_side([[2, 0, 8, 2], [2, 0, 2]]))
    x = model.vectors(pairs)[pairs.wanted_mask]
    loss = model.words.loss(x, pairs.wanted[pairs.wanted_mask])
    loss.backward()
    untaught = {name for name, each in model.named_parameters() if each.grad is None or each.grad.abs().max() < 1e-12}
    assert untaught == {name for name, _ in model.named_parameters() if name.endswith("key.bias")}, (
        "these cannot matter"
    )
    said = model.words.say(x)
    assert_close(loss, torch.nn.functional.cross_entropy(said, pairs.wanted[pairs.wanted_mask]))


def test_dropout_falls_in_training_alone(model):
    assert torch.equal(model(SOURCE, REAL, TARGET), model(SOURCE, REAL, TARGET))
    model.train()
    assert not torch.equal(model(SOURCE, REAL, TARGET), model(SOURCE, REAL, TARGET))


@torch.no_grad()
def test_the_first_word_may_be_fixed(model):
    sources = side_by_side([[0, 5, 6, 2], [0, 9, 2]])
    free = [one.tokens[:1] for one in greedy(model, sources, shortest=1, longest=5)]
    assert free != [(7,), (7,)]
    model.first = 7
    for one in [*greedy(model, sources, longest=5), *(best[0] for best in beam_search(model, sources, longest=5))]:
        assert one.tokens[0] == 7
    fixed = greedy(model, sources, longest=5)[0]
    target = torch.tensor([[2, *fixed.tokens]])
    logits = model(torch.tensor([[0, 5, 6, 2]]), None, target)[0]
    steps = (logits - logits.logsumexp(-1, keepdim=True))[1:].gather(1, torch.tensor([*fixed.tokens[1:], 2])[:, None])
    assert fixed.log_probability == pytest.approx(float(steps.sum())), "what is fixed costs nothing"


def test_outputs_come_with_what_was_looked_at(model):
    source = side_by_side([[0, 5, 6, 2]])
    (one,) = attended(model, source, greedy(model, source, shortest=2, longest=4))
    assert {*one.attention} == {f"decoder.layers.{layer}.cross" for layer in range(3)}
    assert one.attention[model.aligns].shape == (2, len(one.tokens) + 1, 4)


def test_too_long_a_text_is_refused(model):
    with pytest.raises(Mistake, match=r"a text takes 12 places .* positions for 11"):
        model(torch.zeros(1, 12, dtype=torch.long), None, TARGET[:1])
    with pytest.raises(Mistake, match=r"outputs of 11 tokens are asked for, and this model has positions for 10"):
        greedy(model, side_by_side([[0, 2]]), longest=11)
    assert len(greedy(model, side_by_side([[0, 2]]), shortest=10, longest=10)[0].tokens) == 10
