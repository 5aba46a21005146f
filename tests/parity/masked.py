"""What the tests of BERT, RoBERTa and ALBERT share: tiny random models, both ways, on texts with padding anywhere."""

from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard import watching

from .exchanged import ours_of, theirs_of

WORDS, PAD = 61, 1
LENGTHS = (7, 1, 5)
LONGEST = 9
SIDES = ("none", "right", "left", "middle")
EXACTNESS = [(torch.float32, 1e-5), (torch.float64, 1e-10)]
SIZES: dict[str, Any] = {
    "vocab_size": WORDS,
    "hidden_size": 12,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "intermediate_size": 17,
    "max_position_embeddings": 13,
}


def padded(side: str) -> tuple[Tensor, Tensor, Tensor]:
    """Token numbers, which of them are real, and their segments; where there is no padding, all rows are long."""
    torch.manual_seed(1)
    ids = torch.full((len(LENGTHS), LONGEST), PAD)
    mask = torch.zeros(ids.shape, dtype=torch.bool)
    for row, length in enumerate(LENGTHS):
        match side:
            case "none":
                mask[row] = True
            case "right":
                mask[row, :length] = True
            case "left":
                mask[row, -length:] = True
            case _:
                mask[row, torch.randperm(LONGEST)[:length].sort().values] = True
    torch.manual_seed(2)
    ids[mask] = torch.randint(4, WORDS, (int(mask.sum()),))
    places = mask.cumsum(1) - 1
    return ids, mask, (places >= 2).long() * mask


def alone(ids: Tensor, mask: Tensor, segments: Tensor) -> list[tuple[Tensor, Tensor]]:
    """Each row as a batch of its own, without padding."""
    return [(row[real][None], piece[real][None]) for row, real, piece in zip(ids, mask, segments, strict=True)]


def check_results(
    theirs: Any, kind: type[nn.Module], folder: Path, side: str, dtype: torch.dtype, tolerance: float
) -> None:
    """Their weights in our model, which is of this kind, give their results."""
    ours = ours_of(theirs, folder)
    assert isinstance(ours, kind)
    same(ours.to(dtype), theirs.to(dtype), side, tolerance)


def check_back(theirs: Any, folder: Path) -> None:
    """Their weights, written by us, are read by them as what they were."""
    ours = ours_of(theirs, folder / "theirs")
    same(ours, theirs_of(ours, type(theirs), folder / "ours"), "right", 1e-5)


@torch.no_grad()
def same(ours: Any, theirs: Any, side: str, tolerance: float, *, segments: bool = True) -> None:
    """Our results are theirs, text by text, so that they cannot owe anything to how they pad."""
    ids, mask, pieces = padded(side)
    pieces = pieces if segments else torch.zeros_like(pieces)
    found = ours(ids, None if side == "none" else mask, pieces if segments else None)
    found = found if isinstance(found, tuple) else (found,)
    for row, (text, piece) in enumerate(alone(ids, mask, pieces)):
        expected = theirs(text, token_type_ids=piece)
        tensors = [value for name, value in expected.items() if name not in ("attentions", "pooler_output")]
        assert len(tensors) == len(found)
        for one, other in zip(found, tensors, strict=True):
            mine = one[row][mask[row]] if one.dim() == 3 else one[row]
            assert_close(mine, other[0], rtol=0, atol=tolerance)
        for one in found:
            assert one.dim() < 3 or not one[row][~mask[row]].any(), "padding has results of its own"


@torch.no_grad()
def same_attention(ours: nn.Module, theirs: Any, names: list[str], tolerance: float) -> None:
    """What our layers look at, in the order in which they are used, is what theirs look at."""
    ids, mask, pieces = padded("right")
    with watching(ours) as watch:
        ours(ids, mask, pieces)
    expected = theirs(ids, attention_mask=mask.long(), token_type_ids=pieces, output_attentions=True).attentions
    assert len(expected) == len(names)
    assert set(watch.maps) == set(names)
    seen = {name: iter(maps) for name, maps in watch.maps.items()}
    for name, theirs_here in zip(names, expected, strict=True):
        longest = max(LENGTHS)
        mine, other = next(seen[name]), theirs_here[..., :longest, :longest]
        real = mask[:, :longest, None] & mask[:, None, :longest]
        real = real[:, None].expand_as(mine)
        assert_close(mine[real], other[real], rtol=0, atol=tolerance)
