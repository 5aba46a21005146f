"""Compiled models: one graph for texts of any length, the same numbers, and weights that can still be watched."""

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from regard.attention.ragged import Ragged
from regard.attention.watch import watching
from regard.errors import Mistake
from regard.models import LANGUAGE
from regard.training.processor import as_written, compile_thinking

SIZES = {"width": 16, "layers": 2, "heads": 2, "dropout": 0.0}


@pytest.fixture(autouse=True)
def _without_a_compiler(monkeypatch):
    """Graphs are made as for a GPU, and run by torch itself."""
    torch._dynamo.reset()
    whole = torch.compile
    monkeypatch.setattr(torch, "compile", lambda f, dynamic: whole(f, dynamic=dynamic, backend="eager", fullgraph=True))


@pytest.mark.parametrize("kind", ["reader", "gpt", "llama", "bloom"])
def test_one_graph_serves_texts_of_any_length(kind):
    torch.manual_seed(0)
    model = LANGUAGE[kind](20, **SIZES, **({} if kind == "reader" else {"end": 1})).eval()
    think, graphs = model.think, torch._dynamo.utils.counters["stats"]
    compile_thinking(model)
    made = graphs["unique_graphs"]
    for lengths in ([3, 5, 2], [7, 4], [6, 1, 9, 2]):
        rows = Ragged(torch.tensor(lengths))
        x = torch.randn(rows.total, 16)
        assert_close(model.think(x, rows), think(x, Ragged(rows.lengths)))
    assert graphs["unique_graphs"] - made <= 2
    with as_written(True), watching(model) as watch:
        model.think(x, rows)
    assert len(watch.maps) == 2


def test_what_cannot_be_compiled_is_named():
    with pytest.raises(Mistake, match="nothing that is compiled"):
        compile_thinking(nn.Linear(2, 2))
