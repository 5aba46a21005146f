"""The last texts that runs were asked to read, and the heads looked at: who looks nearer does not read them in anew."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Generic, TypeVar

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

T = TypeVar("T")


class Lately(Generic[T]):
    """What was made last of somebody's things, as long as all of it together is not too large."""

    def __init__(self, most: int, size: Callable[[T], int]) -> None:
        self.most, self.size = most, size
        self._lock = threading.Lock()
        self._made: OrderedDict[tuple[int, Hashable], tuple[object, T]] = OrderedDict()

    def of(self, owner: object, about: Hashable, make: Callable[[], T]) -> T:
        """What was made of this, or is made now. Owners are known by their numbers, and held: none gets another's."""
        key = (id(owner), about)
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key][1]
        made = make()
        self.hold(owner, about, made)
        return made

    def hold(self, owner: object, about: Hashable, made: T) -> None:
        """Remember what was made of this; what is oldest makes room."""
        with self._lock:
            self._made[(id(owner), about)] = (owner, made)
            while len(self._made) > 1 and sum(self.size(one) for _, one in self._made.values()) > self.most:
                self._made.popitem(last=False)


_texts: "Lately[Pass]" = Lately(KEPT, lambda _: 1)
_maps: Lately[NDArray[np.float32]] = Lately(WEIGHTS, lambda weights: weights.size)


def reread(run: "Run", text: str) -> "Pass":
    """The text before this run's model."""
    from regard.runs.passes import pass_of

    return _texts.of(run, text, lambda: pass_of(run, text))


def reweigh(passed: "Pass", chosen: "Chosen") -> "NDArray[np.float32]":
    """The weights of a head on a text."""
    from regard.explain.heads.maps import weights_of

    return _maps.of(passed, chosen, lambda: weights_of(passed, chosen))


def remember(passed: "Pass", chosen: "Chosen", weights: "NDArray[np.float32]") -> None:
    """Weights of a head that were seen by the way."""
    _maps.hold(passed, chosen, weights)
