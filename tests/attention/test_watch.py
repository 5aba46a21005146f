"""A watch sees every map and changes nothing, unless it is asked to."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.core import attend
from regard.attention.watch import NothingSeen, watching

from .foreign_cases import silence

HEADS = 3


class Look(nn.Module):
    """Attention of a text to itself, after a projection."""

    def __init__(self, width: int = 4) -> None:
        super().__init__()
        self.turn = nn.Linear(width, width)

    def forward(self, x: Tensor) -> Tensor:
        turned = self.turn(x)
        return attend(turned, x, x, by=self)


class Deep(nn.Module):
    """Three looks, two of them in a list."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([Look(), Look()])
        self.last = Look()

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return self.last(x)


@pytest.fixture
def model() -> Deep:
    torch.manual_seed(0)
    return Deep()


@pytest.fixture
def x() -> Tensor:
    return torch.randn(2, HEADS, 5, 4, generator=torch.Generator().manual_seed(1))


def test_looking_changes_no_bit(model, x):
    plain = model(x)
    with watching(model):
        assert torch.equal(model(x), plain)


def test_names_are_paths_of_modules_in_the_order_they_ran(model, x):
    with watching(model) as watch:
        model(x)
        model(x[:1])
    assert list(watch.maps) == ["layers.0", "layers.1", "last"]
    assert [[tuple(w.shape) for w in calls] for calls in watch.maps.values()] == [[(2, 3, 5, 5), (1, 3, 5, 5)]] * 3


def test_the_model_itself_is_named_by_its_class(model, x):
    with watching(model.last) as watch:
        model(x)
    assert list(watch.maps) == ["Look"]


@pytest.mark.parametrize(
    ("only", "seen"), [("layers.*", ["layers.0", "layers.1"]), ("last", ["last"]), ("*.1", ["layers.1"])]
)
def test_only_what_was_asked_for_is_kept(model, x, only, seen):
    with watching(model, only) as watch:
        model(x)
    assert list(watch.maps) == seen


def test_a_watch_that_saw_nothing_says_so(model, x):
    with pytest.raises(NothingSeen, match=r"'decoder\.\*'"), watching(model, "decoder.*"):
        model(x)
    one = next(name for name, _ in model.named_modules() if name)
    for name in ("*", one):
        uncalled = pytest.raises(NothingSeen, match="ran in this block: the model was not called here, or was called")
        with uncalled, watching(model, name):
            pass
    with pytest.raises(NothingSeen), watching(Deep()):
        model(x)


def test_two_models_do_not_mix(model, x):
    other = Deep()
    with watching(model) as mine, watching(other) as its:
        model(x)
        other(x)
    assert [len(calls) for watch in (mine, its) for calls in watch.maps.values()] == [1] * 6
    assert not torch.equal(mine.maps["last"][0], its.maps["last"][0])


def test_watches_within_watches_both_see(model, x):
    with watching(model) as outer:
        with watching(model, "last") as inner:
            model(x)
        model(x)
    assert [len(calls) for calls in outer.maps.values()] == [2, 2, 2]
    assert [len(calls) for calls in inner.maps.values()] == [1]
    assert torch.equal(outer.maps["last"][0], inner.maps["last"][0])


def test_an_exception_closes_the_watch_and_is_not_hidden(model, x):
    with pytest.raises(ZeroDivisionError), watching(model) as watch:
        _ = 1 / 0
    model(x)
    assert watch.maps == {}, "the watch was closed"


def test_threads_do_not_see_each_others_maps(x):
    models = [Deep() for _ in range(4)]
    shared = Look()
    meet = Barrier(len(models))

    def look(number: int) -> bool:
        mine = x[:, :, : number + 2]
        with watching(models[number]) as own, watching(shared) as common:
            meet.wait(timeout=60)
            for _ in range(5):
                models[number](mine)
                shared(mine)
            meet.wait(timeout=60)
        maps = [*own.maps.values(), *common.maps.values()]
        return len(maps) == 4 and all(len(c) == 5 and all(w.shape[-1] == number + 2 for w in c) for c in maps)

    with ThreadPoolExecutor(len(models)) as pool:
        assert all(pool.map(look, range(len(models))))


