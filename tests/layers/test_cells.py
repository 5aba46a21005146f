"""A decoder's recurrence: one step at a time is all at once, and both are torch's."""

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.layers.cells import Bridge, Held, Stack, picked

KNOWN, FED, STATES = 3, 4, 5


def drawn(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


def before(cell: str, layers: int) -> list[Held]:
    count = 2 if cell == "lstm" else 1
    return [tuple(drawn(2, STATES, seed=10 * layer + part) for part in range(count)) for layer in range(layers)]


@pytest.mark.parametrize("layers", [1, 3])
@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_steps_are_the_whole_and_the_whole_is_torchs(cell, layers):
    torch.manual_seed(0)
    stack = Stack(KNOWN, FED, STATES, cell=cell, layers=layers).double()
    x, fed, held = drawn(2, 6, KNOWN), drawn(2, 6, FED, seed=1), before(cell, layers)
    whole, after = stack.whole(torch.cat([x, fed], dim=-1), held)

    weight, states, now = stack.feed(), [], held
    for ahead, each in zip(stack.ahead(x), fed.unbind(1), strict=True):
        state, now = stack.step(ahead, each, weight, now)
        states.append(state)
    assert_close(torch.stack(states, dim=1), whole, rtol=0, atol=1e-12)
    assert_close(now, after, rtol=0, atol=1e-12)

    theirs = {"gru": nn.GRU, "lstm": nn.LSTM}[cell](KNOWN + FED, STATES, layers, batch_first=True).double()
    weights = {}
    for layer, one in enumerate(stack.cells):
        weights |= {name.replace("_l0", f"_l{layer}"): p for name, p in one.state_dict().items()}
    theirs.load_state_dict(weights)
    first = tuple(torch.stack(part) for part in zip(*held, strict=True))
    expected, _ = theirs(torch.cat([x, fed], dim=-1), first if cell == "lstm" else first[0])
    assert_close(whole, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("cell", ["gru", "lstm"])
def test_a_bridge_gives_every_layer_its_own_part(cell):
    bridge = Bridge(7, STATES, cell=cell, layers=2).double()
    held = bridge(drawn(2, 7))
    assert [len(layer) for layer in held] == [2, 2] if cell == "lstm" else [1, 1]
    parts = torch.cat([part for layer in held for part in layer], dim=-1)
    assert_close(parts, torch.tanh(bridge.enter(drawn(2, 7))))


@pytest.mark.parametrize("way", ["whole", "steps"])
def test_between_layers_states_are_dropped_in_training_alone(way):
    torch.manual_seed(2)

    def run(stack: Stack) -> Tensor:
        x, fed, held = drawn(2, 1, KNOWN), drawn(2, 1, FED, seed=1), before("gru", stack.layers)
        if way == "whole":
            return stack.whole(torch.cat([x, fed], dim=-1), held)[0]
        return stack.step(stack.ahead(x)[0], fed[:, 0], stack.feed(), held)[0]

    deep = Stack(KNOWN, FED, STATES, cell="gru", layers=2, dropout=0.5).double()
    flat = Stack(KNOWN, FED, STATES, cell="gru", layers=1, dropout=0.5).double()
    assert torch.equal(run(flat), run(flat))
    assert not torch.equal(run(deep), run(deep))
    deep.eval()
    assert torch.equal(run(deep), run(deep))


def test_what_is_held_is_picked_by_rows():
    held = before("lstm", 2)
    for one, other in zip(picked(held, torch.tensor([1, 1, 0])), held, strict=True):
        assert_close(one, tuple(part[[1, 1, 0]] for part in other))
