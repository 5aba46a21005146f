"""Keys and values that are kept give what attention over everything gives."""

import pytest
import torch
from torch import Tensor
from torch.testing import assert_close

from regard.attention.cache import Memory, Past, look_back, recall, remember
from regard.attention.heads import MultiHead
from regard.attention.lookup import Lookup
from regard.attention.masks import causal
from regard.attention.ragged import Ragged
from regard.attention.scores import Additive, Bilinear, Concatenated, Dot
from regard.attention.watch import watching

WIDTH = 6
ROWS = Ragged(torch.tensor([4, 1, 3]))


def drawn(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, dtype=torch.float64, generator=torch.Generator().manual_seed(seed))


CONTEXT = drawn(3, 4, WIDTH)


def heads(groups: int | None = None) -> MultiHead:
    torch.manual_seed(1)
    return MultiHead(WIDTH, 2, groups=groups).double().eval()


@pytest.mark.parametrize("groups", [1, 2])
def test_recalling_is_attending(groups):
    one = heads(groups)
    x = drawn(3, 5, WIDTH, seed=1)
    memory = remember([one, heads()], CONTEXT, ROWS)
    assert_close(recall(one, x, memory, 0), one(x, CONTEXT, ROWS.mask[:, None, None]), rtol=0, atol=1e-12)


@pytest.mark.parametrize("cuts", [[5], [1, 1, 1, 1, 1], [2, 3], [1, 4]])
def test_looking_back_in_pieces_is_looking_back_at_once(cuts):
    one, x, past, found = heads(), drawn(3, 5, WIDTH, seed=1), None, []
    for piece in x.split(cuts, dim=1):
        looked, past = look_back(one, piece, past)
        found.append(looked)
    assert_close(torch.cat(found, dim=1), one(x, mask=causal(5, 5)), rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("rows", "each", "shared"),
    [
        ([0, 1, 2], 1, True),
        ([0, 0, 1, 1, 2, 2], 2, True),
        ([2, 2, 0, 0], 2, False),
        ([1, 1, 1], 3, False),
        ([0, 1, 1], 1, False),
        ([2, 0, 2, 0], 1, False),
    ],
)
def test_rows_of_a_source_share_its_memory(rows, each, shared):
    one = heads()
    memory = remember([one], CONTEXT, ROWS)
    picked = memory.pick(torch.tensor(rows))
    assert picked.each == each
    assert (picked.layers[0][0] is memory.layers[0][0]) == shared
    x = drawn(len(rows), 2, WIDTH, seed=2)
    expected = one(x, CONTEXT[rows], ROWS.mask[rows][:, None, None])
    assert_close(recall(one, x, picked, 0), expected, rtol=0, atol=1e-12)


def test_rows_can_be_picked_again_and_again():
    memory = remember([heads()], CONTEXT, ROWS)
    owners = [0, 1, 2]
    for rows in ([2, 1, 0], [0, 0, 1, 1, 2, 2], [5, 4, 0, 1], [3, 2, 2, 1, 0, 0], [0, 3, 5]):
        memory, owners = memory.pick(torch.tensor(rows)), [owners[row] for row in rows]
        every = memory.mask.repeat_interleave(memory.each, dim=0)
        assert torch.equal(every, ROWS.mask[owners][:, None, None])


def test_a_past_is_picked_by_rows():
    past = Past([(drawn(3, 2, 4, 5), drawn(3, 2, 4, 5, seed=1))])
    assert past.length == 4
    assert Past([]).length == 0
    picked = past.pick(torch.tensor([2, 2]))
    assert torch.equal(picked.layers[0][1], past.layers[0][1][[2, 2]])


SCORES = {
    "dot": Dot(),
    "bilinear": Bilinear(WIDTH, WIDTH),
    "additive": Additive(WIDTH, WIDTH, 5),
    "concatenated": Concatenated(WIDTH, WIDTH, 5),
}


@pytest.mark.parametrize("name", SCORES)
def test_a_lookup_is_a_mean_by_its_score(name):
    score = SCORES[name].double()
    look = Lookup(score).eval()
    memory: Memory = look.remember(CONTEXT, ROWS).pick(torch.tensor([0, 0, 1, 1, 2, 2]))
    queries = drawn(6, 3, WIDTH, seed=3)
    with watching(look) as watch:
        found = look(queries, memory)
    (weights,) = watch.maps["Lookup"]
    assert weights.shape == (3, 1, 2 * 3, 4)
    for row, (asked, answers) in enumerate(zip(queries, found, strict=True)):
        states = CONTEXT[row // 2, : ROWS.lengths[row // 2]]
        shares = score(asked, states).exp()
        assert_close(answers, (shares / shares.sum(-1, keepdim=True)) @ states, rtol=0, atol=1e-12)
