"""The value that every way of explaining returns."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, kw_only=True)
class Map:
    """Weights from the rows (who looks) to the columns (what is looked at)."""

    name: str
    """Path of the module that made it, with its head where there are several."""
    rows: list[str]
    columns: list[str]
    weights: list[list[float]]

    def __post_init__(self) -> None:
        if len(self.weights) != len(self.rows):
            raise ValueError(f"{self.name}: {len(self.rows)} rows but {len(self.weights)} rows of weights")
        if any(len(row) != len(self.columns) for row in self.weights):
            raise ValueError(f"{self.name}: {len(self.columns)} columns, and a row of weights of another length")


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """What a model looked at when it answered."""

    method: str
    target: str
    """What is explained, such as the probability of a label."""
    kind: Literal["label", "translation"] = "label"
    """What the answer is."""
    text: str
    label: str
    probability: float
    maps: list[Map]
    spans: list[tuple[int, int]]
    """The characters of `text` behind each column."""
    faithfulness: dict[str, float] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The same, as what `json.dumps` takes."""
        return asdict(self)
