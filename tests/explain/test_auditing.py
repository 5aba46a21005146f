"""The audit of runs whose reasons are known: they were planted."""

import copy
import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from regard.data.corpora import named, rationales
from regard.errors import Mistake
from regard.explain.methods import METHODS
from regard.metrics.intervals import wilson
from regard.metrics.resampling import interval, scored
from regard.runs.auditing import methods as trials
from regard.runs.auditing.audit import USUAL, Wanted, audit
from regard.runs.auditing.figures import figure_of, share_of
from regard.runs.auditing.setting import FEWEST
from regard.runs.explaining import explain
from regard.runs.run import Run

from .shortcuts import corpus, learned
from .small import trained


@pytest.fixture(scope="module", autouse=True)
def few_texts():
    """The corpus that the small runs learned from, in place of the large one."""
    with pytest.MonkeyPatch.context() as patch:
        entry = named.CORPORA["probe-shortcuts"]
        patch.setitem(named.CORPORA, "probe-shortcuts", replace(entry, generate=corpus))
        yield


@pytest.fixture(scope="module")
def found():
    wanted = Wanted(texts=60, also=[learned("attention", 1)], uniform=learned("mean"))
    return audit(learned("attention"), wanted)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (lambda: Wanted(also=[learned("attention")]), "with the same seed"),
        (lambda: Wanted(also=[learned("mean", 1)]), "more than its seed: model.kind attention → mean"),
        (lambda: Wanted(uniform=learned("attention", 1)), "trained with equal weights"),
    ],
)
def test_a_run_is_only_held_against_what_it_can_be(wanted, said):
    with pytest.raises(Mistake, match=said):
        audit(learned("attention"), wanted())


def changed(**parts: dict[str, object]) -> Run:
    """The run of another seed, as if it had been trained with these settings."""
    run = learned("attention", 1)
    made = {part: replace(getattr(run.recipe, part), **leaves) for part, leaves in parts.items()}
    return replace(run, recipe=replace(run.recipe, **made))


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"vectors": {"width": 7}}, "vectors.width 12 → 7;"),
        ({"training": {"epochs": 9}}, "training.epochs 6 → 9;"),
        ({"task": {"rdrop": 1.0}, "corpus": {"labels": 5}}, "task.rdrop 0.0 → 1.0, the corpus;"),
        ({"training": {"seed": 0, "threads": 2}}, "with the same seed"),
    ],
)
def test_another_seed_is_the_same_model_trained_again(parts, said):
    with pytest.raises(Mistake, match=said):
        audit(learned("attention"), Wanted(also=[changed(**parts)]))


def test_where_another_seed_was_computed_does_not_matter():
    other = changed(training={"threads": 2, "device": "cuda", "precision": "tf32"})
    assert audit(learned("attention"), Wanted(texts=4, methods=["random"], also=[other])).others == [str(other.folder)]


def test_a_model_that_answers_no_number_is_not_audited():
    broken = replace(learned("attention"), model=copy.deepcopy(learned("attention").model))
    with torch.no_grad():
        broken.model.classify.bias[0] = float("nan")
    with pytest.raises(Mistake, match="answers NaN"):
        audit(broken, Wanted(texts=8, methods=["random"]))


def test_equal_weights_can_be_trained_over_states():
    states = (0, "model.states=5", "training.epochs=1")
    equal = learned("lstm-mean", *states)
    other = audit(learned("lstm-attention", *states), Wanted(texts=4, methods=["random"], uniform=equal))
    assert other.uniform is not None
    assert other.uniform.run == str(equal.folder)
    assert explain(equal, "I liked it").maps[0].weights[0] == pytest.approx([1 / 3] * 3)
    with pytest.raises(Mistake, match="of `mean`, of `lstm-mean`, or of `transformer` with --set"):
        audit(learned("lstm-attention", *states), Wanted(uniform=learned("lstm-attention", 1, *states[1:])))


def of(found, method):
    (one,) = [one for one in found.methods if one.method == method]
    return one


def test_leave_one_out_finds_the_planted_word_and_chance_does_not(found):
    exact, blind = of(found, "leave-one-out").found, of(found, "random").found
    assert exact.slices["single"] >= 0.9
    assert blind.slices["single"] <= 0.35
    assert blind.first.interval[0] <= exact.chance <= blind.first.interval[1]


def test_faithful_ways_are_beyond_chance_and_chance_is_its_own_control(found):
    for name in ("leave-one-out", "gradient-input"):
        erased = of(found, name).erased["left-out"]
        assert erased.beyond.interval[0] > 0.1, name
        assert erased.comprehensiveness.interval[0] <= erased.comprehensiveness.value
    assert of(found, "random").erased["left-out"].beyond.value == 0


@pytest.mark.parametrize("right", [[1] * 19, [0] * 5, [1, 0, 0, 1, 1, 1, 1], [1]])
def test_a_share_of_texts_has_the_interval_of_wilson(right):
    figure = share_of(np.array(right, dtype=bool))
    assert figure.interval == pytest.approx(wilson(np.mean(right), len(right)))


def test_a_mean_of_shares_stays_between_none_and_all_and_is_surer_where_they_agree():
    low, high = share_of([1.0, 1.0, 0.9, 1.0]).interval
    assert 0.4 < low < 0.975 < high <= 1
    assert share_of([0.5] * 20).interval[0] > share_of([0.0, 1.0] * 10).interval[0]


def test_a_way_that_the_model_does_not_allow_says_why(found):
    assert "no layers" in of(found, "rollout").why
    assert not of(found, "rollout").erased


