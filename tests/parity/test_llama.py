"""Llama as Hugging Face has it, in both directions."""

import json

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from regard.attention.padded import side_by_side
from regard.decoding import beam_search, greedy, sample
from regard.errors import Mistake
from regard.models.families.folder import load_published, save_published
from regard.models.families.llama import build

from .causal import END, WORDS, check_back, check_both, check_cache, check_generation, in_double, padded
from .exchanged import drawn, ours_of

__all__ = ["in_double"]

STRETCHED = {
    "rope_type": "llama3",
    "rope_theta": 50.0,
    "factor": 4.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 20,
}
"""Of the four rates of a head of eight, the first is kept, the second lies between, and the others are slowed down."""
KINDS = {
    "usual": {},
    "fast turns": {"rope_parameters": {"rope_type": "default", "rope_theta": 50.0}},
    "stretched": {"rope_parameters": STRETCHED},
    "one key for all": {"num_key_value_heads": 1},
    "biases": {"attention_bias": True},
    "tied": {"tie_word_embeddings": True, "rms_norm_eps": 1e-3},
}


def config(**changes):
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2}
    sizes |= {"vocab_size": WORDS, "intermediate_size": 17, "max_position_embeddings": 31, "eos_token_id": END}
    return LlamaConfig(**{**sizes, **changes})


@pytest.mark.parametrize("kind", KINDS)
def test_logits_and_attention(kind, tmp_path):
    theirs = drawn(LlamaForCausalLM, config(**KINDS[kind]))
    check_both(theirs, tmp_path, 1e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_logits_and_attention_in_double(kind, in_double, tmp_path):
    theirs = drawn(LlamaForCausalLM, config(**KINDS[kind]))
    check_both(theirs, tmp_path, 1e-10)


@pytest.mark.parametrize("kind", KINDS)
def test_back_again(kind, tmp_path):
    theirs = drawn(LlamaForCausalLM, config(**KINDS[kind]))
    check_back(theirs, tmp_path)


def test_word_after_word(tmp_path):
    check_cache(ours_of(drawn(LlamaForCausalLM, config()), tmp_path))


@pytest.mark.parametrize("seed", [2, 5])
def test_what_is_generated(seed, tmp_path):
    theirs = drawn(LlamaForCausalLM, config(), seed)
    check_generation(ours_of(theirs, tmp_path), theirs)


def test_every_end_ends_what_is_generated(tmp_path):
    theirs = drawn(LlamaForCausalLM, config(), 2)
    ids = padded("right")[0][:1, :2]
    asked = {"inputs": ids, "max_new_tokens": 12, "do_sample": False, "pad_token_id": 0}
    with torch.no_grad():
        whole = theirs.generate(**asked, eos_token_id=END)[0, 2:].tolist()
        other = next(token for token in whole if token != END)
        theirs.generation_config.eos_token_id = [END, other]
        theirs.save_pretrained(tmp_path / "theirs")
        ended = theirs.generate(**asked)[0, 2:].tolist()
        best = theirs.generate(**asked, num_beams=3, length_penalty=0.0, early_stopping="never")[0, 2:].tolist()
    ours = load_published(tmp_path / "theirs")
    assert (ours.end, ours.other_ends) == (END, (other,))
    source = side_by_side(ids.tolist())
    assert (
        list(greedy(ours, source, longest=11)[0].tokens) == ended[: ended.index(other)] == whole[: whole.index(other)]
    )
    found = beam_search(ours, source, beam=3, alpha=0.0, longest=11)[0][0].tokens
    assert list(found) == [token for token in best if token not in (0, END, other)]
    assert other not in sample(ours, source, longest=11, shortest=3, generator=torch.Generator())[0].tokens
    save_published(ours, tmp_path / "ours")
    assert load_published(tmp_path / "ours").other_ends == (other,)
    assert json.loads((tmp_path / "ours/config.json").read_text())["eos_token_id"] == [END, other]


@pytest.mark.parametrize("name", ["rope_type", "type"])
def test_turns_as_older_files_write_them(name, tmp_path):
    theirs = drawn(LlamaForCausalLM, config(rope_parameters=STRETCHED))
    theirs.save_pretrained(tmp_path)
    file = tmp_path / "config.json"
    told = json.loads(file.read_text())
    turns = told.pop("rope_parameters")
    told |= {"rope_theta": turns.pop("rope_theta"), "rope_scaling": {name: turns.pop("rope_type"), **turns}}
    file.write_text(json.dumps(told))
    ids = padded("right")[0]
    with torch.no_grad():
        torch.testing.assert_close(load_published(tmp_path)(ids), theirs(ids).logits, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"rope_parameters": {"rope_type": "yarn"}}, "rope_type is 'yarn', and only 'default' and 'llama3'"),
        ({"rope_scaling": {"type": "linear", "factor": 2.0}}, "rope_type is 'linear'"),
        ({"rope_scaling": [2]}, r"rope_parameters is \[2\], and must be an object"),
        ({"head_dim": 5}, "head_dim is 5, and only models with 4"),
        ({"mlp_bias": True}, "mlp_bias is True, and only models with False"),
        ({"hidden_act": "selu"}, "hidden_act is 'selu', and the functions known"),
        ({"num_key_value_heads": 3}, "2 heads in 3 groups"),
    ],
)
def test_what_it_cannot_be_is_named(changes, complaint):
    numbers = {"vocab_size": WORDS, "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2}
    with pytest.raises(Mistake, match=complaint):
        build({**numbers, "intermediate_size": 7, **changes})
