"""What a name in a user's file means, without a process of its own."""

import sys
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from torch import nn

from regard.doctor.alone import built, given, imported, told
from regard.doctor.examine import examine
from regard.errors import Mistake


class NeedsMore(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()


class AlwaysNaN(nn.Module):
    def forward(self, x):
        return torch.softmax(x @ x.transpose(1, 2) * float("nan"), -1) @ x


class NaNForWords(nn.Module):
    """It has a finding of its own, which says less than that nothing can be told."""

    def forward(self, x, mask):
        return x.masked_fill(~mask[..., None], 0.0) * float("nan")


def source(**names: Any) -> Any:
    return SimpleNamespace(Linear=nn.Linear, **names)


def test_a_function_and_an_instance_are_modules():
    assert isinstance(built(source(make=lambda: nn.Linear(2, 2)), "make"), nn.Linear)
    assert isinstance(built(source(one=nn.Linear(2, 2)), "one"), nn.Linear)


@pytest.mark.parametrize(
    ("name", "said"),
    [("Missing", "no module called"), ("Needs", r"needs arguments \(dim, heads\)"), ("three", "int, no torch module")],
)
def test_a_name_that_is_no_module(name, said):
    with pytest.raises(Mistake, match=said):
        built(source(Needs=NeedsMore, three=3), name)


def test_a_module_that_gives_only_nan_is_told_with_its_line():
    with pytest.raises(Mistake, match=r"every result of AlwaysNaN is NaN .*test_alone.py:\d+"):
        examine(AlwaysNaN(), {"x": torch.randn(2, 5, 8)})


def test_a_module_that_gives_only_nan_has_passed_nothing():
    mask = torch.arange(5) < torch.tensor([5, 3])[:, None]
    with pytest.raises(Mistake, match="every result of NaNForWords is NaN"):
        examine(NaNForWords(), {"x": torch.randn(2, 5, 8), "mask": mask})


@pytest.mark.parametrize("shape", [(0, 7), (2, 0), (0, 3, 7)])
def test_an_example_without_rows_or_words_is_told_as_empty(shape):
    with pytest.raises(Mistake, match=r"input of the example is empty, \["):
        examine(nn.Embedding(5, 8), {"input": torch.zeros(shape, dtype=torch.long)})


def test_an_example_is_a_function_or_its_value_and_belongs_to_the_module():
    inputs = {"input": torch.randn(2, 5, 2)}
    assert given(source(example=lambda: inputs), nn.Linear(2, 2)) is inputs
    assert given(source(example=inputs), nn.Linear(2, 2)) is inputs
    theirs = {"query": torch.randn(2, 5, 2)}
    assert given(source(example=theirs, Other=nn.MultiheadAttention), nn.Linear(2, 2)) is None
    for kept in ("a text", {"query": "a text"}):
        assert given(source(example=kept), nn.Linear(2, 2)) is None
    assert given(source(), nn.Linear(2, 2)) is None


@pytest.mark.parametrize(
    ("example", "said"),
    [
        (lambda: {"inptu": torch.randn(2, 5, 2)}, "the example names inptu, and forward takes input: name them alike"),
        (lambda: "a text", r"example\(\) gives str: give a dict of tensors"),
    ],
)
def test_an_example_that_nothing_takes_is_not_passed_over(example, said):
    with pytest.raises(Mistake, match=said):
        given(source(example=example), nn.Linear(2, 2))


class Overwrites(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(20, 8)

    def forward(self, ids):
        x = self.words(ids).mean(1)
        ids.fill_(3)
        return x


def test_a_module_may_write_over_what_it_is_given():
    assert examine(Overwrites(), {"ids": torch.randint(1, 20, (2, 7))}).of("positions-unused") is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import sys; sys.exit(0)", "mine.py:2: the file ends Python"),
        ("import nothing_of_this_name", "mine.py:2: ModuleNotFoundError"),
        ("def broken(:", "mine.py:2: SyntaxError"),
        ("raise MemoryError", "mine.py:2: it needs more than 8 GB"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_with_its_line(line, said, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    file = tmp_path / "mine.py"
    file.write_text(f"\n{line}\n")
    with pytest.raises(BaseException) as problem:  # noqa: PT011
        imported(file)
    assert told(problem.value, file, 8).startswith(said)


class Holds(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.idle = nn.Linear(8, 8), nn.Linear(8, 8)
        self.inner.asks = torch.randn(8)

    def forward(self, x):
        weights = torch.softmax(x @ self.inner.asks, -1)
        return self.inner(weights[:, None] @ x)


def test_parts_have_the_names_that_their_author_gave_them():
    found = examine(Holds(), {"x": torch.randn(2, 7, 8)}).of("dead-parameter")
    assert found is not None
    assert "inner.asks" in found.evidence
