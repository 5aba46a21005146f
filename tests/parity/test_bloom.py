"""BLOOM as Hugging Face has it, in both directions."""

from functools import partial

import pytest
import torch.nn.functional as F
from transformers import BloomConfig, BloomForCausalLM
from transformers.models.bloom import modeling_bloom

from regard.errors import Mistake
from regard.models.families.bloom import build

from .causal import END, WORDS, check_back, check_both, check_cache, check_generation, in_double
from .exchanged import drawn, ours_of

__all__ = ["in_double"]


def config(**changes):
    return BloomConfig(
        **{"vocab_size": WORDS, "hidden_size": 12, "n_layer": 3, "n_head": 3, "eos_token_id": END, **changes}
    )


@pytest.mark.parametrize("heads", [3, 4])
def test_logits_and_attention(heads, tmp_path):
    """Also where the number of heads is no power of two, and slopes are interleaved."""
    theirs = drawn(BloomForCausalLM, config(n_head=heads))
    check_both(theirs, tmp_path, 1e-5)


def test_logits_and_attention_in_double(in_double, monkeypatch, tmp_path):
    """Against gelu with √(2/π) in full, of which the published code keeps eight digits."""
    monkeypatch.setattr(modeling_bloom, "bloom_gelu_forward", partial(F.gelu, approximate="tanh"))
    theirs = drawn(BloomForCausalLM, config())
    check_both(theirs, tmp_path, 1e-10)


@pytest.mark.parametrize("tied", [True, False])
def test_back_again(tied, tmp_path):
    theirs = drawn(BloomForCausalLM, config(tie_word_embeddings=tied, layer_norm_epsilon=1e-3))
    check_back(theirs, tmp_path)


def test_word_after_word(tmp_path):
    check_cache(ours_of(drawn(BloomForCausalLM, config()), tmp_path))


@pytest.mark.parametrize("seed", [2, 5])
def test_what_is_generated(seed, tmp_path):
    theirs = drawn(BloomForCausalLM, config(tie_word_embeddings=False), seed)
    check_generation(ours_of(theirs, tmp_path), theirs)


def test_older_names_of_its_numbers():
    numbers = {"vocab_size": WORDS, "n_embed": 6, "hidden_size": 64, "num_hidden_layers": 1, "num_attention_heads": 3}
    assert build(numbers).words.weight.shape == (WORDS, 6)


def test_what_it_cannot_be_is_named():
    numbers = {"vocab_size": WORDS, "hidden_size": 6, "n_layer": 1, "n_head": 3}
    with pytest.raises(Mistake, match="apply_residual_connection_post_layernorm is True, and only models with False"):
        build({**numbers, "apply_residual_connection_post_layernorm": True})
    with pytest.raises(Mistake, match="n_head is missing, and must be a whole number"):
        build({"vocab_size": WORDS, "hidden_size": 6, "n_layer": 1})
