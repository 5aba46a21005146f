"""Every architecture by its kind, written out: jump-to-definition works and nothing happens at import."""

from collections.abc import Callable

from torch import nn

from regard.models.pooling import Attention, Mean, TextQuery, TextQueryValue
from regard.models.recurrent import FinalState, StateAttention
from regard.models.self_attention import SelfAttention
from regard.models.transformer import Transformer

CLASSIFIERS: dict[str, Callable[..., nn.Module]] = {
    "mean": Mean,
    "attention": Attention,
    "text-query": TextQuery,
    "text-query-value": TextQueryValue,
    "final-state": FinalState,
    "state-attention": StateAttention,
    "self-attention": SelfAttention,
    "transformer": Transformer,
}
"""Kind to class. Each takes word vectors and the number of classes, then its own settings by name."""
