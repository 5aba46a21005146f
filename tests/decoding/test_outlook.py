"""One step of a sampling, against the model itself and against sampling whole outputs."""

import pytest
import torch

from regard.decoding import sample
from regard.decoding.outlook import ends, outlook
from regard.errors import Mistake

from .models import BEGIN, END, SOURCES, Chaotic, one_by_one

SOURCE = [3, 5, 7]


def by_hand(model, said):
    """p of every word after what was said."""
    state = model.start(one_by_one(SOURCES)[0])
    for token in (model.begin, *said):
        logits, state = model.step(torch.tensor([token]), state)
    return torch.softmax(logits[0], -1)


@pytest.mark.parametrize("seed", range(5))
def test_probabilities_are_those_of_the_model_but_for_what_may_not_stand_there(seed):
    model = Chaotic(seed)
    found = outlook(model, SOURCE, [3, 0], longest=9).probabilities
    expected = by_hand(model, [3, 0])
    expected[BEGIN] = 0.0
    torch.testing.assert_close(found, expected)


@pytest.mark.parametrize(("temperature", "top_k", "nucleus"), [(1.0, 0, 1.0), (0.5, 2, 1.0), (2.0, 3, 0.7)])
@pytest.mark.parametrize("seed", range(6))
def test_drawing_one_at_a_time_is_sampling(seed, temperature, top_k, nucleus):
    model, said = Chaotic(seed), []
    how = {"temperature": temperature, "top_k": top_k, "nucleus": nucleus, "longest": 7}
    while True:
        token = outlook(model, SOURCE, said, **how).drawn(seed)
        if ends(model, token):
            break
        said.append(token)
    dice = torch.Generator().manual_seed(seed)
    (whole,) = sample(model, one_by_one(SOURCES)[0], generator=dice, **how)
    assert whole.tokens == tuple(said)


def test_what_is_cut_has_no_chance_and_the_rest_is_shared_by_the_others():
    found = outlook(Chaotic(1), SOURCE, [], longest=9, temperature=0.7, top_k=2)
    first = found.probabilities.argsort(descending=True)
    assert (found.chances > 0).sum() == 2
    tempered = found.probabilities[first[:2]] ** (1 / 0.7)
    torch.testing.assert_close(found.chances[first[:2]], tempered / tempered.sum())


def test_no_temperature_leaves_the_likeliest():
    found = outlook(Chaotic(1), SOURCE, [], longest=9, temperature=0)
    assert found.drawn(3) == int(found.probabilities.argmax())
    assert float(found.chances.max()) == 1


def test_at_the_end_of_the_room_only_the_end_may_follow():
    found = outlook(Chaotic(1), SOURCE, [3, 3], longest=2)
    assert found.drawn(0) == END
    assert float(found.probabilities[END]) == pytest.approx(float(by_hand(Chaotic(1), [3, 3])[END]))


@pytest.mark.parametrize(
    ("said", "how", "says"),
    [
        ([3] * 4, {}, "4 tokens were said, and there is room for 3"),
        ([END], {}, "has ended"),
        ([], {"top_k": -1}, "top_k"),
    ],
)
def test_what_cannot_be_asked_is_a_mistake(said, how, says):
    with pytest.raises(Mistake, match=says):
        outlook(Chaotic(0), SOURCE, said, longest=3, **how)
