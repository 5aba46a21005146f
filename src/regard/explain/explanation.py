"""The value that every way of explaining returns."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from regard.explain.rows import Rows, listed

Unchecked = Literal["", "long", "several", "no-answer"]
"""The text is too long, several attentions are shown at once, or the model is asked for no one answer."""
Kind = Literal["label", "word", "translation"]
Caution = Literal["weights", "gradients", "taken", "control"]
"""What scores are, and so what a picture of them does not show: weights of the model, gradients, words taken away, or a
control that knows nothing of it."""


@dataclass(frozen=True, kw_only=True)
class Map:
    """Weights from the rows (who looks) to the columns (what is looked at)."""

    name: str
    """Path of the module that made it, with its head where there are several."""
    rows: list[str]
    columns: list[str]
    weights: Sequence[list[float]]

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.rows):
            raise ValueError(f"{self.name}: {len(self.rows)} rows but {len(self.weights)} rows of weights")
        wide = {self.weights.array.shape[1]} if isinstance(self.weights, Rows) else {len(row) for row in self.weights}
        if self.weights and wide != {len(self.columns)}:
            raise ValueError(f"{self.name}: {len(self.columns)} columns, and a row of weights of another length")


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What a model looked at when it answered."""

    method: str
    target: str
    """What is explained, such as the probability of a label."""
    kind: Kind = "label"
    """What the answer is."""
    text: str
    label: str
    probability: float
    maps: list[Map]
    spans: list[tuple[int, int]]
    """The characters of `text` behind each column."""
    signed: bool = False
    """Whether weights below 0 speak against the target; else all are shares of one whole."""
    caution: Caution = "weights"
    """What the weights are, and so what the picture does not show."""
    left_out: int = 0
    """Tokens of the text that the model did not read, for it reads no more."""
    unknown: list[str] = field(default_factory=list[str])
    """Words of the text that the model does not know; it reads each as the same unknown one."""
    faithfulness: dict[str, Any] = field(default_factory=dict)
    """How far the answer follows from the words that the weights name, beside controls; empty if it was not asked."""
    unchecked: Unchecked = ""
    """Why there are no such figures although they were asked for."""

    def as_json(self) -> dict[str, Any]:
        """The same, as what `json.dumps` takes."""
        told = asdict(replace(self, maps=[]))
        return told | {"maps": [vars(one) | {"weights": listed(one.weights)} for one in self.maps]}
