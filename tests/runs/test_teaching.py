"""Students: what their teachers say of texts without a label is what they learn from."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from regard.data.documents import prose
from regard.errors import Mistake
from regard.files import sha256
from regard.runs import sealed
from regard.runs.labels.prediction import predictions
from regard.runs.labels.purpose import prepared
from regard.runs.labels.teaching import resolved_teachers
from regard.runs.recipe import recipe
from regard.runs.run import open_run
from regard.runs.training import resume, train

from . import small
from .small_language import documents

TEXTS = ["A fine film .", "I hated every minute of it .", "Dull , long and loud ."]


@pytest.fixture(scope="module")
def teachers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("teachers")
    return [
        str(
            small.trained(
                folder / str(seed), "attention", f"training.seed={seed}", "training.learning_rate=0.05"
            ).folder
        )
        for seed in range(2)
    ]


@pytest.fixture(autouse=True)
def _few_texts(monkeypatch, tmp_path):
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "cache"))
    given = replace(documents(), train=prose([*TEXTS, small.corpus().train[0].text, small.corpus().test[0].text]))
    monkeypatch.setattr("regard.runs.labels.purpose.read_corpus", lambda made: small.corpus())
    monkeypatch.setattr("regard.runs.labels.teaching.open_language", lambda name, boundary="file": given)


def student(teachers, *changes):
    runs = ", ".join(f'"{folder}"' for folder in teachers)
    return small.small("mean", f"teachers.runs=[{runs}]", "teachers.repeats=2", *changes)


def test_labels_are_the_mean_of_what_teachers_say(teachers):
    data = prepared(student(teachers), lambda doing, share: None)
    assert data.taught is not None
    assert len(data.taught) == 3 + 2 * len(data.train), "texts with a label, and those of the test part, are left out"
    said = [
        [[one["probabilities"][name] for name in ("negative", "positive")] for one in predictions(open_run(run), TEXTS)]
        for run in teachers
    ]
    mean = np.exp(np.log(np.array(said)).mean(0))
    assert data.taught.labels is not None
    assert np.allclose(data.taught.labels[:3], mean / mean.sum(-1, keepdims=True), atol=1e-3)
    assert data.taught.labels[3:].sum(0).tolist() == [2.0 * (data.train.labels == c).sum() for c in (0, 1)]
    assert any("a student" in note for note in data.notes)


def test_a_teacher_is_asked_once(teachers, monkeypatch):
    first = prepared(student(teachers), lambda doing, share: None)
    monkeypatch.setattr("regard.runs.labels.teaching.log_probabilities", forbidden)
    again = prepared(student(teachers), lambda doing, share: None)
    assert first.taught is not None
    assert again.taught is not None
    assert (first.taught.labels == again.taught.labels).all()
    with pytest.raises(AssertionError, match="asked again"):
        prepared(student(teachers, "training.precision=tf32"), lambda doing, share: None)
    monkeypatch.setattr("regard.runs.labels.teaching.open_language", other_texts)
    with pytest.raises(AssertionError, match="asked again"):
        prepared(student(teachers), lambda doing, share: None)


def test_what_a_teacher_said_is_asked_again_where_it_is_damaged(teachers, tmp_path):
    first = prepared(student(teachers), lambda doing, share: None)
    files = sorted((tmp_path / "cache" / "said").glob("*.said"))
    whole = [file.read_bytes() for file in files]
    assert len(whole) == 2
    files[0].write_bytes(whole[0][:-3])
    again = prepared(student(teachers), lambda doing, share: None)
    assert first.taught is not None
    assert again.taught is not None
    assert (first.taught.labels == again.taught.labels).all()
    assert [file.read_bytes() for file in files] == whole


def test_a_cache_that_cannot_be_written_is_named(teachers, tmp_path):
    (tmp_path / "cache").write_text("in the way", encoding="utf-8")
    with pytest.raises(Mistake, match=r"said/\S+ cannot be written: .* set REGARD_CACHE to another folder"):
        prepared(student(teachers), lambda doing, share: None)


def forbidden(*asked):
    raise AssertionError("it was asked again")


def other_texts(name, boundary="file"):
    return replace(documents(), train=prose(TEXTS[:2]))


def test_a_student_is_trained_and_found_again(teachers, tmp_path):
    made = student(teachers)
    done = small.last(train(made, tmp_path / "run"))
    run = open_run(done.folder)
    assert len(run.recipe.teachers.weights) == 2
    assert small.last(resume(tmp_path / "run")).folder == done.folder


def test_who_cannot_teach_is_named(teachers, tmp_path):
    other = student([str(tmp_path)])
    with pytest.raises(Mistake, match="is not a run"):
        prepared(other, lambda doing, share: None)
    with pytest.raises(Mistake, match=r"teachers.runs has no effect"):
        next(train(replace(recipe("gpt", task="language"), teachers=other.teachers), tmp_path / "gpt"))


def test_a_teacher_is_read_through_once(teachers, tmp_path, monkeypatch):
    own, read = Path(shutil.copytree(teachers[0], tmp_path / "teacher")), []
    monkeypatch.setattr(sealed, "sha256", lambda file: read.append(file) or sha256(file))
    small.last(train(student([str(own)]), tmp_path / "run"))
    assert read.count(own.resolve() / "model.safetensors") == 1


def test_a_teacher_whose_weights_are_of_another_model_is_named(teachers, tmp_path):
    own = Path(shutil.copytree(teachers[0], tmp_path / "teacher"))
    made = (own / "recipe.toml").read_text(encoding="utf-8")
    (own / "recipe.toml").write_text(made.replace("width = 7", "width = 8"), encoding="utf-8")
    sealed.seal(own)
    with pytest.raises(Mistake, match=r"teacher/model\.safetensors does not fit its recipe"):
        prepared(student([str(own)]), lambda doing, share: None)


def test_a_student_needs_teachers_and_teachers_a_student(teachers, tmp_path):
    with pytest.raises(Mistake, match="a student learns from what other runs say"):
        next(train(replace(small.small("mean"), name="student"), tmp_path / "run"))
    with pytest.raises(Mistake, match=r"teachers.texts has no effect for this model"):
        next(train(small.small("mean", "teachers.texts=un.txt"), tmp_path / "run"))


def test_a_teacher_that_changed_is_named(teachers, tmp_path):
    made = resolved_teachers(student(teachers))
    other = replace(made, teachers=replace(made.teachers, weights=("0" * 64, made.teachers.weights[1])))
    with pytest.raises(Mistake, match="is no longer the one that this run began with"):
        prepared(other, lambda doing, share: None)
