"""What the tests of GPT-2, BLOOM and Llama share: tiny random models, both ways, whole texts and word after word."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.testing import assert_close

from regard import watching
from regard.attention.padded import side_by_side
from regard.decoding import beam_search, greedy
from regard.models.families.folder import load_published

from .exchanged import ours_of, theirs_of

WORDS, END = 13, 2
TEXTS = [[5, 6, 7], [9], [3, 4, 11, 12, 8, 1, 0]]
SIDES = ("right", "left", "middle")
SHORTEST, LONGEST, BEAM = 3, 19, 3


@pytest.fixture
def in_double(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Everything in float64, also where Hugging Face rounds to float32: in norms, weights of attention and angles."""
    monkeypatch.setattr(torch, "float32", torch.float64)
    monkeypatch.setattr(torch, "float", torch.float64)
    monkeypatch.setattr(Tensor, "float", Tensor.double)
    torch.set_default_dtype(torch.float64)
    yield
    monkeypatch.undo()
    torch.set_default_dtype(torch.float32)


def padded(side: str) -> tuple[Tensor, Tensor]:
    """Token numbers, and which of them are real; what stands at padding is a word like any other."""
    longest = max(map(len, TEXTS)) + 1
    ids, real = torch.full((len(TEXTS), longest), 10), torch.zeros(len(TEXTS), longest, dtype=torch.bool)
    dice = torch.Generator().manual_seed(0)
    for row, text in enumerate(TEXTS):
        where = {"right": torch.arange(len(text)), "left": torch.arange(longest - len(text), longest)}
        anywhere = torch.randperm(longest, generator=dice)[: len(text)].sort().values
        chosen = where.get(side, anywhere)
        ids[row, chosen], real[row, chosen] = torch.tensor(text), True
    return ids, real


def check_both(theirs: Any, folder: Path, tolerance: float) -> None:
    """Logits and attention of their weights in our model."""
    ours = ours_of(theirs, folder)
    check_logits(ours, theirs, tolerance)
    check_attention(ours, theirs, tolerance)


def check_back(theirs: Any, folder: Path) -> None:
    """Their weights, written by us, are read by them and by us as what they were."""
    ours = ours_of(theirs, folder / "theirs")
    check_logits(ours, theirs_of(ours, type(theirs), folder / "ours"), 1e-5)
    check_logits(load_published(folder / "ours"), theirs, 1e-5)


@torch.no_grad()
def check_logits(ours: Any, theirs: Any, tolerance: float) -> None:
    """Ours, wherever padding stands, are theirs for each text by itself; without padding, theirs for the batch."""
    for side in SIDES:
        ids, real = padded(side)
        logits = ours(ids, real)
        assert not logits[~real].any()
        for row, text in enumerate(TEXTS):
            expected = theirs(torch.tensor([text])).logits[0]
            assert_close(logits[row][real[row]], expected, rtol=0, atol=tolerance)
    ids = padded("right")[0]
    assert_close(ours(ids), theirs(ids).logits, rtol=0, atol=tolerance)


@torch.no_grad()
def check_attention(ours: Any, theirs: Any, tolerance: float) -> None:
    """Each layer and head of ours looks where theirs does."""
    ids, real = padded("right")
    with watching(ours) as watch:
        watched = ours(ids, real)
    assert torch.equal(watched, ours(ids, real)), "looking changed the result"
    expected = theirs(ids, attention_mask=real.long(), output_attentions=True).attentions
    assert list(watch.maps) == [f"layers.{layer}.attention" for layer in range(len(expected))]
    for (mine,), other in zip(watch.maps.values(), expected, strict=True):
        for row, text in enumerate(TEXTS):
            n = len(text)
            assert_close(mine[row, :, :n, :n], other[row, :, :n, :n], rtol=0, atol=tolerance)
            assert not mine[row, :, :n, n:].any()


@torch.no_grad()
def check_cache(ours: Any) -> None:
    """Word after word, after prompts of unequal lengths and with rows in another order, is the whole at once."""
    prompts, said = side_by_side(TEXTS), torch.tensor([[1, 4, 12], [0, 3, 9], [6, 6, 5]])
    whole = [ours(torch.tensor([text + more])) for text, more in zip(TEXTS, said.tolist(), strict=True)]
    expected = [logits[0, len(text) - 1 :] for logits, text in zip(whole, TEXTS, strict=True)]
    state, order = ours.start(prompts), torch.arange(3)
    tokens = torch.full((3,), END)
    for place in range(4):
        logits, state = ours.step(tokens[order], state)
        assert_close(logits, torch.stack([expected[row][place] for row in order]), rtol=0, atol=1e-5)
        state, order = ours.pick(state, torch.tensor([2, 0, 0])), order[[2, 0, 0]]
        tokens = said[:, min(place, 2)]


def check_generation(ours: Any, theirs: Any) -> None:
    """What ours says greedily and by beam search is what theirs generates.

    END is, in turn, a word that theirs says after each prompt, so that outputs end by themselves. At the longest the
    two differ, and are not compared: ours ends an output there, and pays for it; theirs breaks it off.
    """
    prompts, (ids, real) = side_by_side(TEXTS), padded("left")
    asked: dict[str, Any] = {"inputs": ids, "attention_mask": real.long(), "max_new_tokens": LONGEST}
    asked |= {"do_sample": False, "pad_token_id": END}
    endless = theirs.generate(**asked, min_new_tokens=LONGEST)[:, ids.shape[1] :]
    for row in range(len(TEXTS)):
        ours.end = int(endless[row, SHORTEST])
        asked |= {"min_new_tokens": SHORTEST, "eos_token_id": ours.end, "pad_token_id": ours.end}
        limits = {"shortest": SHORTEST, "longest": LONGEST}
        one = [list(output.tokens) for output in greedy(ours, prompts, **limits)]
        assert one == _until(ours.end, theirs.generate(**asked)[:, ids.shape[1] :])
        check_repetition(ours, theirs, TEXTS[row])
        best = [list(outputs[0].tokens) for outputs in beam_search(ours, prompts, beam=BEAM, alpha=0.0, **limits)]
        found = theirs.generate(**asked, num_beams=BEAM, length_penalty=0.0, early_stopping="never")
        expected = _until(ours.end, found[:, ids.shape[1] :])
        assert len(expected[row]) < LONGEST, "the prompt that END was chosen for did not end"
        for mine, their in zip(best, expected, strict=True):
            assert mine == their or len(their) == LONGEST


def check_repetition(ours: Any, theirs: Any, prompt: list[int]) -> None:
    """What was said, and what stood in the prompt, is said less often by both."""
    for penalty in (1.3, 4.0):
        one = greedy(ours, side_by_side([prompt]), repetition=penalty, longest=LONGEST)[0]
        asked = {"do_sample": False, "max_new_tokens": LONGEST, "repetition_penalty": penalty}
        found = theirs.generate(torch.tensor([prompt]), eos_token_id=ours.end, pad_token_id=ours.end, **asked)
        assert list(one.tokens) == _until(ours.end, found[:, len(prompt) :])[0]


def _until(end: int, rows: Tensor) -> list[list[int]]:
    return [[*row, end][: [*row, end].index(end)] for row in rows.tolist()]
