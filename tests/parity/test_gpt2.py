"""GPT-2 as Hugging Face has it, in both directions."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file
from transformers import GPT2Config, GPT2LMHeadModel, GPT2Model

from regard.errors import Mistake
from regard.models.families.folder import load_published

from .causal import END, WORDS, check_back, check_both, check_cache, check_generation, in_double, padded
from .exchanged import drawn, ours_of

__all__ = ["in_double"]


def config(**changes):
    sizes = {"vocab_size": WORDS, "n_embd": 12, "n_layer": 3, "n_head": 4, "n_positions": 31, "n_inner": 17}
    return GPT2Config(**{**sizes, "bos_token_id": END, "eos_token_id": END, **changes})


@pytest.fixture
def theirs():
    return drawn(GPT2LMHeadModel, config())


def test_logits_and_attention(theirs, tmp_path):
    check_both(theirs, tmp_path, 1e-5)


def test_logits_and_attention_in_double(in_double, tmp_path):
    theirs = drawn(GPT2LMHeadModel, config())
    check_both(theirs, tmp_path, 1e-10)


@pytest.mark.parametrize("changes", [{}, {"n_inner": None, "activation_function": "relu"}])
@pytest.mark.parametrize("tied", [True, False])
def test_back_again(tied, changes, tmp_path):
    theirs = drawn(GPT2LMHeadModel, config(tie_word_embeddings=tied, layer_norm_epsilon=1e-3, **changes))
    check_back(theirs, tmp_path)
    assert ("lm_head.weight" in load_file(tmp_path / "ours" / "model.safetensors")) is not tied


def test_word_after_word(theirs, tmp_path):
    check_cache(ours_of(theirs, tmp_path))


@pytest.mark.parametrize("seed", [2, 5])
def test_what_is_generated(seed, tmp_path):
    theirs = drawn(GPT2LMHeadModel, config(tie_word_embeddings=False), seed)
    check_generation(ours_of(theirs, tmp_path), theirs)


def test_files_without_a_prefix_and_with_masks_of_old(theirs, tmp_path):
    ids = padded("right")[0]
    expected = ours_of(theirs, tmp_path / "with")(ids)
    GPT2Model.from_pretrained(tmp_path / "with").save_pretrained(tmp_path / "without")
    file = tmp_path / "without" / "model.safetensors"
    tensors = load_file(file)
    assert "wte.weight" in tensors
    save_file({**tensors, "h.0.attn.bias": torch.ones(1, 1, 31, 31)}, file)
    assert torch.equal(load_published(tmp_path / "without")(ids), expected)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"activation_function": "quick_gelu"}, "activation_function is 'quick_gelu', and the functions known here"),
        ({"scale_attn_by_inverse_layer_idx": True}, "scale_attn_by_inverse_layer_idx is True, and only models with F"),
        ({"n_embd": "wide"}, "n_embd is 'wide', and must be a whole number"),
        ({"vocab_size": None}, "vocab_size is None, and must be a whole number"),
        ({"tie_word_embeddings": "yes"}, "tie_word_embeddings is 'yes', and must be true or false"),
        ({"layer_norm_epsilon": True}, "layer_norm_epsilon is True, and must be a number"),
    ],
)
def test_what_it_cannot_be_is_named(changes, complaint, theirs, tmp_path):
    theirs.save_pretrained(tmp_path)
    file = tmp_path / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))
    with pytest.raises(Mistake, match=complaint):
        load_published(tmp_path)
