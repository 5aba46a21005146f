"""What the second chapter finds: depth, positions, heads, and attention by hand."""

from dataclasses import dataclass

from regard.findings import Interval


@dataclass(frozen=True, kw_only=True)
class Depth:
    """One kind of model at one depth."""

    model: str
    """The name of its recipe: `self`, `self-residual`, `self-batchnorm`."""
    layers: int
    value: float
    """Accuracy on the test part, mean over the seeds."""
    interval: Interval
    train_loss: float
    """Mean over the last epoch, and over the seeds."""
    updates: int
    """Steps of its training; the model of that name in the ladder may have made more."""
    born: list[float]
    """Norm of the gradient of the loss that is trained on, with respect to each layer's weights, from the first layer
    to the last, before the first step."""
    trained: list[float]
    """The same with the weights that training ended with."""


@dataclass(frozen=True, kw_only=True)
class PositionMap:
    """What one kind of position adds to the score of a query at place i (row) and a key at place j (column)."""

    kind: str
    """`sinusoidal`, `learned`, `relative`, `bucketed`, `rotary`, `alibi`."""
    model: str
    """The model whose trained weights these are; empty for a formula without weights."""
    values: list[list[float]]
    """Of the first head, where heads differ; pe_i·pe_j for positions that are added to the words."""
    change: float
    """Largest change of a value when both places move by the same amount, as a share of the values' range: 0 for a
    map that knows distances only."""
    order: float | None
    """Accuracy on pairs of texts with the same words in another order, of a model with this kind of position, mean over
    its seeds."""


@dataclass(frozen=True, kw_only=True)
class Swap:
    """Two sentences with the same words in another order, read by a newborn model with one kind of position (T5)."""

    kind: str
    """A kind of position, or `none`."""
    texts: tuple[str, str]
    difference: float
    """Largest difference between the numbers that the model gives for the two."""


@dataclass(frozen=True, kw_only=True)
class Looking:
    """What one head does, on average over the queries of some texts."""

    entropy: float
    """Of its weights, divided by the log of the number of keys: 1 looks at all alike, 0 at a single one."""
    distance: float
    """Mean of |i − j| under its weights, in tokens."""
    previous: float
    same: float
    next: float
    """Shares of its weight on the token before the query, on the query itself, on the token after it."""


@dataclass(frozen=True, kw_only=True)
class Head(Looking):
    """What one head does after training, and what it did before."""

    layer: int
    head: int
    """Both counted from 1."""
    born: Looking
    """The same of the model before its first step."""
    arranged: bool
    """Whether it was born looking at a neighbour (`model.neighbours` of the recipe), not from random weights."""
    texts: int
    """How many validation texts, from the first on, these are means over."""


@dataclass(frozen=True, kw_only=True)
class HeadMap:
    """The weights of one head on one sentence, who looks (row) at what (column)."""

    layer: int
    head: int
    weights: list[list[float]]


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One sentence through all layers and heads of a model."""

    text: str
    words: list[str]
    """Rows and columns of the maps."""
    unknown: list[str]
    """Words that the model's vocabulary does not have; one vector stands for all of them."""
    label: str
    probability: float
    maps: list[HeadMap]


@dataclass(frozen=True, kw_only=True)
class Matrix:
    """One step of attention by hand: a matrix, and the formula that gave it."""

    name: str
    """`X`, `W_Q`, `Q`, `S`, …"""
    formula: str
    """Such as `Q = X W_Q`; empty for what is given."""
    rows: list[str]
    columns: list[str]
    values: list[list[float]]


@dataclass(frozen=True, kw_only=True)
class SelfAttentionFindings:
    """All that the chapter on self-attention shows beside its ladder."""

    depths: list[Depth]
    positions: list[PositionMap]
    swaps: list[Swap]
    model: str
    """The model whose heads are shown."""
    heads: list[Head]
    sentences: list[Sentence]
    arithmetic: list[Matrix]
    """T2: attention on two words, matrix by matrix."""
