"""GloVe under a model, on real reviews."""

import json
import lzma
from pathlib import Path

import numpy as np
import pytest

from regard.data.corpora import from_lists
from regard.runs.labels.build import prepare
from regard.runs.recipe import recipe
from regard.runs.run import open_run
from regard.runs.training import Trained, train
from regard.text.vectors import find_vectors, load_vectors

from .small import last

SUBSET = "glove.6B.50d.subset.txt.gz"
CHANGES = ("vectors.source=glove", "vectors.width=50", "training.least_steps=0", "training.epochs=2")


@pytest.fixture(scope="module")
def vectors_at_hand(tmp_path_factory, data_folder) -> Path:
    """A data folder in which only the small GloVe file lies, and a cache of its own."""
    base = tmp_path_factory.mktemp("glove")
    (base / "glove").mkdir()
    (base / "glove" / SUBSET).symlink_to(data_folder / "glove" / SUBSET)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGARD_DATA", str(base))
        patch.setenv("REGARD_CACHE", str(base / "cache"))
        yield base


@pytest.fixture(scope="module")
def some_reviews(data_folder):
    with lzma.open(data_folder / "imdb" / "train.jsonl.xz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for number, line in enumerate(lines) if number % 80 == 0]
    return from_lists([row["text"] for row in rows], [row["label"] for row in rows], name="some of imdb")


def trained(folder: Path, corpus, *changes: str) -> tuple[Trained, list[str]]:
    made = recipe("attention", changes=[*CHANGES, *changes])
    told: list[str] = []
    events = train(made, folder, data=prepare(made, corpus), progress=lambda doing, share: told.append(doing))
    return last(events), told


@pytest.mark.corpus
def test_frozen_vectors_do_not_move_and_tuned_ones_do(vectors_at_hand, some_reviews, tmp_path):
    frozen, told = trained(tmp_path / "frozen", some_reviews, "vectors.tuned=false")
    tuned, _ = trained(tmp_path / "tuned", some_reviews)
    run = open_run(frozen.folder)
    vocabulary = run.tokenizer.vocabulary()
    glove = load_vectors(find_vectors(50), dimension=50)
    start = glove.align(vocabulary, seed=0)
    table = run.model.get_parameter("embed.weight").detach().numpy()
    assert np.array_equal(table, start.matrix)
    moved = open_run(tuned.folder).model.get_parameter("embed.weight").detach().numpy()
    assert not np.array_equal(moved, start.matrix)
    assert start.coverage > 0.9

    assert f"vectors of {SUBSET}" in told
    (note,) = [note for note in frozen.notes if SUBSET in note]
    running = glove.coverage(vocabulary, np.bincount(prepare(run.recipe, some_reviews).train.ids))
    assert f"{start.coverage:.1%} of the {len(vocabulary):,} words of the vocabulary" in note
    assert f"{running:.1%} of the running words" in note
    assert 0.8 < running < 1


@pytest.mark.corpus
def test_padding_and_unknown_are_no_real_words_vector(vectors_at_hand, some_reviews, tmp_path):
    done, _ = trained(tmp_path / "run", some_reviews, "vectors.tuned=false", "training.epochs=1")
    run = open_run(done.folder)
    table = run.model.get_parameter("embed.weight").detach().numpy()
    real = np.asarray(load_vectors(find_vectors(50), dimension=50).matrix)
    assert run.tokenizer.padding_id == 0
    assert not table[0].any()
    for special in (0, run.tokenizer.unknown_id):
        assert not (real == table[special]).all(1).any()
        assert np.abs(real - table[special]).max(1).min() > 1e-3
