"""Nothing is found in modules that are known to be right: torch's own, published families', and ours."""

import pytest
import torch
import transformers
from torch import nn

from laws.zoo import NAMES, newborn
from regard import examine

SIZES = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 4, "intermediate_size": 40, "vocab_size": 99}
BART = {f"{side}_{what}": n for side in ("encoder", "decoder") for what, n in (("layers", 1), ("attention_heads", 2))}

TORCHS = {
    "attention": lambda: nn.MultiheadAttention(16, 2),
    "attention, rows first": lambda: nn.MultiheadAttention(16, 2, batch_first=True),
    "encoder layer": lambda: nn.TransformerEncoderLayer(16, 2, 32),
    "encoder layer, norm first": lambda: nn.TransformerEncoderLayer(16, 2, 32, batch_first=True, norm_first=True),
    "encoder": lambda: nn.TransformerEncoder(
        nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), 2, enable_nested_tensor=False
    ),
    "decoder layer": lambda: nn.TransformerDecoderLayer(16, 2, 32, batch_first=True),
    "decoder": lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(16, 2, 32), 2),
    "linear map": lambda: nn.Linear(16, 4),
    "recurrent": lambda: nn.LSTM(8, 8, batch_first=True),
}

PUBLISHED = {
    "bert": lambda: transformers.BertModel(transformers.BertConfig(**SIZES)),
    "bert, eager": lambda: transformers.BertModel(transformers.BertConfig(**SIZES, attn_implementation="eager")),
    "roberta": lambda: transformers.RobertaModel(transformers.RobertaConfig(**SIZES)),
    "albert": lambda: transformers.AlbertModel(transformers.AlbertConfig(**SIZES, embedding_size=20)),
    "electra": lambda: transformers.ElectraModel(transformers.ElectraConfig(**SIZES)),
    "distilbert": lambda: transformers.DistilBertModel(
        transformers.DistilBertConfig(dim=32, n_layers=1, n_heads=4, hidden_dim=40, vocab_size=99)
    ),
    "gpt": lambda: transformers.GPT2LMHeadModel(
        transformers.GPT2Config(n_embd=32, n_layer=1, n_head=4, vocab_size=99, bos_token_id=1, eos_token_id=2)
    ),
    "llama": lambda: transformers.LlamaForCausalLM(transformers.LlamaConfig(**SIZES, num_key_value_heads=2)),
    "bloom": lambda: transformers.BloomForCausalLM(
        transformers.BloomConfig(hidden_size=32, n_layer=1, n_head=4, vocab_size=99)
    ),
    "bart": lambda: transformers.BartModel(
        transformers.BartConfig(**BART, d_model=32, encoder_ffn_dim=40, decoder_ffn_dim=40, vocab_size=99)
    ),
}


@pytest.mark.parametrize("name", [*TORCHS, *PUBLISHED])
@pytest.mark.filterwarnings("ignore")
def test_nothing_is_found(name):
    torch.manual_seed(0)
    diagnosis = examine({**TORCHS, **PUBLISHED}[name]())
    assert diagnosis.findings == [], str(diagnosis)
    assert diagnosis.passed


def test_the_module_is_left_as_it_was():
    module = nn.TransformerEncoderLayer(16, 2, 32).train()
    before = {name: value.clone() for name, value in module.state_dict().items()}
    state = torch.random.get_rng_state()
    examine(module)
    assert module.training
    assert all(torch.equal(before[name], value) for name, value in module.state_dict().items())
    assert torch.equal(state, torch.random.get_rng_state())
    assert all(parameter.grad is None for parameter in module.parameters())
    assert torch.backends.mha.get_fastpath_enabled()


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found_in_ours(name):
    diagnosis = examine(newborn(name))
    assert diagnosis.findings == [], str(diagnosis)
    assert diagnosis.passed
