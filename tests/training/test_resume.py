"""Any process can go on from any state to the same bits."""

import pytest
import torch

from regard.training.loop import Loop

from .toys import Frozen, Shrinking, frozen, new_loop, outcome, thawed

CASES = {
    "attention": {"kind": "attention"},
    "recurrent": {"kind": "state-attention"},
    "running statistics and mean": {"kind": "normed", "ema": 0.7},
    "early stop": {"kind": "attention", "task": Shrinking, "epochs": 6, "patience": 0.3},
    "cosine, decay, many epochs": {"schedule": "cosine", "weight_decay": 0.1, "least_steps": 12, "count": 7},
}


def every_state(loop: Loop) -> list[Frozen]:
    """The states at the beginning and after each event."""
    return [frozen(loop), *(frozen(loop) for _ in loop.run())]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_state_leads_to_the_same_bits(case):
    whole = new_loop(**case)
    states = every_state(whole)
    expected = outcome(whole)
    for state in states:
        torch.manual_seed(999)
        later = new_loop(**case)
        with torch.no_grad():
            for parameter in later.model.parameters():
                parameter.fill_(7)
        remaining = len(list(thawed(later, state).run()))
        assert remaining == len(states) - 1 - states.index(state)
        assert outcome(later) == expected


def test_the_early_stop_of_the_cases_is_early():
    loop = new_loop(**CASES["early stop"])
    every_state(loop)
    assert 1 < len(loop.standing.epochs) < loop.epochs


def test_a_state_can_be_resumed_many_times_over():
    whole = new_loop("normed", ema=0.5)
    every_state(whole)
    loop = new_loop("normed", ema=0.5)
    stopped = 0
    while not loop.standing.finished:
        for _ in zip(range(2), loop.run(), strict=False):
            pass
        state = frozen(loop)
        loop = thawed(new_loop("normed", ema=0.5), state)
        stopped += 1
    assert stopped > 5
    assert outcome(loop) == outcome(whole)
