"""ALBERT against Hugging Face's: the same weights both ways, the same logits and the same attention."""

import pytest
import torch

from regard.errors import Mistake
from regard.models.albert import Albert

from .exchanged import drawn, ours_of
from .masked import EXACTNESS, SIDES, SIZES, check_back, check_results, same, same_attention

transformers = pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings the reference")

KINDS = ["AlbertModel", "AlbertForMaskedLM", "AlbertForPreTraining", "AlbertForSequenceClassification"]


def theirs(kind: str, **settings):
    classes = {"num_labels": 3} if "Classification" in kind else {}
    config = transformers.AlbertConfig(**{**SIZES, "embedding_size": 7, **classes, **settings})
    return drawn(getattr(transformers, kind), config)


@pytest.mark.parametrize(("dtype", "tolerance"), EXACTNESS)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind", KINDS)
def test_their_weights_give_their_results(kind, side, dtype, tolerance, tmp_path):
    check_results(theirs(kind), Albert, tmp_path, side, dtype, tolerance)


GROUPS = [(3, 1, 1), (4, 2, 1), (5, 3, 2), (18, 14, 1)]


@pytest.mark.parametrize(("layers", "groups", "inner"), GROUPS)
@pytest.mark.parametrize(("dtype", "tolerance"), EXACTNESS)
def test_every_layer_looks_where_theirs_does(layers, groups, inner, dtype, tolerance, tmp_path):
    hf = theirs("AlbertForMaskedLM", num_hidden_layers=layers, num_hidden_groups=groups, inner_group_num=inner)
    ours = ours_of(hf, tmp_path).to(dtype)
    used = [int(layer / (layers / groups)) for layer in range(layers)]
    names = [f"groups.{group}.{block}.attention" for group in used for block in range(inner)]
    same_attention(ours, hf.to(dtype), names, tolerance)
    same(ours, hf, "left", tolerance)


@pytest.mark.parametrize("kind", KINDS)
def test_our_weights_give_our_results(kind, tmp_path):
    check_back(theirs(kind, num_hidden_groups=2, inner_group_num=2, hidden_act="gelu"), tmp_path)


def test_layers_share_their_weights():
    few, many = (Albert(61, size=5, width=12, heads=2, layers=layers) for layers in (1, 7))
    assert sum(p.numel() for p in few.parameters()) == sum(p.numel() for p in many.parameters())
    ids = torch.arange(5, 11)[None]
    many.load_state_dict(few.state_dict())
    assert not torch.allclose(few.eval()(ids), many.eval()(ids))


def test_more_groups_than_layers_are_refused():
    with pytest.raises(Mistake, match="2 layers cannot make 3 groups"):
        Albert(61, size=5, width=12, heads=2, layers=2, groups=3)


def test_a_file_without_pooler_is_a_model_without(tmp_path):
    config = transformers.AlbertConfig(**SIZES)
    hf = drawn(transformers.AlbertModel, config, add_pooling_layer=False)
    ours = ours_of(hf, tmp_path)
    assert ours.pool is None
    same(ours, hf, "right", 1e-5, segments=True)
