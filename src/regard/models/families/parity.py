"""Our models beside Hugging Face's with the same random weights: how far the numbers of the two are apart."""

import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import torch
from torch import Tensor, nn

from regard.attention.watch import watching
from regard.findings.transformers import Parity
from regard.models.families.folder import load_published, save_published

LIBRARY = "transformers"
TOLERANCE = 1e-5
"""In float32: what another order of the same sums may change."""
WORDS, PADDING = 41, 1
TEXTS = ((5, 6, 7, 19), (9, 30), (3, 4, 11, 12, 8, 40))
SAID = ((2, 5, 33), (2, 0, 6, 7, 21), (2, 11))
SIZES = {"vocab_size": WORDS, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 17}
BOTH = {"encoder_layers": 2, "decoder_layers": 2, "encoder_ffn_dim": 17, "decoder_ffn_dim": 19, "d_model": 12}
HEADS = {"encoder_attention_heads": 4, "decoder_attention_heads": 3}

Seen = tuple[Tensor, list[Tensor]]
"""Logits of the real words, and the weights of every attention between real words."""


@dataclass(frozen=True)
class Reference:
    """A small published model."""

    kind: str
    config: str
    settings: dict[str, Any]
    """Of its configuration."""


REFERENCES = {
    "gpt2": Reference("GPT2LMHeadModel", "GPT2Config", {"vocab_size": WORDS, "n_embd": 12, "n_layer": 2, "n_head": 4}),
    "bloom": Reference(
        "BloomForCausalLM", "BloomConfig", {"vocab_size": WORDS, "hidden_size": 12, "n_layer": 2, "n_head": 3}
    ),
    "llama": Reference("LlamaForCausalLM", "LlamaConfig", {**SIZES, "hidden_size": 32, "num_key_value_heads": 2}),
    "bert": Reference("BertForMaskedLM", "BertConfig", {**SIZES, "hidden_size": 12}),
    "roberta": Reference("RobertaForMaskedLM", "RobertaConfig", {**SIZES, "hidden_size": 12}),
    "albert": Reference("AlbertForMaskedLM", "AlbertConfig", {**SIZES, "hidden_size": 12, "embedding_size": 7}),
    "bart": Reference(
        "BartForConditionalGeneration", "BartConfig", {"vocab_size": WORDS, "pad_token_id": PADDING, **BOTH, **HEADS}
    ),
}
"""For each family a model of its design, with sizes that cannot be taken for each other."""


def library() -> str:
    """What is compared with, and its version; empty where it is not installed."""
    return f"{LIBRARY} {version(LIBRARY)}" if find_spec(LIBRARY) else ""


def parities(
    families: Sequence[str] = tuple(REFERENCES), tell: Callable[[float], None] = lambda share: None
) -> list[Parity]:
    """Each family beside the library's, where it is installed: from there to here, and back again."""
    if not library():
        return []
    found: list[Parity] = []
    for number, family in enumerate(families, start=1):
        with _quiet(), torch.random.fork_rng(devices=[]), tempfile.TemporaryDirectory() as folder:
            found.append(parity(family, Path(folder)))
        tell(number / len(families))
    return found


@torch.no_grad()
def parity(family: str, folder: Path) -> Parity:
    """One family; the folder holds the weights on their way."""
    theirs = drawn(REFERENCES[family])
    theirs.save_pretrained(folder / "theirs")
    ours = load_published(folder / "theirs")
    save_published(ours, folder / "ours")
    again = type(theirs).from_pretrained(folder / "ours", attn_implementation="eager").eval()
    (logits, looks), (expected, expected_looks) = seen_by_ours(ours), seen_by_theirs(theirs)
    returned, _ = seen_by_theirs(again)
    apart = {
        "logits": _apart(logits, expected),
        "attention": max(_apart(mine, other) for mine, other in zip(looks, expected_looks, strict=True)),
        "back": _apart(logits, returned),
    }
    return Parity(family=family, **apart, tolerance=TOLERANCE, met=max(apart.values()) <= TOLERANCE)


def drawn(reference: Reference, seed: int = 0) -> Any:
    """The published model with random weights, in which no bias is 0 and no norm is 1."""
    import transformers

    torch.manual_seed(seed)
    config = getattr(transformers, reference.config)(**reference.settings)
    model = getattr(transformers, reference.kind)._from_config(config, attn_implementation="eager").eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter), alpha=0.2)
    return model


def seen_by_ours(model: nn.Module) -> Seen:
    """What our model makes of the texts."""
    (ids, real), (said, saying) = _padded(TEXTS), _padded(SAID)
    two = hasattr(model, "encoder") and hasattr(model, "decoder")
    with watching(model) as watch:
        logits = model(ids, real, said, saying) if two else model(ids, real)
    looks = [weights for calls in watch.maps.values() for weights in calls]
    if not two:
        return logits[real], [_between(weights, real, real) for weights in looks]
    sides = {"encoder": (real, real), "cross": (saying, real), "decoder": (saying, saying)}
    return logits[saying], [
        _between(weights, *sides[side])
        for side in sides
        for name, calls in watch.maps.items()
        if side == ("cross" if name.endswith(".cross") else name.partition(".")[0])
        for weights in calls
    ]


def seen_by_theirs(model: Any) -> Seen:
    """What the published model makes of them."""
    (ids, real), (said, saying) = _padded(TEXTS), _padded(SAID)
    asked: dict[str, Any] = {"input_ids": ids, "attention_mask": real.long(), "output_attentions": True}
    if not model.config.is_encoder_decoder:
        found = model(**asked)
        return found.logits[real], [_between(weights, real, real) for weights in found.attentions]
    found = model(**asked, decoder_input_ids=said, decoder_attention_mask=saying.long())
    sides = [
        (found.encoder_attentions, real, real),
        (found.cross_attentions, saying, real),
        (found.decoder_attentions, saying, saying),
    ]
    return found.logits[saying], [_between(one, rows, columns) for layers, rows, columns in sides for one in layers]


def _padded(rows: Sequence[Sequence[int]]) -> tuple[Tensor, Tensor]:
    """Token numbers, and which of them are real: shorter texts are filled up at their ends."""
    longest = max(map(len, rows))
    ids = torch.tensor([[*row, *[PADDING] * (longest - len(row))] for row in rows])
    return ids, torch.tensor([[place < len(row) for place in range(longest)] for row in rows])


def _between(weights: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """The weights with which real words look at real ones, of all heads."""
    return weights.movedim(1, -1)[rows[:, :, None] & columns[:, None, :]]


def _apart(ours: Tensor, theirs: Tensor) -> float:
    return float((ours - theirs).abs().max())


@contextmanager
def _quiet() -> Generator[None]:
    """A block in which the library shows no bars and gives no advice."""
    from transformers.utils import logging

    said, level = cast(Any, logging), logging.get_verbosity()
    bars = said.is_progress_bar_enabled()
    said.set_verbosity_error()
    said.disable_progress_bar()
    try:
        yield
    finally:
        said.set_verbosity(level)
        if bars:
            said.enable_progress_bar()
