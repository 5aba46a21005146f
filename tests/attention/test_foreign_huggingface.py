"""Models of Hugging Face show their attention by the names of their modules, whatever kernel they were told to use."""

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.watch import NothingSeen, watching

from .foreign_cases import hooks_of, silence

transformers = pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings it")

SIZES = {"vocab_size": 50, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 48}
IDS = torch.randint(4, 50, (2, 7), generator=torch.Generator().manual_seed(3))
REAL = torch.tensor([[1] * 7, [1] * 4 + [0] * 3])


READ_NOW = [transformers.BertModel, transformers.GPT2LMHeadModel, transformers.LlamaForCausalLM, transformers.BartModel]
"""Or the first test would read them."""


def bert(kernel: str) -> nn.Module:
    return transformers.BertModel(transformers.BertConfig(**SIZES, attn_implementation=kernel))


def gpt2(kernel: str) -> nn.Module:
    config = transformers.GPT2Config(
        vocab_size=50, n_embd=32, n_layer=2, n_head=4, n_positions=64, bos_token_id=1, eos_token_id=2,
        attn_implementation=kernel,
    )  # fmt: skip
    return transformers.GPT2LMHeadModel(config)


def llama(kernel: str) -> nn.Module:
    config = transformers.LlamaConfig(**SIZES, num_key_value_heads=2, attn_implementation=kernel)
    return transformers.LlamaForCausalLM(config)


def bart(kernel: str) -> nn.Module:
    config = transformers.BartConfig(
        vocab_size=50, d_model=32, encoder_layers=2, decoder_layers=2, encoder_attention_heads=4,
        decoder_attention_heads=4, encoder_ffn_dim=48, decoder_ffn_dim=48, max_position_embeddings=64,
        attn_implementation=kernel,
    )  # fmt: skip
    return transformers.BartModel(config)


FAMILIES = {
    bert: ["encoder.layer.{}.attention.self"],
    gpt2: ["transformer.h.{}.attn"],
    llama: ["model.layers.{}.self_attn"],
    bart: ["encoder.layers.{}.self_attn", "decoder.layers.{}.self_attn", "decoder.layers.{}.encoder_attn"],
}
ALL = pytest.mark.parametrize("family", FAMILIES)
KERNELS = pytest.mark.parametrize("kernel", ["sdpa", "eager"])


def build(family, kernel: str) -> nn.Module:
    torch.manual_seed(0)
    return family(kernel).eval()


@ALL
@KERNELS
@pytest.mark.parametrize("grad", [False, True])
def test_every_layer_is_seen_and_no_bit_changes(family, kernel, grad):
    model = build(family, kernel)
    told = build(family, "eager")(IDS, attention_mask=REAL, output_attentions=True)
    with torch.set_grad_enabled(grad):
        plain = model(IDS, attention_mask=REAL)[0]
        with watching(model) as watch:
            assert torch.equal(model(IDS, attention_mask=REAL)[0], plain)
    assert not hooks_of(model)
    assert sorted(watch.maps) == sorted(name.format(n) for name in FAMILIES[family] for n in range(2))
    truth = {0: told.get("attentions") or told.get("encoder_attentions")}
    truth |= {1: told.get("decoder_attentions"), 2: told.get("cross_attentions")}
    for number, name in enumerate(FAMILIES[family]):
        for n in range(2):
            (weights,) = watch.maps[name.format(n)]
            assert weights.shape == (2, 4, 7, 7)
            assert not weights.requires_grad
            assert_close(weights, truth[number][n])


@KERNELS
def test_weights_times_values_give_the_output(kernel):
    seen: dict[str, Tensor] = {}
    model = build(llama, kernel)
    attention = model.model.layers[1].self_attn
    hooks = [
        attention.v_proj.register_forward_hook(lambda _, __, value: seen.update(value=value)),
        attention.register_forward_hook(lambda _, __, result: seen.update(result=result[0])),
    ]
    with watching(model, "*.1.self_attn") as watch:
        model(IDS, attention_mask=REAL)
    for hook in hooks:
        hook.remove()
    (weights,) = watch.maps["model.layers.1.self_attn"]
    value = seen["value"].unflatten(-1, (2, 8)).transpose(1, 2).repeat_interleave(2, 1)
    assert_close(attention.o_proj((weights @ value).transpose(1, 2).flatten(2)), seen["result"])


@ALL
@KERNELS
def test_training_draws_the_same_and_shows_weights_before_dropout(family, kernel):
    model = build(family, kernel).train()

    def run() -> Tensor:
        torch.manual_seed(1)
        return model(IDS)[0]

    plain = run()
    with watching(model) as watch:
        assert torch.equal(run(), plain)
    for calls in watch.maps.values():
        assert_close(calls[0].sum(-1), torch.ones(2, 4, 7))


@ALL
@KERNELS
def test_a_head_is_silenced_in_one_layer_alone(family, kernel):
    model = build(family, kernel)
    plain = model(IDS)[0]
    names = [name.format(1) for name in FAMILIES[family]]
    for name in names:
        with watching(model, name, edit=silence(2)) as watch:
            assert not torch.allclose(model(IDS)[0], plain)
        (weights,) = watch.maps[name]
        assert (weights[:, 2] == 0).all()
        assert (weights[:, 1].sum(-1) > 0.99).all()
    with watching(model, edit=lambda _, weights: weights.clone()):
        assert_close(model(IDS)[0], plain)


@KERNELS
def test_both_kernels_use_an_edit_alike(kernel):
    plain, model = build(gpt2, "eager"), build(gpt2, kernel)
    with watching(model, "*.h.0.attn", edit=silence(0)):
        edited = model(IDS)[0]
    projection = plain.transformer.h[0].attn.c_proj
    hook = projection.register_forward_pre_hook(lambda _, args: (args[0].index_fill(-1, torch.arange(8), 0.0),))
    assert_close(edited, plain(IDS)[0])
    hook.remove()


@ALL
@KERNELS
def test_gradients_of_weights_of_both_kernels(family, kernel):
    model = build(family, kernel)
    with watching(model, keep_grad=True) as watch:
        model(IDS)[0].square().sum().backward()
    for calls in watch.maps.values():
        assert calls[0].grad is not None
        assert calls[0].grad.abs().sum() > 0


def test_every_step_of_a_search_is_one_map():
    model = build(gpt2, "sdpa")
    with watching(model, "transformer.h.0.attn") as watch:
        model.generate(IDS[:1], max_new_tokens=3, do_sample=False, pad_token_id=0, eos_token_id=None)
    assert [tuple(w.shape) for w in watch.maps["transformer.h.0.attn"]] == [(1, 4, 7, 7), (1, 4, 1, 8), (1, 4, 1, 9)]


def test_a_part_of_long_maps_is_kept():
    model = build(bert, "sdpa")
    with watching(model, keep=lambda weights: weights[:, :, :1]) as watch:
        model(IDS)
    assert {calls[0].shape for calls in watch.maps.values()} == {(2, 4, 1, 7)}


def test_a_kernel_that_shows_nothing_is_named():
    model = build(bert, "sdpa")
    model.config._attn_implementation = "flash_attention_2"
    with (
        pytest.raises(NothingSeen, match="'flash_attention_2', shows no weights: load the model with"),
        watching(model),
    ):
        pass
