"""The lab `transformers` on a few texts: every objective, few labels, preferences, three designs, parity."""

import numpy as np
import pytest

from regard.data.probes.preferences import preferences
from regard.errors import Mistake
from regard.findings.transformers import Parity
from regard.results import LabResult
from regard.runs.labs import few_labels, second_stage
from regard.runs.labs import transformers as lab
from regard.runs.labs.request import Request, lab_named
from regard.runs.labs.transformers import MODELS, transformers
from regard.runs.recipe import names
from regard.runs.run import open_run

from .small import corpus
from .small_language import QUICK, documents

CHOSEN = ("llama", "bert", "reader", "bart")
SENTENCE = "I did not like the film ."
SMALL = (
    *(change for change in QUICK if "epochs" not in change),
    "training.epochs=1",
    "training.least_steps=3",
    "text.longest=100",
)


def asked(out, **more) -> Request:
    settings = {"seeds": 1, "models": CHOSEN, "changes": SMALL, "show": lambda name, event: None}
    return Request(**({"corpus": "probe-reviews", "out": out, "sentences": [SENTENCE]} | settings | more))


@pytest.fixture(scope="module", autouse=True)
def _few_texts():
    few = {
        "regard.runs.labs.transformers.read_documents": lambda made: documents(),
        "regard.runs.language.purpose.read_documents": lambda made: documents(),
        "regard.runs.labs.transformers.read_corpus": lambda made: corpus(),
        "regard.runs.labels.purpose.read_corpus": lambda made: corpus(),
        "regard.runs.preferences.purpose.open_preferences": lambda name: preferences(train=8, validation=4, test=6),
        "regard.data.corpora.opening.open_preferences": lambda name, seed: preferences(train=8, validation=4, test=6),
    }
    with pytest.MonkeyPatch.context() as patch:
        for where, what in few.items():
            patch.setattr(where, what)
        patch.setattr(few_labels, "LABELS", (10, 20, 2500))
        patch.setattr(second_stage, "EVERYWHERE", ("training.least_steps",))
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("lab")


@pytest.fixture(scope="module")
def found(folder) -> LabResult:
    with pytest.MonkeyPatch.context() as patch:
        one = Parity(family="gpt2", logits=1e-7, attention=1e-8, back=1e-7, tolerance=1e-5, met=True)
        patch.setattr(lab, "parities", lambda tell: [one])
        return transformers(asked(folder))


def test_the_lab_is_listed_and_every_model_has_a_recipe():
    assert set(MODELS) <= set(names("language"))
    assert lab_named("transformers") is transformers


def test_a_row_for_each_model_in_perplexity(found):
    assert [row.model for row in found.rows] == list(CHOSEN)
    for row in found.rows:
        assert row.metric == "perplexity"
        assert 1 <= row.interval[0] <= row.value <= row.interval[1]
        assert 0 <= row.measures["word_accuracy"] <= 1
    assert found.sizes == documents().sizes()
    assert found.classes == list(corpus().classes)


def test_each_says_what_its_objective_asks_for(found):
    llama, bert, reader, bart = found.transformers.sayings
    assert [one.asked for one in (llama, bert, reader, bart)] == ["next", "masked", "masked", "clean"]
    assert (llama.prompt, bert.prompt) == ("The film was", "The film was [MASK].")
    assert bert.said.startswith("The film was")
    assert len(bert.choices) == 5
    assert [one.probability for one in bert.choices] == sorted((one.probability for one in bert.choices), reverse=True)
    assert bart.prompt.count("[MASK]") == 1
    assert len(bart.reference.split()) == len(bart.prompt.split()) + 2
    assert set(bart.prompt.split()) - {"[MASK]"} <= set(bart.reference.split())


def test_texts_are_cut_into_pieces(found):
    tokens = found.transformers.tokens
    assert (tokens.kind, tokens.size) == ("pieces", 400)
    assert tokens.per_word > 1
    sentence, rare = tokens.cuts
    assert ["".join(word).lstrip("␣") for word in sentence.words] == SENTENCE.split()
    assert "unforgettable" in ["".join(word).lstrip("␣") for word in rare.words]
    assert any(len(word) > 1 for word in rare.words), "a rare word falls into pieces"


def test_labels_are_learned_from_read_weights_and_from_random_ones(found, folder):
    points = found.transformers.labels
    sizes = {10: False, 20: False, 60: True}
    expected = [(labels, whole, read) for labels, whole in sizes.items() for read in (True, False)]
    assert [(one.labels, one.whole, one.pretrained) for one in points] == expected
    assert {one.model for one in points} == {"reader"}
    for one in points:
        assert one.interval[0] <= one.value <= one.interval[1]
        assert one.updates >= 3
    read, random = (open_run(folder / "runs" / "labels" / name / "0") for name in ("reader-10", "reader-10-random"))
    assert read.recipe.training == random.recipe.training
    assert read.recipe.training.learning_rate == second_stage.RATES["reader", "probe-reviews"]
    assert (read.recipe.start.random, random.recipe.start.random) == (False, True)
    assert read.recipe.start.run == random.recipe.start.run == str(folder / "runs" / "reader" / "0")


