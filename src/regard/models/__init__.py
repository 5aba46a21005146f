"""Every architecture by its kind, written out: jump-to-definition works and nothing happens at import."""

from collections.abc import Callable

from torch import nn

from regard.models.albert import Albert
from regard.models.bahdanau import Bahdanau
from regard.models.bart import Bart
from regard.models.bert import Bert
from regard.models.bloom import Bloom
from regard.models.gpt import GPT
from regard.models.llama import Llama
from regard.models.luong import Luong
from regard.models.pooling import Attention, Mean, TextQuery, TextQueryValue
from regard.models.reader import Reader
from regard.models.recurrent import FinalState, StateAttention, StateMean
from regard.models.roberta import Roberta
from regard.models.self_attention import SelfAttention
from regard.models.seq2seq_rnn import FixedVector
from regard.models.transformer import Transformer
from regard.models.translator import Translator

CLASSIFIERS: dict[str, Callable[..., nn.Module]] = {
    "mean": Mean,
    "attention": Attention,
    "text-query": TextQuery,
    "text-query-value": TextQueryValue,
    "final-state": FinalState,
    "state-attention": StateAttention,
    "state-mean": StateMean,
    "self-attention": SelfAttention,
    "transformer": Transformer,
}
"""Kind to class. Each takes word vectors and the number of classes, then its own settings by name."""

NO_PADDING = ("mean", "attention", "text-query", "text-query-value")
"""Kinds of classifier that read a text's tokens without padding, so that batches need not be of one length."""

TRANSLATORS: dict[str, Callable[..., nn.Module]] = {
    "rnn": FixedVector,
    "bahdanau": Bahdanau,
    "luong": Luong,
    "transformer": Translator,
}
"""Kind to class. Each takes the sizes of the source's and the target's vocabulary, then its own settings by name."""

LANGUAGE: dict[str, type[nn.Module]] = {
    "gpt": GPT,
    "bloom": Bloom,
    "llama": Llama,
    "bert": Bert,
    "roberta": Roberta,
    "albert": Albert,
    "reader": Reader,
    "bart": Bart,
}
"""Kind to class. Each takes the size of the vocabulary, then its own settings by name."""
