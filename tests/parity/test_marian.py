"""Marian against Hugging Face's."""

import pytest
import torch
from torch.testing import assert_close

from regard.errors import Mistake
from regard.models.families.folder import save_published
from regard.models.marian import Marian

from .encoder_decoder import (
    END,
    PAD,
    SOURCES,
    TARGETS,
    TOLERANCE,
    WORDS,
    check_beam,
    check_greedy,
    check_logits_and_attention,
    check_padding,
    check_steps,
    ours_of,
    padded,
    tiny,
)

transformers = pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings the reference")
Published, Settings = transformers.MarianMTModel, transformers.MarianConfig
OPUS = {"scale_embedding": True, "activation_function": "swish", "decoder_start_token_id": PAD}
"""As the opus-mt models have it."""


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("settings", [OPUS, {"decoder_start_token_id": PAD}])
def test_logits_and_attention_are_theirs(tmp_path, dtype, settings):
    theirs = tiny(Published, Settings, **settings)
    check_logits_and_attention(theirs, ours_of(theirs, tmp_path), dtype)


@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_cannot_matter(tmp_path, side):
    theirs = tiny(Published, Settings, **OPUS)
    check_padding(theirs, ours_of(theirs, tmp_path), side)


def test_word_by_word_is_all_at_once(tmp_path):
    check_steps(ours_of(tiny(Published, Settings, **OPUS), tmp_path))


@pytest.mark.parametrize("seed", range(2))
def test_outputs_are_theirs(tmp_path, seed):
    """Padding, from which outputs start, is never said: published models forbid it."""
    theirs = tiny(Published, Settings, seed, ends=6, **OPUS)
    ours = ours_of(theirs, tmp_path)
    check_greedy(theirs, ours, bad_words_ids=[[PAD]])
    check_beam(theirs, ours, bad_words_ids=[[PAD]])


@torch.no_grad()
def test_what_is_written_is_read_by_them(tmp_path):
    torch.manual_seed(3)
    sizes = {"width": 12, "layers": 2, "heads": 4, "hidden": 17, "longest": 23}
    ours = Marian(WORDS, begin=PAD, end=END, padding=PAD, scaled=True, activation="silu", **sizes).eval()
    for parameter in ours.parameters():
        parameter.normal_(std=0.5)
    save_published(ours, tmp_path)
    theirs, report = Published.from_pretrained(tmp_path, output_loading_info=True)
    assert not any(report.values())
    (source, real), (target, _) = padded(SOURCES), padded(TARGETS)
    assert_close(theirs(source, real.long(), target).logits, ours(source, real, target), rtol=0, atol=1e-5)


def test_two_tables_of_words_are_refused(tmp_path):
    theirs = tiny(Published, Settings, share_encoder_decoder_embeddings=False, tie_word_embeddings=False, **OPUS)
    with pytest.raises(Mistake, match=r"tie_word_embeddings is False, and only models with True"):
        ours_of(theirs, tmp_path)
