"""RoBERTa against Hugging Face's: the same weights both ways, the same logits and the same attention."""

import json

import pytest
import torch
from torch.testing import assert_close

from regard.errors import Mistake
from regard.models.families.folder import load_published, save_published
from regard.models.roberta import Roberta

from .exchanged import drawn, ours_of
from .masked import EXACTNESS, SIDES, SIZES, check_back, check_results, padded, same, same_attention

transformers = pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings the reference")

KINDS = ["RobertaModel", "RobertaForMaskedLM", "RobertaForSequenceClassification"]


def theirs(kind: str, **settings):
    config = transformers.RobertaConfig(**{**SIZES, "type_vocab_size": 2, "num_labels": 3, **settings})
    return drawn(getattr(transformers, kind), config)


@pytest.mark.parametrize(("dtype", "tolerance"), EXACTNESS)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind", KINDS)
def test_their_weights_give_their_results(kind, side, dtype, tolerance, tmp_path):
    check_results(theirs(kind), Roberta, tmp_path, side, dtype, tolerance)


@pytest.mark.parametrize(("dtype", "tolerance"), EXACTNESS)
def test_every_layer_looks_where_theirs_does(dtype, tolerance, tmp_path):
    hf = theirs("RobertaForMaskedLM")
    ours = ours_of(hf, tmp_path).to(dtype)
    same_attention(ours, hf.to(dtype), [f"layers.{layer}.attention" for layer in range(3)], tolerance)


@pytest.mark.parametrize("kind", KINDS)
def test_our_weights_give_our_results(kind, tmp_path):
    check_back(theirs(kind, pad_token_id=3), tmp_path)


@pytest.mark.parametrize("side", ["right", "left", "middle"])
@torch.no_grad()
def test_places_are_counted_over_real_tokens_as_theirs_are(side, tmp_path):
    """Theirs skip the padding token wherever it stands, so that whole batches can be compared."""
    hf = theirs("RobertaForMaskedLM")
    ids, mask, segments = padded(side)
    expected = hf(ids, attention_mask=mask.long(), token_type_ids=segments).logits
    assert_close(ours_of(hf, tmp_path)(ids, mask, segments)[mask], expected[mask], rtol=0, atol=1e-5)


def test_the_first_places_are_never_used(tmp_path):
    """There are two more rows in the table than tokens in the longest text, and no text reads them."""
    ours = ours_of(theirs("RobertaForMaskedLM"), tmp_path)
    assert ours.longest == SIZES["max_position_embeddings"] - 2
    ours(torch.full((1, ours.longest), 5)).sum().backward()
    used = ours.places.weight.grad.abs().sum(1) > 0
    assert used.tolist() == [False, False] + [True] * ours.longest
    with pytest.raises(Mistake, match="takes 12 places"):
        ours(torch.full((1, 12), 5))


def test_another_function_than_that_of_its_head_is_named(tmp_path):
    theirs("RobertaForMaskedLM").save_pretrained(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "hidden_act": "relu"}))
    with pytest.raises(Mistake, match="hidden_act is 'relu'"):
        load_published(tmp_path)


def test_a_purpose_that_was_never_published_is_named(tmp_path):
    with pytest.raises(Mistake, match="Roberta for 'pair' has no published form"):
        save_published(Roberta(61, width=12, layers=1, heads=2, purpose="pair"), tmp_path)


def test_a_file_without_pooler_is_a_model_without(tmp_path):
    config = transformers.RobertaConfig(**SIZES)
    hf = drawn(transformers.RobertaModel, config, add_pooling_layer=False)
    ours = ours_of(hf, tmp_path)
    assert ours.pool is None
    same(ours, hf, "right", 1e-5, segments=False)
