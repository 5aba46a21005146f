"""Laws of heads: what looks at one kind of token has all its weight there; what nothing hangs on is worth nothing."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
import torch
from torch import Tensor, nn

from regard.attention.core import mix
from regard.attention.heads import MultiHead
from regard.attention.padded import Padded, side_by_side
from regard.data.loading import Texts
from regard.errors import Mistake
from regard.explain.heads.reads import Read, answered, labelling
from regard.explain.heads.relations import Ties
from regard.explain.heads.roles import Role, roles
from regard.explain.heads.worth import HOW, silenced, without
from regard.findings.heads import FLAT, Share, role_of
from regard.layers.vectors import WordVectors
from regard.models.pooling import Attention
from regard.models.transformer import Transformer

TEXTS = [[5, 6, 5, 7, 3], [8, 9, 3], [5, 5, 5, 5]]
MARK = 3
FAR = -1e4


class Made(nn.Module):
    """A site whose scores are what they are made to be."""

    def __init__(self, scores: Callable[[Tensor, Tensor], Tensor], heads: int = 1):
        super().__init__()
        self.scores, self.heads = scores, heads

    def forward(self, texts: Padded) -> Tensor:
        n = texts.ids.shape[1]
        place = torch.arange(n)
        scores = self.scores(place[:, None], place[None]).expand(len(texts), self.heads, n, n).double()
        return mix(scores, torch.ones(len(texts), self.heads, n, 1).double(), texts.rows.mask[:, None, None], by=self)


def shares(model: nn.Module, tied: Callable[[int], Ties] | None = None) -> Role:
    def reads() -> Iterator[Read]:
        for rows in ([0, 2], [1]):
            texts = side_by_side([TEXTS[row] for row in rows])
            yield Read(np.array(rows), texts, None, lambda texts=texts: model(texts))

    (found,) = roles(model, reads, len(TEXTS), ([MARK], []), tied)
    return found


def share(found: Role, name: str, head: int = 0) -> tuple[float, float]:
    at = found.relations.index(name)
    asked = found.asked[:, at].sum()
    return found.weight[:, head, at].sum() / asked, found.chance[:, at].sum() / asked


@pytest.mark.parametrize(("name", "step"), [("previous", -1), ("itself", 0), ("next", 1)])
def test_a_head_that_looks_at_a_neighbour_has_all_its_weight_there(name: str, step: int):
    def scores(q: Tensor, k: Tensor) -> Tensor:
        head = torch.where(k == q + step, 0.0, FAR)
        return torch.stack([head, torch.zeros_like(head)])

    found = shares(Made(scores, heads=2))
    assert found.site.kind == "self"
    assert share(found, name)[0] == pytest.approx(1.0, abs=1e-6)
    assert all(share(found, other)[0] < 0.7 for other in ("previous", "itself", "next") if other != name)
    assert share(found, name, head=1)[0] == pytest.approx(share(found, name)[1]), "equal weights are the control"
    entropies = found.entropy.sum(0) / found.tokens.sum()
    assert entropies[1] == pytest.approx(1.0)
    assert entropies[0] < 0.3


def test_marks_the_first_token_and_the_same_word_are_told_apart():
    first = shares(Made(lambda q, k: torch.where(k == 0, 0.0, FAR) + 0.0 * q))
    assert share(first, "first")[0] == pytest.approx(1.0)
    assert share(first, "marks")[0] == pytest.approx(0.0, abs=1e-6)
    alike = shares(Made(lambda q, k: torch.zeros(q.shape[0], k.shape[1])))
    assert share(alike, "marks")[1] == pytest.approx((5 * 1 / 5 + 3 * 1 / 3) / 8), "two texts have one mark"
    assert share(alike, "same-word")[1] == pytest.approx((2 * 1 / 5 + 4 * 3 / 4) / 6), "six tokens have a double"
    assert share(alike, "same-word")[0] == pytest.approx(share(alike, "same-word")[1])


def test_what_comes_after_is_not_counted_where_it_cannot_be_seen():
    found = shares(Made(lambda q, k: torch.where(k <= q, 0.0, -torch.inf)))
    assert found.site.kind == "causal"
    assert found.asked[:, found.relations.index("next")].sum() == 0
    assert share(found, "itself")[1] == pytest.approx(
        np.mean([1 / n for size in (5, 3, 4) for n in range(1, size + 1)])
    )
    assert (found.entropy.sum(0) / found.tokens.sum())[0] == pytest.approx(1.0)


def test_ties_that_a_corpus_knows_are_counted_for_the_tokens_that_have_them():
    found = shares(Made(lambda q, k: torch.where(k == q + 2, 0.0, FAR)), lambda row: Ties(source=[(0, 2)] * (row < 2)))
    assert found.asked[:, found.relations.index("tied")].tolist() == [1, 1, 0]
    assert share(found, "tied")[0] == pytest.approx(1.0)
    assert share(found, "tied")[1] == pytest.approx((1 / 5 + 1 / 3) / 2)


def figure(value: float, control: float = 0.1, of: float = 1.0) -> Share:
    return Share(value=value, interval=(value, value), control=control, of=of)


def test_a_head_is_named_after_most_of_its_weight_if_chance_would_not_give_it():
    assert role_of({"previous": figure(0.6), "first": figure(0.2)}, 0.5) == "previous"
    assert role_of({"previous": figure(0.6), "marks": figure(0.7, 0.3)}, 0.5) == "previous"
    assert role_of({"marks": figure(0.6, 0.5)}, 0.5) == ""
    assert role_of({"tied": figure(0.9, of=0.01)}, 0.5) == ""
    assert role_of({"previous": figure(0.3)}, FLAT) == "broad"


def classifier(heads: int = 2) -> tuple[Transformer, Texts]:
    torch.manual_seed(0)
    model = Transformer(WordVectors(11, 8), 2, layers=2, heads=heads).double().eval()
    dice = np.random.default_rng(0)
    lengths = np.array([4, 7, 3, 5])
    texts = Texts(dice.integers(0, 11, lengths.sum()), np.r_[0, lengths.cumsum()], np.array([0, 1, 1, 0]))
    return model, texts


def heads_of(model: nn.Module) -> list[MultiHead]:
    return [part for part in model.modules() if isinstance(part, MultiHead)]


@pytest.mark.parametrize("how", HOW)
def test_a_head_that_nothing_hangs_on_is_worth_nothing(how: str):
    model, texts = classifier()
    attention = heads_of(model)[0]
    with torch.no_grad():
        attention.out.weight[:, attention.size :] = 0.0
    found = roles(model, lambda: labelling(model, texts), 4, ([], []))
    whole = answered(lambda: labelling(model, texts), 4)
    site = found[0].site
    assert site.heads == 2
    assert without(model, lambda: labelling(model, texts), 4, [(site, 1)], how) == pytest.approx(whole, abs=1e-12)
    other = without(model, lambda: labelling(model, texts), 4, [(site, 0)], how)
    assert np.abs(other - whole)[:, 0].max() > 1e-6


def test_without_any_head_there_is_no_attention():
    model, texts = classifier()
    found = roles(model, lambda: labelling(model, texts), 4, ([], []))
    every = [(role.site, head) for role in found for head in range(role.site.heads)]
    assert len(every) == 4, "pooling is no head: the whole text asks"
    silent = without(model, lambda: labelling(model, texts), 4, every, "zero")
    with torch.no_grad():
        for attention in heads_of(model):
            attention.value.weight.zero_()
            attention.value.bias.zero_()
    assert silent == pytest.approx(answered(lambda: labelling(model, texts), 4), abs=1e-9)


def test_silent_heads_are_the_ones_that_are_meant():
    weights = torch.rand(2, 3, 4, 4).tril()
    gone = silenced(weights, [1], "zero")
    assert torch.equal(gone[:, [0, 2]], weights[:, [0, 2]])
    assert not gone[:, 1].any()
    even = silenced(weights, [2], "uniform")[:, 2]
    assert torch.allclose(even.sum(-1), torch.ones(2, 4))
    assert not even.triu(1).any(), "what could not be seen stays unseen"
    assert torch.allclose(even[:, 3], torch.full((2, 4), 0.25))


def test_a_model_without_heads_is_told_so():
    model = Attention(WordVectors(11, 8), 2)
    _, texts = classifier()
    with pytest.raises(Mistake, match="no heads"):
        roles(model, lambda: labelling(model, texts), 4, ([], []))
