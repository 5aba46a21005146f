"""BART against Hugging Face's: the same weights, logits, attention and outputs, in both directions."""

import pytest
import torch
from torch.testing import assert_close

from regard.models.bart import Bart
from regard.models.families.folder import load_published, save_published

from .encoder_decoder import (
    END,
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
Published, Settings = transformers.BartForConditionalGeneration, transformers.BartConfig


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("scaled", [False, True])
def test_logits_and_attention_are_theirs(tmp_path, dtype, scaled):
    theirs = tiny(Published, Settings, scale_embedding=scaled)
    check_logits_and_attention(theirs, ours_of(theirs, tmp_path), dtype)


@pytest.mark.parametrize("side", ["left", "right"])
def test_padding_cannot_matter(tmp_path, side):
    theirs = tiny(Published, Settings)
    check_padding(theirs, ours_of(theirs, tmp_path), side)


def test_word_by_word_is_all_at_once(tmp_path):
    check_steps(ours_of(tiny(Published, Settings), tmp_path))


@pytest.mark.parametrize("first", [None, 0])
@pytest.mark.parametrize("seed", range(4))
def test_greedy_outputs_are_theirs(tmp_path, seed, first):
    """Some of them end by themselves, and some by force."""
    theirs = tiny(Published, Settings, seed, ends=3)
    check_greedy(theirs, ours_of(theirs, tmp_path, forced_bos_token_id=first), forced_bos_token_id=first)


@pytest.mark.parametrize("first", [None, 0])
@pytest.mark.parametrize("seed", range(4))
def test_outputs_of_a_beam_are_theirs(tmp_path, seed, first):
    theirs = tiny(Published, Settings, seed, ends=6)
    check_beam(theirs, ours_of(theirs, tmp_path, forced_bos_token_id=first), forced_bos_token_id=first)


def test_a_model_without_its_head_says_words_all_the_same(tmp_path):
    """The first BART was published so: names without `model.`, and no bias of the logits, which is 0."""
    theirs = tiny(Published, Settings)
    theirs.final_logits_bias.zero_()
    ours = ours_of(theirs.model, tmp_path)
    check_logits_and_attention(theirs, ours, torch.float32)


def test_how_outputs_begin_is_said_beside_the_config(tmp_path):
    theirs = tiny(Published, Settings, 1, ends=6)
    theirs.generation_config.forced_bos_token_id = 7
    ours = ours_of(theirs, tmp_path)
    assert "forced_bos_token_id" not in (tmp_path / "config.json").read_text()
    assert ours.first == 7
    check_beam(theirs, ours)


@torch.no_grad()
def test_what_is_written_is_read_by_them(tmp_path):
    torch.manual_seed(3)
    sizes = {"width": 12, "layers": 2, "decoder_layers": 1, "heads": 4, "decoder_heads": 3, "hidden": 17, "longest": 23}
    ours = Bart(WORDS, begin=END, end=END, first=5, scaled=True, **sizes).eval()
    for parameter in ours.parameters():
        parameter.normal_(std=0.5)
    save_published(ours, tmp_path)
    theirs, report = Published.from_pretrained(tmp_path, output_loading_info=True)
    assert not any(report.values())
    (source, real), (target, _) = padded(SOURCES), padded(TARGETS)
    assert_close(theirs(source, real.long(), target).logits, ours(source, real, target), rtol=0, atol=1e-5)
    assert theirs.generation_config.decoder_start_token_id == END
    assert theirs.generation_config.forced_bos_token_id == 5
    again, before = load_published(tmp_path), ours.state_dict()
    assert (again.begin, again.end, again.first, again.longest) == (END, END, 5, 22)
    assert {name: tensor.tolist() for name, tensor in again.state_dict().items()} == {
        name: tensor.tolist() for name, tensor in before.items()
    }
