"""Settings that cannot be are refused by name."""

import math

import pytest

from regard.training.settings import Settings

WRONG = {
    "epochs": [0, -1],
    "batch": [0],
    "least_steps": [-1],
    "threads": [0],
    "seed": [-1],
    "learning_rate": [0, -1e-3, math.nan, math.inf],
    "vectors_rate": [-0.1, math.nan],
    "weight_decay": [-1e-9, math.inf],
    "clip": [-1.0, math.nan],
    "warmup": [-0.1, 1.0, math.nan],
    "ema": [-0.1, 1.0],
    "patience": [-0.1, 1.0, math.nan],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_a_wrong_value_is_named(name, value):
    with pytest.raises(ValueError, match=rf"^{name} is {value}, and must be "):
        Settings(**{name: value})


def test_the_defaults_are_allowed():
    assert Settings() == Settings(epochs=Settings().epochs)
