"""BERT against Hugging Face's: the same weights both ways, the same logits and the same attention."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch.testing import assert_close

from regard.attention.ragged import Ragged
from regard.errors import Mistake
from regard.models.bert import Bert
from regard.models.families.folder import load_published, save_published
from regard.models.masked import Both

from .exchanged import drawn, ours_of
from .masked import EXACTNESS, SIDES, SIZES, check_back, check_results, padded, same, same_attention

transformers = pytest.importorskip("transformers", reason="`pip install regard[huggingface]` brings the reference")

KINDS = [
    "BertModel",
    "BertForMaskedLM",
    "BertForPreTraining",
    "BertForNextSentencePrediction",
    "BertForSequenceClassification",
]


def theirs(kind: str, **settings):
    return drawn(getattr(transformers, kind), transformers.BertConfig(**SIZES, num_labels=3, **settings))


@pytest.mark.parametrize(("dtype", "tolerance"), EXACTNESS)
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("kind", KINDS)
def test_their_weights_give_their_results(kind, side, dtype, tolerance, tmp_path):
    check_results(theirs(kind), Bert, tmp_path, side, dtype, tolerance)


@pytest.mark.parametrize(("dtype", "tolerance"), EXACTNESS)
def test_every_layer_looks_where_theirs_does(dtype, tolerance, tmp_path):
    hf = theirs("BertForMaskedLM")
    ours = ours_of(hf, tmp_path).to(dtype)
    same_attention(ours, hf.to(dtype), [f"layers.{layer}.attention" for layer in range(3)], tolerance)


@pytest.mark.parametrize("kind", KINDS)
def test_our_weights_give_our_results(kind, tmp_path):
    check_back(theirs(kind, hidden_act="relu", layer_norm_eps=1e-3), tmp_path)


def test_pretraining_says_both_at_once(tmp_path):
    ids, mask, segments = padded("right")
    both = ours_of(theirs("BertForPreTraining"), tmp_path)(ids, mask, segments)
    assert isinstance(both, Both)
    assert both.words.shape == (*ids.shape, SIZES["vocab_size"])
    assert both.pair.shape == (len(ids), 2)


def test_without_segments_all_tokens_are_of_the_first(tmp_path):
    hf = theirs("BertForMaskedLM")
    same(ours_of(hf, tmp_path), hf, "right", 1e-5, segments=False)


def test_the_vector_of_a_text_is_their_pooler_s(tmp_path):
    hf = theirs("BertModel")
    ours = ours_of(hf, tmp_path)
    ids, mask, segments = padded("right")
    expected = hf(ids, attention_mask=mask.long(), token_type_ids=segments).pooler_output
    rows = Ragged(mask.sum(1))
    assert_close(ours.text(ours.vectors(ids[mask], rows, segments[mask]), rows), expected, rtol=0, atol=1e-5)


def test_a_model_without_pooler(tmp_path):
    ours = Bert(61, width=12, layers=1, heads=2, purpose="vectors", pooled=False).eval()
    save_published(ours, tmp_path)
    again = load_published(tmp_path)
    ids, mask, _ = padded("left")
    assert_close(again(ids, mask), ours(ids, mask), rtol=0, atol=0)
    hf = transformers.BertModel.from_pretrained(tmp_path, add_pooling_layer=False)
    same(ours, hf, "right", 1e-5)


def test_an_output_layer_of_its_own(tmp_path):
    hf = theirs("BertForMaskedLM", tie_word_embeddings=False)
    ours = ours_of(hf, tmp_path / "theirs")
    assert not torch.equal(ours.words.output, ours.words.weight)
    same(ours, hf, "right", 1e-5)
    save_published(ours, tmp_path / "ours")
    same(ours, transformers.BertForMaskedLM.from_pretrained(tmp_path / "ours"), "right", 1e-5)


def test_the_first_files_with_their_heads_and_old_names(tmp_path):
    """As bert-base-uncased is stored: a model of masked words, with all heads of pretraining, gamma and beta."""
    hf = theirs("BertForPreTraining")
    hf.save_pretrained(tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    renamed = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): tensor
        for name, tensor in tensors.items()
    }
    renamed["bert.embeddings.position_ids"] = torch.arange(13)[None]
    renamed["cls.predictions.decoder.weight"] = tensors["bert.embeddings.word_embeddings.weight"].clone()
    save_file(renamed, tmp_path / "model.safetensors")
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, "architectures": ["BertForMaskedLM"]}))
    ids, mask, segments = padded("right")
    expected = hf(ids, attention_mask=mask.long(), token_type_ids=segments).prediction_logits
    assert_close(load_published(tmp_path)(ids, mask, segments)[mask], expected[mask], rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"architectures": ["BertForQuestionAnswering"]}, "BertForQuestionAnswering"),
        ({"architectures": None}, "BertForMaskedLM"),
        ({"hidden_act": "mish"}, "mish"),
        ({"is_decoder": True}, "is_decoder"),
        ({"position_embedding_type": "relative_key"}, "relative_key"),
        ({"num_hidden_layers": 4}, "layer.3"),
        ({"num_hidden_layers": 2}, "layer.2"),
        ({"hidden_size": 16}, "shape"),
    ],
)
def test_what_does_not_fit_is_named(wrong, said, tmp_path):
    theirs("BertForMaskedLM").save_pretrained(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps({**config, **wrong}))
    with pytest.raises(Mistake, match=said):
        load_published(tmp_path)


def test_too_long_a_text_and_an_empty_one(tmp_path):
    ours = ours_of(theirs("BertForSequenceClassification"), tmp_path)
    with pytest.raises(Mistake, match="takes 14 places"):
        ours(torch.full((1, 14), 5))
    with pytest.raises(Mistake, match="text 1 of the batch has no token"):
        ours(torch.full((2, 3), 5), torch.tensor([[True] * 3, [False] * 3]))


def test_what_a_model_is_not_for_is_said():
    masked, classifier = (Bert(61, width=12, layers=1, heads=2, purpose=purpose) for purpose in ("words", "classes"))
    with pytest.raises(Mistake, match="'words' has no vector of a text"):
        masked.text(torch.zeros(1, 12), Ragged(torch.tensor([1])))
    with pytest.raises(Mistake, match="'classes' says no words"):
        _ = classifier.head


def test_the_loss_of_filling_in_is_that_of_the_logits():
    bert = Bert(61, width=12, layers=1, heads=2).eval()
    tokens, rows, wanted = torch.arange(5, 12), Ragged(torch.tensor([3, 4])), torch.tensor([2, 60])
    x = bert.vectors(tokens, rows)[[1, 4]]
    expected = torch.nn.functional.cross_entropy(bert.head.say(x), wanted)
    assert_close(bert.head.loss(x, wanted), expected)


def test_a_file_without_pooler_is_a_model_without(tmp_path):
    config = transformers.BertConfig(**SIZES)
    hf = drawn(transformers.BertModel, config, add_pooling_layer=False)
    ours = ours_of(hf, tmp_path)
    assert ours.pool is None
    same(ours, hf, "right", 1e-5, segments=True)
