"""scikit-learn's face: its rules, what it predicts, what it shows, what it refuses."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import regard
from regard.data.probes.reviews import reviews
from regard.errors import Mistake
from regard.estimators import TextClassifier
from regard.runs.labels.prediction import predictions

QUICK = ("training.epochs=6", "training.least_steps=0", "training.batch=16", "vectors.width=8", "text.least=1")
TEXTS = [f"the film number {n} was {'superb' if n % 2 else 'dreadful'} and long" for n in range(160)]
LABELS = np.array(["liked" if n % 2 else "not" for n in range(160)])


def new(model: str = "attention", **given) -> TextClassifier:
    return TextClassifier(model, settings=(*QUICK, "training.learning_rate=0.05"), **given)


@pytest.fixture(scope="module")
def fitted() -> TextClassifier:
    return new().fit(TEXTS, LABELS)


def test_it_learns_and_speaks_the_labels_that_it_was_given(fitted):
    assert regard.TextClassifier is TextClassifier
    assert fitted.classes_.tolist() == ["liked", "not"]
    assert fitted.score(TEXTS, LABELS) == 1.0
    chances = fitted.predict_proba(["a superb film", "a dreadful film"])
    assert chances.shape == (2, 2)
    assert np.allclose(chances.sum(1), 1)
    numbers = new().fit(TEXTS, [3 if name == "liked" else -1 for name in LABELS])
    assert numbers.predict(["a superb film", "a dreadful film"]).tolist() == [3, -1]


def test_the_same_seed_gives_the_same_classifier(fitted):
    again, other = clone(fitted).fit(TEXTS, LABELS), new(random_state=1).fit(TEXTS, LABELS)
    assert np.array_equal(again.predict_proba(TEXTS), fitted.predict_proba(TEXTS))
    assert not np.array_equal(other.predict_proba(TEXTS), fitted.predict_proba(TEXTS))


def test_the_tools_of_scikit_learn_take_it():
    assert new("mean").get_params() == {"model": "mean", "settings": new().settings, "held": 0.1, "random_state": 0}
    piped = make_pipeline(FunctionTransformer(lambda texts: [text.upper() for text in texts]), new())
    assert cross_val_score(piped, TEXTS, LABELS, cv=2).min() > 0.9
    grid = GridSearchCV(new(), {"model": ["mean", "attention"]}, cv=2).fit(TEXTS, LABELS)
    assert grid.best_score_ > 0.9
    with pytest.raises(NotFittedError):
        new().predict(TEXTS)


def test_it_shows_what_it_looked_at_and_draws_it(fitted):
    said = fitted.explain("the film was superb", method="leave-one-out")
    assert said.label == "liked"
    weights = dict(zip(said.maps[0].columns, said.maps[0].weights[0], strict=True))
    assert max(weights, key=weights.get) == "superb"
    assert said._repr_html_().startswith("<svg")
    assert said.faithfulness
    assert fitted.explain("the film was superb", target="not").target == "not"


@pytest.mark.parametrize("held", [0.0, 0.001])
def test_where_nothing_is_held_back_the_last_weights_are_kept(held):
    assert new(held=held).fit(TEXTS, LABELS).run_.recipe.training.keep == "last"


def test_it_is_saved_as_a_run_that_the_commands_read(fitted, tmp_path):
    folder = fitted.save(tmp_path / "run")
    [said] = predictions(regard.open_run(folder), ["a superb film"])
    assert said["label"] == "liked"
    assert said["probability"] == fitted.predict_proba(["a superb film"]).max()
    with pytest.raises(Mistake, match="exists and is not empty"):
        fitted.save(folder)


@pytest.mark.parametrize(
    ("texts", "labels", "said"),
    [
        ("one text", ["a"], "put it into a list"),
        ([], [], "there is no text"),
        (["a", 3.0], ["x", "y"], r"item 2 of the list is a number \(3\.0\), not a text; give texts alone"),
        ([None, "a"], ["x", "y"], "item 1 of the list is None, not a text"),
        (["a", "b"], ["x"], r"2 texts and labels of shape \(1,\)"),
        (["a", "b"], ["x", "x"], "all 2 texts have the label"),
    ],
)
def test_what_cannot_be_learned_from_is_said(texts, labels, said):
    with pytest.raises(Mistake, match=said):
        new().fit(texts, labels)


def test_a_share_and_a_model_that_do_not_exist_are_refused():
    with pytest.raises(Mistake, match="held is 1"):
        new(held=1.0).fit(TEXTS, LABELS)
    with pytest.raises(Mistake, match="no model"):
        new("nonsense").fit(TEXTS, LABELS)


def test_real_phrases_are_learned_too():
    corpus = reviews(0, train=80, validation=4, test=4)
    texts = [one.text for one in corpus.train]
    fitted = new("gru-attention").fit(texts, [one.label for one in corpus.train])
    assert set(fitted.predict(texts)) <= {0, 1}
