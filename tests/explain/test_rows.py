"""Weights as one array read as rows of plain numbers."""

import json

import numpy as np
import pytest

from regard.explain.explanation import Explanation, Map
from regard.explain.rows import Rows, array_of, listed

GRID = np.array([[0.25, 0.75], [1.0, 0.0]], dtype=np.float32)


def test_an_array_reads_as_lists_of_plain_numbers():
    rows = Rows(GRID)
    assert rows[0] == [0.25, 0.75]
    assert rows[:1] == [[0.25, 0.75]]
    assert [type(weight) for row in rows for weight in row] == [float] * 4
    assert rows == [[0.25, 0.75], [1.0, 0.0]]
    assert rows != [[0.25, 0.75]]
    assert rows != Rows(GRID.T)
    assert hash(rows) == hash(Rows(GRID.copy()))
    assert np.array(rows).tolist() == listed(rows) == array_of(listed(rows)).tolist()
    assert array_of(rows) is GRID


def test_weights_have_rows_and_columns():
    with pytest.raises(ValueError, match="rows and columns"):
        Rows(GRID[0])
    with pytest.raises(ValueError, match="3 columns"):
        Map(name="x", rows=["a", "b"], columns=["a", "b", "c"], weights=Rows(GRID))


def test_an_explanation_of_arrays_is_written_as_json():
    one = Map(name="x", rows=["a", "b"], columns=["a", "b"], weights=Rows(GRID))
    said = Explanation(method="attention", target="t", text="a b", label="l", probability=1.0, maps=[one], spans=[])
    assert json.loads(json.dumps(said.as_json()))["maps"][0]["weights"] == listed(one.weights)
