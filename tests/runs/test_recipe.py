"""Recipes: strict, complete, and told apart from what is nearly one."""

import ast
import inspect
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import get_type_hints

import pytest

from regard.errors import Mistake
from regard.layers.cells import Bridge
from regard.models import CLASSIFIERS
from regard.models.bahdanau import Bahdanau
from regard.runs import parts
from regard.runs import recipe as recipes
from regard.runs.labels.build import possible
from regard.runs.pairs.build import possible_pairs
from regard.runs.recipe import Recipe, from_tree, full_name, names, read_toml, recipe, to_toml, with_corpus
from regard.runs.settings import checked
from regard.training import settings

NAMES = names()


@pytest.mark.parametrize("name", NAMES)
def test_a_packaged_recipe_is_written_and_read_back_whole(name, tmp_path):
    made = replace(with_corpus(recipe(name), "imdb"), corpus=replace(recipe(name).corpus, classes=('a "b"', "é\n")))
    (tmp_path / "recipe.toml").write_text(to_toml(made), encoding="utf-8")
    assert from_tree(read_toml(tmp_path / "recipe.toml")) == made


@pytest.mark.parametrize("name", NAMES)
def test_a_packaged_recipe_can_be_built(name):
    made = recipe(name)
    possible(made)
    assert made.name == name
    assert made.row, "a row of the course"
    settings_of_kind = {key: value for key, value in made.model.items() if key != "kind"}
    assert checked(CLASSIFIERS[str(made.model["kind"])], settings_of_kind) == settings_of_kind


def test_numbers_keep_their_value_on_the_way_through_toml(tmp_path):
    changes = ["training.learning_rate=1e-05", "task.entropy_weight=-0.1", "training.ema=0.30000000000000004"]
    made = recipe("attention", changes=changes)
    (tmp_path / "recipe.toml").write_text(to_toml(made), encoding="utf-8")
    assert from_tree(read_toml(tmp_path / "recipe.toml")) == made
    assert (made.training.learning_rate, made.task.entropy_weight) == (1e-5, -0.1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("training.epoch=3", "no setting in training called 'epoch'; did you mean 'epochs'"),
        ("traning.epochs=3", "no setting in a recipe called 'traning'; did you mean 'training'"),
        ("vectors.size.width=3", "no setting in vectors called 'size'"),
        ("training=3", "training is a table of settings, such as training.epochs"),
        ("training.epochs=few", r"training\.epochs \(it is 'few'\): .*integer"),
        ("training.epochs=1.5", r"training\.epochs \(it is 1\.5\): .*integer"),
        ("training.epochs=0", "training: epochs is 0, and must be at least 1"),
        ("training.learning_rate=nan", "learning_rate is nan, and must be above 0"),
        ("training.schedule=steep", r"training\.schedule \(it is 'steep'\): .*'linear', 'cosine'"),
        ("text.tokens=letters", r"text\.tokens \(it is 'letters'\): .*'words', 'pieces' or 'characters'"),
        ("text.longest=-1", "text: longest is -1"),
        ("vectors.tuned=maybe", r"vectors\.tuned \(it is 'maybe'\): .*boolean"),
        ("vectors.width=0", "vectors: width is 0"),
        ("task.smoothing=1", "task: smoothing is 1.0"),
        ("task.entropy_weight=nan", "entropy_weight is nan"),
        ("=3", "'=3' has no key before its '='"),
        ("name=x", "--set cannot change the name of a recipe; choose the model with --model"),
        ("training.epochs=true", "training.epochs is true, and must be a number"),
        ("training.epochs", "--set takes key=value, such as training.epochs=3; 'training.epochs' has no '='"),
    ],
)
def test_a_wrong_setting_is_named_with_its_remedy(change, said):
    with pytest.raises(Mistake, match=said):
        recipe("attention", changes=[change])


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("attention", "model.dropot=0.1", "no setting in model called 'dropot'; did you mean 'dropout'"),
        ("attention", "model.dropout=much", r"model\.dropout \(it is 'much'\): .*number"),
        ("attention", "model.dropout=2", r"model\.dropout is 2\.0, and must be at least 0 and below 1"),
        ("attention", "model.kind=atention", "no kind of model called 'atention'; did you mean 'attention'"),
        ("lstm", "model.cell=gruu", r"model\.cell \(it is 'gruu'\): .*'gru'"),
        ("lstm", "model.states=0", r"model\.states is 0, and must be at least 1"),
        ("lstm", "model.layers=0", r"model\.layers is 0, and must be at least 1"),
        ("mean", "model.states=8", "no setting in model called 'states'"),
        ("attention", "model.attention_dropout=1", r"model\.attention_dropout is 1\.0, and must be .* below 1"),
        ("self", "model.heads=-2", r"model\.heads is -2, and must be at least 1"),
        ("transformer", "model.layers=0", r"model\.layers is 0, and must be at least 1"),
        ("transformer", "model.neighbours=nan", r"model\.neighbours is nan, and must be at least 0"),
    ],
)
def test_a_model_that_cannot_be_built_is_refused(name, change, said):
    with pytest.raises(Mistake, match=said):
        possible(recipe(name, changes=[change]))


