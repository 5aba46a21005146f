"""What a search looked at, against the same search in plain words."""

import math

import pytest
import torch

from regard.decoding import Tree, beam_search

from .models import SAYABLE, SOURCES, Chaotic, one_by_one
from .test_beam import penalty


def told(model, source, beam, alpha, longest):
    """Every candidate of every step with its fate, by the rule itself."""
    found, scores, opened = {}, [], [((), 0.0, model.start(source))]
    for length in range(longest + 1):
        reached = []
        for tokens, value, state in opened:
            logits, after = model.step(torch.tensor([(model.begin, *tokens)[-1]]), state)
            steps = logits[0] - logits[0].exp().sum().log()
            words = [model.end, *SAYABLE * (length < longest)]
            reached += [((*tokens, word), value + float(steps[word]), after) for word in words]
        reached.sort(key=lambda each: -each[1])
        opened = [each for each in reached if each[0][-1] != model.end][:beam]
        for rank, (tokens, value, _) in enumerate(reached[: 2 * beam]):
            ended = tokens[-1] == model.end
            stays = any(tokens == each[0] for each in opened)
            fate = ("output" if rank < beam else "late") if ended else "open" if stays else "cut"
            found[tokens] = (rank + 1, value, fate)
            scores += [(value / penalty(length, alpha), tokens)] if fate == "output" else []
        scores.sort(reverse=True)
        worst = scores[beam - 1][0] if len(scores) >= beam else -math.inf
        highest = penalty(longest if alpha >= 0 else length + 1, alpha)
        if not opened or opened[0][1] / highest <= worst:
            left = {each[0] for each in opened}
            ends = {tokens: (*seen[:2], "left") for tokens, seen in found.items() if tokens in left}
            beaten = {tokens: (*found[tokens][:2], "beaten") for _, tokens in scores[beam:]}
            return found | ends | beaten
    return found


@pytest.mark.parametrize("alpha", [0.0, 0.6, 2.0, -0.5])
@pytest.mark.parametrize("beam", [1, 2, 4])
@pytest.mark.parametrize("seed", range(5))
def test_every_candidate_is_told_with_its_fate(seed, beam, alpha):
    model = Chaotic(seed)
    for number, source in enumerate(one_by_one(SOURCES)):
        tree = Tree(alpha, number)
        beam_search(model, SOURCES, beam=beam, n_best=beam, alpha=alpha, longest=6, see=tree)
        nodes = tree.compared(beam)
        expected = told(model, source, beam, alpha, 6)
        assert {tree.tokens(i): (node.rank, node.fate) for i, node in enumerate(nodes)} == {
            tokens: (rank, fate) for tokens, (rank, _, fate) in expected.items()
        }
        for i, node in enumerate(nodes):
            assert math.isclose(node.log_probability, expected[tree.tokens(i)][1], abs_tol=1e-10)
            assert math.isclose(node.score, node.log_probability / penalty(node.place, alpha), abs_tol=1e-10)
            assert (node.bound is not None) == (node.fate == "left")
            assert node.bound is None or node.bound <= tree.worst


@pytest.mark.parametrize("seed", range(3))
def test_outputs_are_those_of_the_search_and_looking_changes_nothing(seed):
    tree = Tree(0.6, 1)
    seen = beam_search(Chaotic(seed), SOURCES, beam=3, n_best=3, longest=6, see=tree)
    assert seen == beam_search(Chaotic(seed), SOURCES, beam=3, n_best=3, longest=6)
    outputs = {tree.tokens(i)[:-1]: node for i, node in enumerate(tree.compared(3)) if node.fate == "output"}
    assert {one.tokens: one.score for one in seen[1]} == {tokens: node.score for tokens, node in outputs.items()}
