"""The encoder-decoder Transformer against `nn.Transformer`, in float64, weights copied, sentences of unequal length."""

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from regard.attention.padded import side_by_side
from regard.data.pairs import PairBatch
from regard.models.translator import Translator

WIDTH, HEADS, HIDDEN, SOURCE, TARGET = 12, 4, 7, 19, 13
BATCH = PairBatch(
    side_by_side([[5, 8, 3, 4, 2], [7, 2], [9, 9, 4, 2]]),
    side_by_side([[1, 4, 5, 2], [1, 2], [1, 6, 7, 8, 9, 3, 2]]),
)


def torchs(pre_norm: bool) -> nn.Transformer:
    settings = {"dim_feedforward": HIDDEN, "dropout": 0.0, "batch_first": True, "norm_first": pre_norm}
    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(WIDTH, HEADS, **settings),
        2,
        nn.LayerNorm(WIDTH) if pre_norm else None,
        enable_nested_tensor=False,
    )
    decoder = nn.TransformerDecoder(
        nn.TransformerDecoderLayer(WIDTH, HEADS, **settings), 3, nn.LayerNorm(WIDTH) if pre_norm else None
    )
    torch.manual_seed(1)
    theirs = nn.Transformer(WIDTH, HEADS, custom_encoder=encoder, custom_decoder=decoder, batch_first=True)
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.normal_(std=0.5)
    return theirs.double().eval()


def renamed(theirs: nn.Transformer) -> dict[str, Tensor]:
    """Torch's weights under our names; a bias of the keys adds the same to all scores of a query, and ours has none."""
    names = {
        "self_attn.out_proj": "attention.out",
        "multihead_attn.out_proj": "cross.out",
        "linear1": "feed.rise",
        "linear2": "feed.fall",
    }
    weights: dict[str, Tensor] = {}
    for key, value in theirs.state_dict().items():
        if "in_proj" in key:
            module, kind = key.split(".in_proj_")
            ours = module.replace("self_attn", "attention").replace("multihead_attn", "cross")
            for name, each in zip(("query", "key", "value"), value.chunk(3), strict=True):
                weights[f"{ours}.{name}.{kind}"] = each
        else:
            for name, ours in names.items():
                key = key.replace(name, ours)
            weights[key] = value
    return {key: value for key, value in weights.items() if not key.endswith("key.bias")}


@pytest.mark.parametrize("pre_norm", [True, False])
def test_a_translator_is_torchs(pre_norm):
    theirs = torchs(pre_norm)
    ours = Translator(
        SOURCE,
        TARGET,
        begin=1,
        end=2,
        width=WIDTH,
        heads=HEADS,
        hidden=HIDDEN,
        layers=2,
        decoder_layers=3,
        pre_norm=pre_norm,
        longest=9,
    ).double()
    ours.eval()
    missing, unexpected = ours.load_state_dict(renamed(theirs), strict=False)
    assert not unexpected
    assert set(missing) == {"words.source", "words.target", "words.bias"}
    source, target, given = BATCH.source, BATCH.target, BATCH.given
    vectors = ours.encoder.place.vectors
    x = ours.words.source[source.ids] * WIDTH**0.5 + vectors[: source.ids.shape[1]]
    y = ours.words.target[given] * WIDTH**0.5 + vectors[: given.shape[1]]
    hidden = theirs(
        x,
        y,
        tgt_mask=torch.ones(given.shape[1], given.shape[1]).triu(1).bool(),
        src_key_padding_mask=~source.rows.mask,
        memory_key_padding_mask=~source.rows.mask,
        tgt_key_padding_mask=~target.rows.mask[:, :-1],
    )
    expected = hidden @ ours.words.target.T + ours.words.bias
    inside = BATCH.wanted_mask
    one, other = ours(BATCH)[inside], expected[inside]
    assert_close(one, other, rtol=0, atol=1e-11)
    weight = torch.randn_like(one)
    tables = [ours.words.source, ours.words.target]
    gradients = [torch.autograd.grad((way * weight).sum(), tables) for way in (one, other)]
    assert_close(*gradients, rtol=0, atol=1e-10)
