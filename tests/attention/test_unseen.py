"""A watch that saw nothing says what happened instead, and the way out."""

import pytest
import torch
from torch import Tensor, nn
from torch.nn.attention.flex_attention import flex_attention
from torch.utils.checkpoint import checkpoint

from regard.attention.core import attend
from regard.attention.watch import NothingSeen, watching


class Look(nn.Module):
    """Attention over the words themselves, written out."""

    def forward(self, x: Tensor) -> Tensor:
        return (x @ x.mT).softmax(-1) @ x


class Told(nn.Module):
    """Attention that tells its weights itself, as ours does."""

    def forward(self, x: Tensor) -> Tensor:
        heads = x[:, None]
        return attend(heads, heads, heads, by=self)[:, 0]


class Gate(nn.Module):
    """A softmax that chooses, and weighs no vectors."""

    def forward(self, x: Tensor) -> Tensor:
        return x.softmax(-1)


class Flexible(nn.Module):
    """Attention by a kernel that is made of functions."""

    def forward(self, x: Tensor) -> Tensor:
        heads = x[:, None]
        return flex_attention(heads, heads, heads)[:, 0]


class Counts(nn.Module):
    """Weights without any softmax."""

    def forward(self, x: Tensor) -> Tensor:
        return torch.full((5, 5), 0.2) @ x


@pytest.fixture
def x() -> Tensor:
    return torch.randn(2, 5, 16, generator=torch.Generator().manual_seed(1))


@pytest.mark.parametrize(
    ("parts", "only", "said"),
    [
        ([Told(), nn.Linear(16, 16)], "1", "no attention named '1' ran in this block; it ran in '0': name those"),
        ([Told() for _ in range(5)] + [Gate()], "5", "it ran in '0', '1' and 3 more: name those"),
        ([Gate()], "*", "no attention was seen: a softmax ran in '0', but not to weigh vectors; if it is attention"),
        ([Look(), nn.Linear(16, 16)], "1", "no attention named '1' was seen, though the model ran: those modules have"),
        ([Counts()], "*", "no attention was seen, though the model ran: it has none, or makes its weights without"),
        ([Counts()], "0", "named '0' was seen, though the model ran: those modules have none, or make their weights"),
        ([Look()], "10", "no module of Sequential is named '10'; did you mean '0'?"),
        ([Look()], "decoder", "no module of Sequential is named 'decoder'; without a name, `maps` has"),
    ],
)
def test_what_ran_instead_is_told(x, parts, only, said):
    model = nn.Sequential(*parts)
    with pytest.raises(NothingSeen) as caught, watching(model, only):
        model(x)
    assert said in str(caught.value)


@pytest.mark.filterwarnings("ignore:flex_attention called without torch.compile")
def test_a_kernel_made_of_functions_is_named(x):
    model = nn.Sequential(Flexible())
    with pytest.raises(NothingSeen, match="flex_attention, which ran in '0', shows no weights"), watching(model):
        model(x)


@pytest.mark.parametrize("reentrant", [False, True])
def test_what_a_backward_pass_repeats_is_seen_once(x, reentrant):
    model, x = nn.Sequential(nn.Linear(16, 16), Look()), x.requires_grad_()
    with watching(model) as watch:
        checkpoint(model, x, use_reentrant=reentrant).sum().backward()
    assert len(watch.maps["1"]) == 1
    result = checkpoint(model, x, use_reentrant=reentrant).sum()
    with pytest.raises(NothingSeen, match="but in a backward pass, which repeats it"), watching(model):
        result.backward()


def test_several_names_need_several_watches(x):
    with (
        pytest.raises(TypeError, match=r"`only` is one name or pattern, .* and this is \['0'\]"),
        watching(Look(), ["0"]),
    ):
        pass


def test_a_module_that_cannot_be_told_from_others_is_named():
    class Alike(nn.Module):
        def __eq__(self, other: object) -> bool:
            return True

    with pytest.raises(TypeError, match=r"Alike cannot be watched, .*__hash__ = nn.Module.__hash__"), watching(Alike()):
        pass
