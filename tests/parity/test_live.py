"""The table of parity that the last chapter shows: all families agree, and one that did not would be seen."""

import pytest
import torch

from regard.models.families import parity
from regard.models.families.parity import REFERENCES, library, parities

pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings the reference")


def test_all_families_agree():
    told = []
    found = parities(tell=told.append)
    assert [one.family for one in found] == list(REFERENCES)
    assert [one.family for one in found if not one.met] == []
    assert all(max(one.logits, one.attention, one.back) <= one.tolerance == 1e-5 for one in found)
    assert told[-1] == 1.0
    assert library().startswith("transformers ")


@pytest.mark.parametrize("part", ["logits", "attention"])
def test_a_model_that_differs_is_seen(monkeypatch, part):
    true = parity.seen_by_ours

    def spoilt(model):
        logits, looks = true(model)
        if part == "logits":
            return logits + torch.eye(*logits.shape) * 1e-3, looks
        return logits, [*looks[:-1], looks[-1] + 1e-3]

    monkeypatch.setattr(parity, "seen_by_ours", spoilt)
    (one,) = parities(["bert"])
    assert not one.met
    assert getattr(one, part) == pytest.approx(1e-3, rel=0.1)


def test_without_the_library_nothing_is_compared(monkeypatch):
    monkeypatch.setattr(parity, "find_spec", lambda name: None)
    assert library() == ""
    assert parities() == []