def test_attention_that_learned_something_is_needed(found):
    uniform, shuffled = found.needed
    assert (uniform.change, uniform.where, shuffled.change) == ("uniform", "last", "permuted")
    assert uniform.changed.value > 0.02
    assert uniform.accuracy.value <= found.accuracy.value
    assert uniform.difference.value == pytest.approx(uniform.accuracy.value - found.accuracy.value)


def test_explanations_of_shuffled_weights_are_others(found):
    alike = of(found, "gradient-input").randomised
    assert alike.overlap.value < 0.5
    assert of(found, "gradient-input").seeds.overlap.value > alike.overlap.value
    assert of(found, "random").randomised is None


def test_other_runs_are_named(found):
    assert found.uniform.model == "mean"
    assert found.uniform.difference.value == pytest.approx(found.accuracy.value - found.uniform.accuracy.value)
    assert found.others == [str(learned("attention", 1).folder)]


def test_the_same_seed_gives_the_same_audit():
    wanted = Wanted(texts=12, methods=["attention", "random"], seed=3)
    first, second = (audit(learned("attention"), wanted).as_json() for _ in range(2))
    first.pop("seconds"), second.pop("seconds")
    assert first == second
    assert json.dumps(first, allow_nan=False)


def test_a_budget_is_kept_by_explaining_fewer_texts():
    small = audit(learned("attention"), Wanted(texts=40, budget=8_000, methods=["attention", "integrated-gradients"]))
    counts = {one.method: one.texts for one in small.methods}
    assert FEWEST <= counts["integrated-gradients"] < counts["attention"] < 40
    assert of(small, "attention").erased["hole"].beyond.n < counts["attention"]
    assert small.texts == 40


def test_a_model_without_attention_is_audited_without_it():
    found = audit(trained("lstm", "vectors.width=7", "model.states=6"), Wanted(corpus="probe-shortcuts", texts=8))
    assert of(found, "attention").why
    assert of(found, "leave-one-out").texts == 8
    assert (found.needed, found.adversarial) == ([], None)


def test_a_model_of_equal_weights_is_not_asked_whether_it_needs_others():
    found = audit(learned("mean"), Wanted(texts=8, methods=["attention", "random"]))
    assert (found.needed, found.adversarial) == ([], None)
    assert of(found, "attention").texts == 8


def test_layers_are_changed_at_the_end_and_everywhere():
    run = trained("transformer", "vectors.width=8", "model.heads=2", "model.hidden=8")
    found = audit(run, Wanted(corpus="probe-shortcuts", texts=6, methods=["attention", "rollout"]))
    assert [(one.change, one.where) for one in found.needed] == [
        (change, where) for where in ("last", "all") for change in ("uniform", "permuted")
    ]
    assert of(found, "rollout").texts == 6


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"methods": ["atention"]}, "did you mean 'attention'"),
        ({"split": "dev"}, "no part 'dev'"),
        ({"device": "cuda:77"}, "does not offer"),
    ],
)
def test_what_is_not_there_is_named(wanted, said):
    with pytest.raises(Mistake, match=said):
        audit(learned("attention"), Wanted(texts=4, **wanted))


def test_all_methods_can_be_asked_for():
    assert set(METHODS) - set(USUAL) == {"occlusion", "value-zeroing", "uniform"}
    found = audit(learned("attention"), Wanted(texts=4, methods=["all"]))
    assert [one.method for one in found.methods] == list(METHODS)


def test_progress_is_told():
    told: list[tuple[str, float]] = []
    audit(
        learned("attention"), Wanted(texts=4, methods=["attention"]), lambda doing, share: told.append((doing, share))
    )
    assert {"answers", "attention", "attention, left-out", "random, left-out"} <= {doing for doing, _ in told}
    assert all(0 <= share <= 1 for _, share in told)


def test_a_reference_that_is_wrong_is_noticed(monkeypatch):
    """The law can fail: leave-one-out turned round does not find the planted words."""
    exact = METHODS["leave-one-out"]
    wrong = {
        **METHODS,
        "leave-one-out": replace(exact, scores=lambda questions: [-one for one in exact.scores(questions)]),
    }
    monkeypatch.setattr(trials, "METHODS", wrong)
    one = of(audit(learned("attention"), Wanted(texts=30, methods=["leave-one-out"])), "leave-one-out")
    assert one.found.slices["single"] < 0.2
    assert one.erased["left-out"].beyond.interval[1] < 0


def test_rationales_are_registered():
    assert {entry.name for entry in rationales.RATIONALES} == {"probe-shortcuts", "eraser_movies"}


def test_the_interval_of_a_ratio_is_that_of_drawing_the_texts_anew():
    dice = np.random.default_rng(0)
    drop = dice.normal(0.4, 0.1, 400)
    score = scored("ratio", np.stack([0.6 * drop + dice.normal(0, 0.1, 400), drop], 1), lambda s: s[..., 0] / s[..., 1])
    figure = figure_of(score)
    assert figure.interval == pytest.approx(interval([score]), abs=0.004)
    assert figure.interval[0] < figure.value < figure.interval[1]


def test_a_few_texts_of_which_some_lose_nothing_have_an_interval():
    few = np.array([[0.1, 0.3], [0.0, -0.2], [0.2, 0.4], [-0.1, -0.1]])
    found = figure_of(scored("ratio", few, lambda sums: sums[..., 0] / sums[..., 1]))
    assert all(np.isfinite(found.interval))