@pytest.mark.parametrize(
    ("name", "near"), [("atention", "attention"), ("lstm_attention", "lstm-attention"), ("Mean", "mean")]
)
def test_the_nearest_model_is_suggested(name, near):
    with pytest.raises(Mistake, match=rf"no model called '{name}'; did you mean '{near}'\?"):
        recipe(name)


def test_a_name_near_to_nothing_gets_the_list():
    with pytest.raises(Mistake, match=r"known: .*attention, .*mean"):
        recipe("zzz")


def test_a_file_is_laid_over_the_recipe_and_changes_over_the_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[training]\nepochs = 7\nbatch = 5\n[model]\ndropout = 0.25\n", encoding="utf-8")
    made = recipe("attention", file=file, changes=["training.batch=6"])
    assert (made.training.epochs, made.training.batch, made.model["dropout"]) == (7, 6, 0.25)
    assert made.vectors == recipe("attention").vectors
    assert made.model["kind"] == "attention"


@pytest.mark.parametrize("name", names("translate"))
def test_a_corpus_may_have_settings_of_its_own_below_the_files_and_changes(name, tmp_path):
    plain, own = (recipe(name, task="translate", corpus=corpus) for corpus in ("", "multi30k"))
    assert (plain.text.joint, own.text.joint) == (False, True)
    assert (own.model["kind"], own.row) == (plain.model["kind"], plain.row)
    possible_pairs(own)
    (tmp_path / "more.toml").write_text("[training]\nepochs = 3\nbatch = 7\n")
    changed = recipe(
        name, task="translate", corpus="multi30k", file=tmp_path / "more.toml", changes=["training.batch=9"]
    )
    assert (changed.training.epochs, changed.training.batch, changed.text) == (3, 9, own.text)
    assert recipe(name, task="translate", corpus="../translate") == plain


@pytest.mark.parametrize(("corpus", "bridge"), [("", True), ("probe-phrases", False), ("multi30k", True)])
def test_bahdanau_begins_with_the_source_as_in_the_paper_but_on_the_built_in_phrases(corpus, bridge):
    made = recipe("bahdanau", task="translate", corpus=corpus)
    settings = {leaf: value for leaf, value in made.model.items() if leaf != "kind"}
    assert isinstance(Bahdanau(9, 9, begin=1, end=2, **settings).bridge, Bridge) == bridge


def test_another_kind_of_model_starts_with_its_own_settings(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[model]\nkind = "mean"\n', encoding="utf-8")
    assert recipe("lstm", file=file).model == {"kind": "mean"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"epochs = ", r"mine\.toml is not a TOML file"),
        (b"\xff\xfe", r"mine\.toml is not a TOML file"),
        (b"[training]\nepoch = 3", "no setting in training called 'epoch'"),
        (b"[training]\nepochs = 'x'", r"mine\.toml: training\.epochs \(it is 'x'\)"),
        (None, r"mine\.toml cannot be read: No such file"),
    ],
)
def test_a_wrong_file_is_named(tmp_path, content, said):
    file = tmp_path / "mine.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Mistake, match=said):
        recipe("attention", file=file)


def test_a_table_is_remembered_by_its_full_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("r.csv").write_text("text,label\n", encoding="utf-8")
    Path("imdb").write_text("not the corpus", encoding="utf-8")
    made = with_corpus(recipe("mean"), "r.csv", "text", "label").corpus
    assert (made.name, made.text, made.label) == (str(tmp_path / "r.csv"), "text", "label")
    assert full_name("imdb") == "imdb"
    assert full_name("absent.csv") == "absent.csv"


def documented(kind: type) -> set[str]:
    """The fields of a class that have a docstring below them."""
    (body,) = [node for node in ast.parse(inspect.getsource(kind)).body if isinstance(node, ast.ClassDef)]
    found = set()
    for field, below in zip(body.body, body.body[1:], strict=False):
        text = below.value if isinstance(below, ast.Expr) else None
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Constant) and isinstance(text.value, str):
            found.add(ast.unparse(field.target))
    return found


def test_every_field_of_a_recipe_says_what_it_is():
    kinds = [kind for kind in get_type_hints(Recipe).values() if is_dataclass(kind)]
    assert settings.Settings in kinds
    assert len(kinds) == 7
    for kind in [Recipe, *kinds]:
        assert inspect.getmodule(kind) in (recipes, parts, settings)
        plain = {field.name for field in fields(kind) if not is_dataclass(get_type_hints(kind)[field.name])}
        assert plain - documented(kind) == set(), kind.__name__


def test_the_search_for_docstrings_can_fail():
    class Bare:
        one: int = 1
        two: int = 2
        """Only this one says."""

    source = inspect.getsource(Bare)
    assert "two" in source
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inspect, "getsource", lambda kind: inspect.cleandoc("\n" + source))
        assert documented(Bare) == {"two"}
