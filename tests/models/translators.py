"""Every translator in its settings, tiny, and pairs to feed it."""

import torch
from torch import nn

from regard.attention.padded import side_by_side
from regard.data.pairs import PairBatch
from regard.models import TRANSLATORS

from .drawn import stirred

SOURCE, TARGET, BEGIN, END = 17, 13, 1, 2
SIZES = {"width": 5, "states": 6}
WIDTHS = {"width": 8, "heads": 2, "hidden": 11, "layers": 2}

SETTINGS: dict[str, tuple[str, dict[str, object]]] = {
    "rnn": ("rnn", SIZES),
    "rnn-lstm-2": ("rnn", SIZES | {"cell": "lstm", "layers": 2, "both_ways": False, "readout": "tanh", "tied": True}),
    "bahdanau": ("bahdanau", SIZES),
    "bahdanau-lstm": ("bahdanau", SIZES | {"cell": "lstm", "readout": "tanh", "alignment": 7, "tied": True}),
    "bahdanau-blank": ("bahdanau", SIZES | {"bridge": False}),
    "bahdanau-blank-lstm": ("bahdanau", SIZES | {"bridge": False, "cell": "lstm"}),
    "luong-dot": ("luong", SIZES),
    "luong-bilinear": ("luong", SIZES | {"score": "bilinear", "layers": 2, "cell": "gru", "both_ways": False}),
    "luong-mlp": ("luong", SIZES | {"score": "mlp", "tied": True}),
    "luong-unfed": ("luong", SIZES | {"feeding": False, "cell": "gru", "layers": 2}),
    "luong-unfed-mlp": ("luong", SIZES | {"feeding": False, "score": "mlp"}),
    "transformer": ("transformer", WIDTHS),
    "transformer-post": ("transformer", WIDTHS | {"pre_norm": False, "tied": False, "decoder_layers": 1}),
    "transformer-rms": ("transformer", WIDTHS | {"norm": "rms"}),
    "transformer-relative": ("transformer", WIDTHS | {"position": "relative"}),
    "transformer-bucketed": ("transformer", WIDTHS | {"position": "bucketed"}),
    "transformer-alibi": ("transformer", WIDTHS | {"position": "alibi"}),
}
NAMES = list(SETTINGS)
ATTENTIVE = [name for name in NAMES if not name.startswith("rnn")]
LOOPING = [name for name in ATTENTIVE if name.startswith(("bahdanau", "luong")) and "unfed" not in name]


def newborn(name: str, **settings: object) -> nn.Module:
    kind, own = SETTINGS[name]
    return TRANSLATORS[kind](SOURCE, TARGET, begin=BEGIN, end=END, **{**own, **settings})


def lively(name: str, **settings: object) -> nn.Module:
    """Random weights, float64, evaluation mode."""
    return stirred(newborn(name, **settings))


def pairs_of(*lengths: tuple[int, int], seed: int = 0) -> PairBatch:
    """Random pairs with so many source tokens, and target tokens between BEGIN and END."""
    dice = torch.Generator().manual_seed(seed)

    def draw(size: int, count: int) -> list[int]:
        return torch.randint(3, size, (count,), generator=dice).tolist()

    sources = [draw(SOURCE, m) for m, _ in lengths]
    targets = [[BEGIN, *draw(TARGET, t), END] for _, t in lengths]
    return PairBatch(side_by_side(sources), side_by_side(targets))


def part(batch: PairBatch, rows: list[int]) -> PairBatch:
    chosen = torch.tensor(rows)
    return PairBatch(batch.source.pick(chosen), batch.target.pick(chosen))
