"""Published models go on: with other texts as what they are, with answers, with preferences; by their own tokenizer."""

import hashlib

import pytest
import torch

from regard.data.answers import instructions_of
from regard.data.documents import Documents, prose
from regard.data.probes.preferences import preferences
from regard.errors import Mistake
from regard.models.families.folder import load_published
from regard.runs.asked import asked
from regard.runs.exchange import export_run, import_folder
from regard.runs.language.evaluation import language_evaluation
from regard.runs.language.generations import Saying, generations
from regard.runs.language.purpose import newborn, prepared
from regard.runs.purposes import purpose_of
from regard.runs.run import open_run
from regard.runs.starting import started
from regard.runs.training import resume, train

from . import published
from .small import last

QUICK = ("training.epochs=1", "training.batch=100", "training.learning_rate=0.001")
TEXTS = [f"{text} {number} It was long ." for number in range(8) for text in published.TEXTS]
CORPUS = preferences(train=8, validation=3, test=4)


@pytest.fixture(autouse=True)
def _few_texts(monkeypatch, tmp_path):
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "cache"))
    found = Documents(name="few", train=prose(TEXTS), validation=prose(TEXTS[:3]), test=prose(TEXTS[3:6]))
    for where in ("language.build", "language.evaluation"):
        monkeypatch.setattr(f"regard.runs.{where}.open_language", lambda name, text=None, boundary="file": found)
    monkeypatch.setattr("regard.runs.preferences.purpose.open_preferences", lambda name: CORPUS)
    monkeypatch.setattr(
        "regard.runs.answers.purpose.open_instructions", lambda name, both=False: instructions_of(CORPUS, both=both)
    )


def imported(kind, tmp_path, **settings):
    published.made(kind, tmp_path / "hub", **settings)
    return import_folder(tmp_path / "hub", tmp_path / "start")


@pytest.mark.parametrize(
    ("kind", "settings", "asked"),
    [
        ("gpt2", {}, "next"),
        ("llama", {}, "next"),
        ("bert", {"purpose": "words"}, "masked"),
        ("bert", {"purpose": "both"}, "masked"),
        ("bart", {}, "clean"),
    ],
)
def test_a_published_model_goes_on_as_what_it_is(kind, settings, asked, tmp_path):
    start = imported(kind, tmp_path, **settings)
    made = started("language", "", start.folder, changes=QUICK)
    assert made.training.warmup == 0.1, "its own recipe"
    data = prepared(made, lambda doing, share: None)
    model, _ = newborn(made, data, lambda doing, share: None)
    theirs = load_published(tmp_path / "hub").state_dict()
    assert all(torch.equal(weight, theirs[name]) for name, weight in model.state_dict().items())
    done = last(train(made, tmp_path / "run", data=data))
    summary = done.test.summary()
    assert (summary["metric"], summary["words"]) == ("perplexity", asked)
    assert ("pair_accuracy" in summary) == (settings == {"purpose": "both"})
    run = open_run(done.folder)
    assert run.tokenizer.to_json() == start.tokenizer.to_json()
    assert language_evaluation(run).measured.summary() == summary
    assert generations(run, ["The film [MASK]" if kind == "bert" else "The film"], Saying(longest=3))
    assert last(resume(done.folder)).test.summary() == summary
    export_run(run, tmp_path / "back")
    back = load_published(tmp_path / "back").state_dict()
    assert all(torch.equal(weight, back[name]) for name, weight in run.model.state_dict().items())
    again = started("language", "", done.folder)
    assert again.training == made.training, "as that run did"


@pytest.mark.parametrize("kind", ["gpt2", "llama", "bert", "bart"])
def test_documents_have_the_borders_of_the_family_once(kind, tmp_path):
    start = imported(kind, tmp_path)
    data = prepared(started("language", "", start.folder), lambda doing, share: None)
    first = data.train.ids[: data.train.offsets[1]].tolist()
    own = start.tokenizer.following(TEXTS[0])
    wrapped = {"gpt2": [0, *own, 0], "llama": [0, *own, 1], "bert": own, "bart": own}[kind]
    assert first == wrapped


@pytest.mark.parametrize("kind", ["gpt2", "llama"])
def test_a_published_model_learns_answers_and_preferences(kind, tmp_path):
    start = imported(kind, tmp_path, longest=400)
    made = started("instruct", "", start.folder, changes=["training.epochs=1", "training.batch=4"])
    first = last(train(made, tmp_path / "first"))
    tokenizer = open_run(first.folder).tokenizer
    row = purpose_of(made).prepared(made, lambda doing, share: None).train
    prompt, answer = CORPUS.train[0].prompt, CORPUS.train[0].chosen
    assert list(row.prompts[0]) == [*([0] if kind == "llama" else []), *tokenizer.following(prompt)]
    assert list(row.answers[0]) == [*tokenizer.following(answer), start.model.end]
    made = started("prefer", "dpo", first.folder, changes=["training.epochs=1", "training.batch=4"])
    second = last(train(made, tmp_path / "second"))
    assert "win_rate" in second.test.summary()
    run = open_run(second.folder)
    assert run.recipe.start.weights == hashlib.sha256((first.folder / "model.safetensors").read_bytes()).hexdigest()
    assert generations(run, ["The film"], Saying(longest=3))