def test_few_labels_are_learned_by_the_reader_unless_it_is_left_out():
    assert second_stage.taught(MODELS) == "reader"
    assert second_stage.taught(("llama", "bert")) == "llama"


def test_answers_come_before_preferences(found, folder):
    answers, preferred = (open_run(folder / "runs" / name / "0").recipe for name in ("answers", "preferences"))
    assert answers.start.run == str(folder / "runs" / "llama" / "0")
    assert (answers.task.kind, answers.task.answers) == ("instruct", "both")
    assert preferred.start.run == str(folder / "runs" / "answers" / "0")
    assert (preferred.task.kind, preferred.task.objective) == ("prefer", "dpo")


def test_before_and_after_preferences(found):
    one = found.transformers.preferred
    assert (one.model, one.corpus, one.n, one.asked) == ("llama", "probe-preferences", 6, 6)
    for share in (one.likelier_before, one.likelier, one.accuracy, one.win_rate, one.ties, one.beats, one.beats_before):
        assert 0 <= share <= 1
    assert len(one.answers) == 2
    assert all(answer.prompt and answer.worth_after is not None for answer in one.answers)


def test_each_design_looks_as_it_may(found):
    looks = found.transformers.looks
    assert [(one.model, one.design, one.site) for one in looks] == [
        ("bert", "encoder", "self"),
        ("llama", "decoder", "self"),
        ("bart", "encoder-decoder", "self"),
        ("bart", "encoder-decoder", "cross"),
    ]
    for one in looks:
        assert one.text == SENTENCE
        for each in one.maps:
            weights = np.array(each.weights)
            assert weights.shape == (len(one.rows), len(one.columns))
            assert np.allclose(weights.sum(1), 1, atol=1e-4)
    both, back = (np.array(one.maps[0].weights) for one in looks[:2])
    assert np.triu(both, 1).any()
    assert not np.triu(back, 1).any(), "no word sees a later one"


def test_the_same_command_finds_its_runs_again(found, folder, monkeypatch):
    def never(*_, **__):
        raise AssertionError("a finished run is not trained again")

    monkeypatch.setattr("regard.runs.labs.crew.train", never)
    monkeypatch.setattr(lab, "parities", lambda tell: [])
    again = transformers(asked(folder))
    assert again.rows == found.rows
    assert again.transformers.labels == found.transformers.labels
    assert again.transformers.preferred == found.transformers.preferred
    assert again.transformers.parity == []


def test_a_quick_look_makes_fewer_updates(tmp_path, monkeypatch):
    class Stop(Exception):
        pass

    def look(ladder, seeds, data, out, **how):
        steps = {name: made.training.most_steps for name, made in ladder.items()}
        others = dict.fromkeys(("gpt", "bert", "bart"), lab.READING)
        assert steps == {"reader": lab.READING_LONG, **others}, "all others as many, so that they compare"
        assert next(iter(steps)) == "reader", "what takes longest begins first"
        raise Stop

    monkeypatch.setattr(lab, "climb", look)
    with pytest.raises(Stop):
        transformers(asked(tmp_path, models=("gpt", "bert", "reader", "bart"), quick=True))


def test_texts_without_labels_teach_none_and_models_of_masked_words_learn_no_preferences(tmp_path, monkeypatch):
    def unlabelled(made):
        raise Mistake("probe-reviews has no labels.")

    monkeypatch.setattr(lab, "read_corpus", unlabelled)
    monkeypatch.setattr(lab, "parities", lambda tell: [])
    alone = transformers(asked(tmp_path, models=("roberta",)))
    assert alone.transformers.labels == []
    assert alone.transformers.preferred is None
    assert alone.notes[-1] == "No labels are learned: probe-reviews has no labels."
    with pytest.raises(Mistake, match="has no labels"):
        transformers(asked(tmp_path, models=("roberta",), label="stars"))


def test_models_with_few_places_are_shown_as_far_as_they_go(tmp_path, monkeypatch):
    monkeypatch.setattr(lab, "parities", lambda tell: [])
    monkeypatch.setattr(few_labels, "LABELS", ())
    small = [*SMALL, "text.longest=8", "model.longest=8"]
    found = transformers(asked(tmp_path, models=("gpt",), changes=small))
    assert found.transformers.preferred is None
    assert found.transformers.looks == []
    assert [one.said for one in found.transformers.sayings] == [""]
    assert [note.partition(":")[0] for note in found.notes[-3:]] == [
        "No preferences are learned by gpt",
        "gpt says nothing",
        "gpt does not look",
    ]


def test_what_cannot_be_asked_is_said(tmp_path):
    with pytest.raises(Mistake, match=r"model of the lab transformers .*mean"):
        transformers(asked(tmp_path, models=("mean",)))
    with pytest.raises(Mistake, match=r"model llama .*'heads_'"):
        transformers(asked(tmp_path, changes=("model.heads_=2",)))
    with pytest.raises(Mistake, match="--source means nothing to the lab transformers"):
        transformers(asked(tmp_path, source="en"))
