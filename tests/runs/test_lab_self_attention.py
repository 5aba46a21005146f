"""The lab `self-attention` on a small corpus: what it finds beside its ladder."""

import numpy as np
import pytest
import torch

from regard.data.batch import collate
from regard.data.loading import Texts
from regard.data.probes.reviews import reviews
from regard.errors import Mistake
from regard.explain.places import change
from regard.layers.vectors import WordVectors
from regard.models.transformer import Transformer
from regard.results import LabResult
from regard.runs.labs import LABS
from regard.runs.labs import self_attention as lab
from regard.runs.labs.arithmetic import by_hand
from regard.runs.labs.places import added_to_scores, swaps
from regard.runs.labs.request import Request, lab_named
from regard.runs.labs.self_attention import MODELS, STEPS, self_attention
from regard.runs.recipe import names

SMALL = reviews(0, train=90, validation=30, test=60)
QUICK = ("training.epochs=1", "training.least_steps=0", "training.batch=32", "vectors.width=8", "text.least=1")
CHOSEN = ("mean", "self", "self-residual", "self-learned", "self-relative", "self-cls", "transformer")


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> LabResult:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lab, "read_corpus", lambda made: SMALL)
        asked = Request(
            corpus="probe-reviews",
            out=tmp_path_factory.mktemp("lab"),
            show=lambda name, event: None,
            seeds=1,
            models=CHOSEN,
            changes=QUICK,
            depths=(1, 3),
            sentences=("I did not like Zorblax",),
        )
        return self_attention(asked)


def test_the_lab_is_listed_and_every_model_has_a_recipe():
    assert set(MODELS) <= set(names())
    assert lab_named("self-attention") is self_attention
    assert "self-attention" in LABS
    assert set(STEPS) | set(STEPS.values()) <= set(MODELS)


def test_a_row_for_each_model_and_a_step_for_each_addition(found):
    assert [row.model for row in found.rows] == list(CHOSEN)
    assert {(step.model, step.baseline) for step in found.steps} == {
        (name, base) for name, base in STEPS.items() if {name, base} <= set(CHOSEN)
    }


def test_depth_is_swept_and_every_layer_has_its_gradient(found):
    depths = found.self_attention.depths
    assert [(d.model, d.layers) for d in depths] == [(m, n) for m in ("self", "self-residual") for n in (1, 3)]
    for d in depths:
        assert len(d.born) == len(d.trained) == d.layers
        assert all(np.isfinite(d.born + d.trained))
        assert min(d.born) > 0
        assert d.born != d.trained
        assert d.updates == 3, "90 texts in batches of 32, once"


def test_maps_of_positions(found):
    maps = {one.kind: one for one in found.self_attention.positions}
    assert set(maps) == {"learned", "relative", "bucketed", "rotary", "alibi"}
    for kind, one in maps.items():
        assert (one.change > 1e-5) == (kind == "learned"), f"{kind}: {one.change}"
        assert np.isfinite(one.values).all()
        assert one.order is not None


def test_a_map_of_distances_does_not_change_when_both_places_move():
    places = torch.arange(9)
    distances = (places - places[:, None]).double()
    assert change(distances) == 0
    distances[0, 0] += 4
    assert change(distances) == pytest.approx(4 / 16)
    assert change(torch.full((5, 5), 3.0)) == 0


@pytest.mark.parametrize("pre_norm", [True, False])
def test_the_bias_is_that_of_the_queries_that_the_first_layer_asks(pre_norm):
    torch.manual_seed(0)
    words = WordVectors(9, 8)
    model = Transformer(words, 2, layers=1, heads=2, position="relative", pre_norm=pre_norm).double().eval()
    texts = Texts(np.array([3, 4, 8, 1]), np.array([0, 3, 4]))
    asked: list[torch.Tensor] = []
    block = model.encoder.layers[0]
    block.attention.query.register_forward_hook(lambda _, __, out: asked.append(out))
    with torch.no_grad():
        values = added_to_scores(model, texts)
        for word in texts.ids:
            model(collate(np.array([word]), np.array([1])))
    mean = torch.cat([one.flatten(0, -2) for one in asked[1:]]).mean(0).unflatten(0, (2, 1, 4))[None]
    with torch.no_grad():
        expected = model.encoder.bias(mean.expand(1, 2, 40, 4), 40)[0, 0]
    torch.testing.assert_close(values, expected, rtol=0, atol=1e-12)


def test_the_same_words_in_another_order_differ_with_positions_alone():
    differences = {swap.kind: swap.difference for swap in swaps()}
    assert differences.pop("none") < 1e-12
    assert all(difference > 1e-3 for difference in differences.values()), differences


def test_every_head_and_every_sentence(found):
    findings = found.self_attention
    assert findings.model == "transformer"
    assert {(head.layer, head.head) for head in findings.heads} == {(i, j) for i in (1, 2) for j in (1, 2, 3, 4)}
    for head in findings.heads:
        assert 0 <= head.entropy <= 1
        assert head.previous + head.same + head.next <= 1 + 1e-6
    (sentence,) = findings.sentences
    assert sentence.words == ["I", "did", "not", "like", "Zorblax"]
    assert sentence.unknown == ["Zorblax"]
    for one in sentence.maps:
        np.testing.assert_allclose(np.sum(one.weights, axis=1), 1, atol=1e-6)


def test_the_readings_of_every_model_sum_to_one_over_the_words(found):
    for text in found.texts:
        lengths = {len(reading.words) for reading in text.readings}
        assert len(lengths) == 1
        for reading in text.readings:
            assert sum(reading.weights) == pytest.approx(1, abs=1e-5)


def test_attention_by_hand_is_attention():
    known = {one.name: np.array(one.values) for one in by_hand()}
    assert list(known) == ["X", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", "A", "Z"]
    assert known["X"].shape == (2, 4)
    for name in "QKV":
        np.testing.assert_allclose(known[name], known["X"] @ known[f"W_{name}"], atol=1e-5)
    np.testing.assert_allclose(known["S"], known["Q"] @ known["K"].T / 2, atol=1e-5)
    e = np.exp(known["S"])
    np.testing.assert_allclose(known["A"], e / e.sum(1, keepdims=True), atol=1e-5)
    np.testing.assert_allclose(known["Z"], known["A"] @ known["V"], atol=1e-5)


def test_a_stranger_is_named(tmp_path):
    with pytest.raises(Mistake, match=r"model of the lab self-attention .*lstm"):
        self_attention(
            Request(corpus="probe-reviews", out=tmp_path, show=lambda name, event: None, models=("mean", "lstm"))
        )
