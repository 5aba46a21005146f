"""The last texts that runs were asked to read, and the heads looked at: who looks nearer does not read them in anew."""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from regard.explain.heads.maps import Chosen
    from regard.explain.heads.passes import Pass
    from regard.runs.run import Run

KEPT = 4
"""Texts that are remembered; each holds on to its model."""
WEIGHTS = 32_000_000
"""Weights that are remembered, of all heads together: 128 MB."""
_lock = threading.Lock()
_last: "OrderedDict[tuple[int, str], tuple[Run, Pass]]" = OrderedDict()
_maps: "OrderedDict[tuple[int, Chosen], tuple[Pass, NDArray[np.float32]]]" = OrderedDict()


def reread(run: "Run", text: str) -> "Pass":
    """The text before this run's model."""
    from regard.runs.passes import pass_of

    key = (id(run), text)
    with _lock:
        known = _last.get(key)
        if known is not None and known[0] is run:
            _last.move_to_end(key)
            return known[1]
    made = pass_of(run, text)
    with _lock:
        _last[key] = (run, made)
        while len(_last) > KEPT:
            _last.popitem(last=False)
    return made


def reweigh(passed: "Pass", chosen: "Chosen") -> "NDArray[np.float32]":
    """The weights of a head on a text."""
    from regard.explain.heads.maps import weights_of

    key = (id(passed), chosen)
    with _lock:
        known = _maps.get(key)
        if known is not None and known[0] is passed:
            _maps.move_to_end(key)
            return known[1]
    made = weights_of(passed, chosen)
    with _lock:
        _maps[key] = (passed, made)
        while len(_maps) > 1 and sum(weights.size for _, weights in _maps.values()) > WEIGHTS:
            _maps.popitem(last=False)
    return made
