"""Translators trained into a folder: repeated, interrupted, refused, opened again."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from regard.data.examples import Pair
from regard.errors import Mistake
from regard.models import TRANSLATORS
from regard.runs import training
from regard.runs.pairs.build import GIVEN, as_pairs, possible_pairs, prepare_pairs, read_pairs
from regard.runs.pairs.measure import readable
from regard.runs.recipe import from_tree, names, read_toml, recipe, to_toml, with_pairs
from regard.runs.run import open_run
from regard.runs.settings import checked
from regard.runs.training import resume, train

from .small import everything, fingerprint, last
from .small_pairs import pairs, prepared, small, trained

NAMES = names("translate")


@pytest.mark.parametrize("name", NAMES)
def test_a_packaged_recipe_can_be_built_and_read_back(name, tmp_path):
    made = recipe(name, task="translate")
    possible_pairs(made)
    assert made.row
    assert made.corpus.name == "probe-phrases"
    settings = {key: value for key, value in made.model.items() if key != "kind"}
    assert checked(TRANSLATORS[str(made.model["kind"])], settings, GIVEN) == settings
    (tmp_path / "recipe.toml").write_text(to_toml(made), encoding="utf-8")
    assert from_tree(read_toml(tmp_path / "recipe.toml")) == made


def test_the_rows_of_the_course():
    rows = {name: recipe(name, task="translate").row for name in NAMES}
    luong = {f"luong-{score}": "R8" for score in ("dot", "bilinear", "mlp")}
    assert rows == {"rnn": "R3", "bahdanau": "R7", "transformer": "T7", **luong}


@pytest.mark.parametrize("name", ["luong-dot", "transformer"])
def test_the_same_seed_gives_the_same_file(tmp_path, name):
    for folder, seed in (("a", 0), ("b", 0), ("c", 1)):
        torch.manual_seed(hash(folder) % 1000)
        trained(tmp_path / folder, name, f"training.seed={seed}")
    assert fingerprint(tmp_path / "a") == fingerprint(tmp_path / "b") != fingerprint(tmp_path / "c")


def test_a_training_stopped_at_any_event_goes_on_to_the_same_file(tmp_path):
    made = small("bahdanau", "training.ema=0.5", "task.rdrop=1", "text.joint=true")
    data = prepared(made)
    events = list(train(made, tmp_path / "whole", data=data))
    for stop in range(1, len(events), 5):
        folder = tmp_path / str(stop)
        begun = train(made, folder, data=data)
        for _ in range(stop):
            next(begun)
        begun.close()
        torch.manual_seed(stop)
        last(resume(folder, data=data))
        assert fingerprint(folder) == fingerprint(tmp_path / "whole")


def test_a_training_that_was_killed_goes_on_from_its_last_saved_state(tmp_path, monkeypatch):
    monkeypatch.setattr(training, "EVERY", 0.0)
    made = small("transformer")
    data = prepared(made)
    copies = [
        Path(shutil.copytree(tmp_path / "run", tmp_path / f"killed-{number}"))
        for number, _ in enumerate(train(made, tmp_path / "run", data=data))
    ]
    for copy in copies[::6]:
        last(resume(copy, data=data))
        assert fingerprint(copy) == fingerprint(tmp_path / "run")


@pytest.mark.parametrize("joint", ["true", "false"])
def test_a_run_opens_as_it_was_trained(tmp_path, joint):
    done = trained(tmp_path / "run", "bahdanau", f"text.joint={joint}")
    run = open_run(done.folder)
    assert run.tokenizers.joint == (joint == "true")
    sealed = json.loads((done.folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    assert ("tokenizer.target.json" in sealed) == (joint == "false")
    assert run.recipe.corpus.languages == ("en", "fr")
    assert done.sizes == {"train": 16, "validation": 4, "test": 6}
    end = run.metrics[-1]
    assert end["test"] == json.loads(json.dumps(done.test.summary()))
    assert end["test"]["metric"] == "bleu"
    assert [line["perplexity"] > 1 for line in run.metrics[:-1]] == [True, True]
    again = last(resume(done.folder, data=prepared(run.recipe)))
    assert again.test.summary() == done.test.summary()
    assert again.test.said == done.test.said


def test_a_changed_or_missing_target_tokenizer_is_found(tmp_path):
    folder = trained(tmp_path / "run").folder
    file = folder / "tokenizer.target.json"
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"[END]", b"[ENd]", 1))
    with pytest.raises(Mistake, match=r"tokenizer\.target\.json is not what was written"):
        open_run(folder)
    file.unlink()
    with pytest.raises(Mistake, match=r"lacks its file tokenizer\.target\.json"):
        open_run(folder)


def test_pairs_become_tokens_between_their_ends():
    data = prepared(small())
    both = as_pairs(data.tokenizers, pairs().train)
    source, target = data.tokenizers.source, data.tokenizers.target
    for number, pair in enumerate(pairs().train):
        one = both.chosen(np.array([number]))
        assert one.source.ids.tolist() == [*source.encode(pair.source).ids, source.end_id]
        assert one.target.ids.tolist() == [target.begin_id, *target.encode(pair.target).ids, target.end_id]


def test_pairs_that_are_too_long_are_not_learned_from():
    made = small("transformer", "model.longest=24", "model.position=sinusoidal")
    data = prepare_pairs(made, pairs())
    assert 0 < len(data.train) < 16
    assert len(data.validated) == len(data.validation)
    assert data.train.source.lengths.max() <= 24
    assert data.train.target.lengths.max() <= 25, "a decoder reads all but the last token"
    assert any("pairs left out because a side has more than 24 tokens" in note for note in data.notes)
    with pytest.raises(Mistake, match="every pair of train in probe-phrases has a side of more than 2 tokens"):
        prepare_pairs(small("bahdanau", "text.longest=2"), pairs())


@pytest.mark.parametrize("name", ["bahdanau", "transformer"])
def test_a_stray_document_is_not_learned_from(name):
    made, known = small(name, "model.longest=24") if name == "transformer" else small(name), pairs()
    assert len(prepare_pairs(made, known).train) == len(known.train), "who counts distances needs no places"
    stray = replace(known, train=[*known.train, Pair("word " * 2000, "mot")])
    data = prepare_pairs(made, stray)
    assert len(data.train) == len(known.train)
    assert data.notes[-1] == "train: pairs left out because a side has more than 1,024 tokens: 1."
    assert readable(made, data.tokenizers, [stray.train[-1].source]).lengths.tolist() == [1024]


def test_a_test_sentence_longer_than_the_positions_does_not_stop_a_measure(tmp_path):
    done = trained(
        tmp_path / "run", "transformer", *(f"model.{what}" for what in ("longest=30", "position=sinusoidal"))
    )
    assert done.test.n == 6
    assert 0 < done.test.alignment.n < 6


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("vectors.width=9", "vectors.width has no effect for --task translate; leave it out"),
        ("task.entropy_weight=0.1", "task.entropy_weight has no effect"),
        ("corpus.label=stars", "corpus.label has no effect"),
        ("model.joint=true", r"model\.joint shares one table .* needs text\.joint = true"),
        ("model.begin=3", "no setting in model called 'begin'"),
        ("model.readout=soft", r"model\.readout \(it is 'soft'\)"),
        ("model.kind=mean", "no kind of model called 'mean'"),
        ("model.states=0", r"model\.states is 0, and must be at least 1"),
        ("text.size=100", "100 pieces are too few: .* set text.size to 259 or more"),
        ("training.device=nowhere", "training.device is 'nowhere'"),
    ],
)
def test_what_is_refused_leaves_nothing(tmp_path, change, said):
    with pytest.raises(Mistake, match=said):
        trained(tmp_path / "deep" / "run", "bahdanau", change)
    assert everything(tmp_path) == [str(tmp_path)]


def test_leaves_of_translation_mean_nothing_to_a_classifier(tmp_path):
    for change in ("text.joint=true", "corpus.source=en"):
        with pytest.raises(Mistake, match="has no effect for --task classify"):
            next(train(recipe("mean", changes=[change]), tmp_path / "run"))
    assert everything(tmp_path) == [str(tmp_path)]


def test_a_model_of_another_task_is_told():
    with pytest.raises(Mistake, match="bahdanau is a model of another task; add --task translate"):
        recipe("bahdanau")
    with pytest.raises(Mistake, match="mean is a model of another task; add --task classify"):
        recipe("mean", task="translate")
    with pytest.raises(Mistake, match="say --task classify"):
        recipe("bahdanau", task="translate", changes=["task.kind=classify"])
    with pytest.raises(Mistake, match="task: rdrop is -1"):
        recipe("bahdanau", task="translate", changes=["task.rdrop=-1"])


def test_a_run_of_another_task_is_not_gone_on_with(tmp_path):
    trained(tmp_path / "run")
    with pytest.raises(Mistake, match="holds a run of another recipe"):
        next(resume(tmp_path / "run", made=recipe("mean"), data=prepared(small())))


def test_other_pairs_do_not_go_on_with_a_run(tmp_path):
    made = small()
    events = train(made, tmp_path / "run", data=prepared(made))
    next(events)
    events.close()
    first, *rest = pairs().train
    other = prepare_pairs(made, replace(pairs(), train=[replace(first, target="Non ."), *rest]))
    with pytest.raises(Mistake, match="no longer those that the run"):
        next(resume(tmp_path / "run", data=other))


def test_two_files_are_remembered_by_their_full_paths(tmp_path, monkeypatch):
    for end in ("en", "fr"):
        (tmp_path / f"news.{end}").write_text("".join(f"{end} {i} .\n" for i in range(30)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    made = small()
    named = [with_pairs(made, "news", "en", "fr"), with_pairs(made, "news.en", target="news.fr")]
    assert named[0] == named[1]
    monkeypatch.chdir(tmp_path.parent)
    assert read_pairs(named[0]).languages == ("en", "fr")


def test_a_corpus_without_pairs_to_learn_from_is_refused(monkeypatch):
    from regard.runs.pairs import build

    monkeypatch.setattr(build, "open_pairs", lambda name, **sides: replace(pairs(), train=()))
    with pytest.raises(Mistake, match="probe-phrases has no pairs to learn from; it can only be measured on"):
        read_pairs(small())