@pytest.mark.parametrize("kind", ["gpt2", "bert", "bart"])
def test_a_reward_is_read_off_published_models(kind, tmp_path):
    start = imported(kind, tmp_path, longest=400)
    made = started("prefer", "reward", start.folder, changes=["training.epochs=1", "training.batch=4"])
    done = last(train(made, tmp_path / "run"))
    assert done.test.n == 4
    if kind == "bert":
        rows = purpose_of(made).prepared(made, lambda doing, share: None).train
        assert (rows.prompts[0][0], rows.chosen[0][-1]) == (2, 3), "[CLS] in front and [SEP] behind, once each"
        assert 3 not in rows.prompts[0]


def test_a_published_model_is_measured_on_texts_that_are_named(tmp_path):
    start = imported("gpt2", tmp_path)
    with pytest.raises(Mistake, match="what it learned from is not known; name a corpus to measure it on"):
        language_evaluation(start)
    assert language_evaluation(start, "few.txt").measured.value > 1


def test_a_model_that_says_no_words_is_not_taught_any(tmp_path):
    start = imported("bert", tmp_path, purpose="classes")
    made = started("language", "", start.folder)
    with pytest.raises(
        Mistake, match="purpose is 'classes', which no text teaches; start from a model that says words"
    ):
        purpose_of(made).possible(made)
    made = started("prefer", "dpo", start.folder)
    with pytest.raises(Mistake, match="bert does not say answers"):
        purpose_of(made).possible(made)


def inside(folder):
    """What lies in a folder."""
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*"))


def test_a_published_folder_becomes_a_run_once(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    published.made("gpt2", tmp_path / "hub")
    first = asked("language", "few.txt", start=tmp_path / "hub")
    assert first.start.run == str(tmp_path / "runs" / "hub")
    before = inside(tmp_path)
    assert asked("language", "few.txt", start=tmp_path / "hub") == first
    assert asked("language", "few.txt", start=tmp_path / "runs" / "hub") == first, "a run is started from as it is"
    assert inside(tmp_path) == before
    published.made("gpt2", tmp_path / "hub", width=24)
    other = asked("language", "few.txt", start=tmp_path / "hub")
    assert other.start.run == str(tmp_path / "runs" / "hub-2"), "other files under the same name are another model"
    assert (first.model["n_embd"], other.model["n_embd"]) == (12, 24)


@pytest.mark.parametrize(
    ("task", "how", "said"),
    [
        ("language", {"changes": ["training.nonsense=3"]}, "nonsense"),
        ("language", {"name": "bert"}, "hub is a gpt2, and goes on as one; leave out --model bert"),
        ("language", {"changes": ["text.longest=41"]}, "text.longest is 41, and the model has 40 places"),
        ("translate", {}, "not with translate"),
        ("prefer", {"changes": ["task.objective=reward", "task.beta=2"]}, "task.beta has no effect for this model"),
    ],
)
def test_what_cannot_be_asked_of_a_published_folder_leaves_nothing(task, how, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    published.made("gpt2", tmp_path / "hub")
    with pytest.raises(Mistake, match=said):
        asked(task, "few.txt", start=tmp_path / "hub", **how)
    assert [file.name for file in tmp_path.iterdir()] == ["hub"]


def test_the_same_words_go_on_with_a_run_from_a_published_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    published.made("gpt2", tmp_path / "hub")
    events = train(asked("language", "few.txt", start=tmp_path / "hub", changes=QUICK), tmp_path / "run")
    next(events)
    events.close()
    again = asked("language", "few.txt", start=tmp_path / "hub", changes=QUICK)
    done = last(resume(tmp_path / "run", made=again))
    assert done.recipe.start.run == str(tmp_path / "runs" / "hub")


def test_a_task_has_its_usual_model_and_some_need_another_first():
    assert [asked(task, "x").name for task in ("classify", "translate", "language")] == ["attention", "bahdanau", "gpt"]
    for task in ("instruct", "prefer"):
        with pytest.raises(Mistake, match=f"--task {task} needs --from, the run of a language model that"):
            asked(task, "x")
    pairs = asked("translate", "multi30k", "rnn", sides=("en", "fr")).corpus
    assert (pairs.name, pairs.source, pairs.target) == ("multi30k", "en", "fr")
    table = asked("classify", "multi30k", sides=("review", "stars")).corpus
    assert (table.text, table.label) == ("review", "stars")