def test_a_thread_without_a_watch_is_not_watched(model, x):
    with ThreadPoolExecutor(1) as pool, pytest.raises(NothingSeen), watching(model):
        pool.submit(model, x).result(timeout=60)


def test_a_head_can_be_silenced(model, x):
    with watching(model, edit=silence(1)) as watch:
        quiet = model(x)
    assert not torch.equal(quiet, model(x))
    assert (quiet[:, 1] == 0).all()
    assert all((calls[0][:, 1] == 0).all() for calls in watch.maps.values()), "what is kept is what was used"
    assert_close(quiet[:, 0], model(x)[:, 0])


def test_an_edit_that_changes_nothing_changes_nothing(model, x):
    with watching(model, edit=lambda _, weights: weights):
        assert_close(model(x), model(x))


def test_an_outer_edit_is_seen_within(model, x):
    with watching(model.last, edit=silence(2)), watching(model.last) as inner:
        model(x)
    assert (inner.maps["Look"][0][:, 2] == 0).all()


def test_gradients_of_weights_can_be_kept(model, x):
    with watching(model, keep_grad=True) as watch:
        y = model(x)
    y[:, :, :, 0].sum().backward()
    weights = watch.maps["last"][0]
    assert weights.grad is not None
    into_last = model.layers[1](model.layers[0](x))
    assert_close(weights.grad, into_last[..., 0][:, :, None].expand_as(weights), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("edit", [None, lambda _, weights: weights])
def test_without_asking_nothing_of_the_graph_is_kept(model, x, edit):
    with watching(model, edit=edit) as watch:
        model(x)
    assert not any(weights.requires_grad for calls in watch.maps.values() for weights in calls)


def test_a_part_can_be_kept_of_long_inputs(model, x):
    with watching(model) as whole:
        plain = model(x)
    with watching(model, keep=lambda weights: weights[:, :, -1:]) as last_row:
        assert torch.equal(model(x), plain)
    with watching(model, keep=lambda weights: weights.topk(2, dim=-1).values) as largest:
        model(x)
    for name, (weights,) in whole.maps.items():
        assert torch.equal(last_row.maps[name][0], weights[:, :, -1:])
        assert torch.equal(largest.maps[name][0], weights.sort(dim=-1, descending=True).values[..., :2])


def test_why_nothing_was_seen_is_said_where_it_can_be(model, x):
    named = pytest.raises(NothingSeen, match=r"no module of \w+ is named 'layer\.0'; did you mean 'layers\.0'\?")
    with named, watching(model, "layer.0"):
        model(x)
    compiled = torch.compile(model, backend="eager", fullgraph=True)
    hidden = pytest.raises(NothingSeen, match=r"the model runs compiled; watch and call it before torch\.compile")
    with hidden, watching(compiled):
        compiled(x)


@pytest.mark.parametrize(
    ("edit", "error", "said"),
    [
        (lambda name, weights: None, TypeError, "edit gave NoneType for the weights of 'layers.0'"),
        (lambda name, weights: weights[..., :1], ValueError, "must have the same shape"),
        (lambda name, weights: weights[:, :1], ValueError, "must have the same shape"),
    ],
)
def test_an_edit_gives_weights_back(model, x, edit, error, said):
    with pytest.raises(error, match=said), watching(model, edit=edit):
        model(x)


def test_only_modules_are_watched(model):
    class Run:
        def __init__(self):
            self.model = model

    for one, said in ((Run(), "this is a Run; watch its `model`"), ("model", "this is a str")):
        with pytest.raises(TypeError, match=said), watching(one):
            pass


def test_a_compiled_graph_is_never_watched(model, x):
    compiled = torch.compile(model, backend="eager", fullgraph=True)
    with pytest.raises(NothingSeen, match="compiled"), watching(model):
        compiled(x)
    assert_close(compiled(x), model(x))
