"""Published models become runs, and runs published models."""

import json
import sys
import tomllib
from types import SimpleNamespace

import pytest
import torch
from torch import nn

import regard
from regard.cli.main import main
from regard.errors import Mistake
from regard.explain.maps.language import looked
from regard.layers.positions import Stretch
from regard.models.albert import Albert
from regard.models.bart import Bart
from regard.models.bert import Bert
from regard.models.bloom import Bloom
from regard.models.families import FAMILIES
from regard.models.gpt import GPT
from regard.models.llama import Llama
from regard.models.marian import Marian
from regard.models.roberta import Roberta
from regard.runs.exchange import export_run, import_folder
from regard.runs.labels.prediction import predictions
from regard.runs.language.generations import generations
from regard.runs.published import built, recipe_of
from regard.runs.recipe import Recipe, from_tree, to_toml
from regard.text.published import PublishedTokenizer

from .published import TEXTS, logits, made, word_pieces


@pytest.mark.parametrize("kind", ["bart", "gpt2", "bert"])
@torch.no_grad()
def test_an_imported_model_is_the_published_one(tmp_path, kind):
    published = made(kind, tmp_path / "given")
    import_folder(tmp_path / "given", tmp_path / "run")
    run = regard.open_run(tmp_path / "run")
    assert (run.recipe.task.kind, run.recipe.name) == ("language", kind)
    assert not run.model.training
    ids = torch.tensor([run.tokenizer.encode(TEXTS[1]).ids])
    assert torch.equal(logits(run.model, ids), logits(published, ids))
    assert run.tokenizer.decode(ids[0].tolist()).lower().replace(" ", "") == TEXTS[1].lower().replace(" ", "")
    assert run.metrics[0]["parameters"] == sum(p.numel() for p in published.parameters())
    many, offsets = run.tokenizer.encode_many(TEXTS)
    assert many[offsets[1] :].tolist() == ids[0].tolist()


SMALL = {"width": 12, "layers": 2, "heads": 3}
EVERY = {
    "gpt2": lambda: GPT(19, end=0, **SMALL),
    "bloom": lambda: Bloom(19, end=3, **SMALL),
    "llama": lambda: Llama(19, end=3, groups=1, hidden=7, stretch=Stretch(factor=2.0), **SMALL),
    "bert": lambda: Bert(19, purpose="both", **SMALL),
    "roberta": lambda: Roberta(19, **SMALL),
    "albert": lambda: Albert(19, size=5, **SMALL),
    "bart": lambda: Bart(19, begin=2, end=2, first=0, **SMALL),
    "marian": lambda: Marian(19, begin=18, end=0, padding=18, scaled=True, activation="silu", **SMALL),
}


def test_every_family_is_tried():
    assert set(EVERY) == set(FAMILIES)


@pytest.mark.parametrize("name", EVERY)
def test_a_recipe_holds_all_that_a_model_is(name):
    torch.manual_seed(0)
    model, family = EVERY[name](), FAMILIES[name]
    written = to_toml(recipe_of(model, PublishedTokenizer(word_pieces())))
    again = built(from_tree(tomllib.loads(written)))
    assert type(again) is type(model)
    assert family.config(again) == family.config(model)
    again.load_state_dict(model.state_dict())


def test_a_family_that_is_not_known_is_refused():
    with pytest.raises(Mistake, match=r"no family of published models called 'bort'; did you mean 'bert'"):
        built(Recipe(model={"kind": "published", "family": "bort"}))


def test_names_of_classes_and_files_beside_the_tokenizer_survive(tmp_path):
    made("bert", tmp_path / "given", purpose="classes", classes=3)
    config = tmp_path / "given" / "config.json"
    names = {"0": "bad", "1": "so-so", "2": "good"}
    config.write_text(json.dumps({**json.loads(config.read_text()), "id2label": names}))
    (tmp_path / "given" / "tokenizer_config.json").write_text('{"do_lower_case": true}')
    run = import_folder(tmp_path / "given", tmp_path / "run")
    assert run.classes == ("bad", "so-so", "good")
    assert looked(run.model, run.tokenizer, TEXTS[0], classes=run.classes).label in run.classes
    with torch.no_grad():
        expected = run.model(torch.tensor([run.tokenizer.encode(TEXTS[0]).ids]))[0].softmax(-1)
    (said,) = predictions(run, TEXTS[:1])
    assert said["label"] == run.classes[int(expected.argmax())]
    torch.testing.assert_close(torch.tensor(list(said["probabilities"].values())), expected)
    with pytest.raises(Mistake, match=r"says no words; use `regard predict"):
        generations(run, ["The [MASK] ."])
    with pytest.raises(Mistake, match=r"the text 'word .*…' has 52 tokens, and this model has places for 40"):
        predictions(run, ["A short one .", "word " * 50])
    export_run(run, tmp_path / "out")
    assert json.loads((tmp_path / "out" / "config.json").read_text())["id2label"] == names
    assert (tmp_path / "out" / "tokenizer_config.json").read_text() == '{"do_lower_case": true}'


def ended(monkeypatch, *words) -> int:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["regard", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code or 0


def test_the_commands_carry_what_was_done(tmp_path, monkeypatch, capsys):
    made("gpt2", tmp_path / "small-gpt")
    monkeypatch.chdir(tmp_path)
    assert ended(monkeypatch, "import", "small-gpt", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["run"], told["family"]) == ("runs/small-gpt", "gpt2")
    assert told["parameters"] == sum(p.numel() for p in regard.open_run(told["run"]).model.parameters())
    assert ended(monkeypatch, "explain", told["run"], TEXTS[0], "--json") == 0
    (looks,) = json.loads(capsys.readouterr().out)["maps"]
    assert looks["columns"] == TEXTS[0].split()
    assert ended(monkeypatch, "export", told["run"], "--to", "huggingface", "--json") == 0
    written = json.loads(capsys.readouterr().out)
    assert (written["run"], written["folder"]) == ("runs/small-gpt", "runs/small-gpt-huggingface")
    assert {file.name for file in (tmp_path / written["folder"]).iterdir()} == set(written["files"])
    assert ended(monkeypatch, "import", "small-gpt") == 0
    assert capsys.readouterr().out.startswith("runs/small-gpt-2  gpt2, ")
    assert ended(monkeypatch, "export", "runs/small-gpt", "--to", "huggingface", "--out", "small-gpt") == 2
    assert capsys.readouterr().err == "regard: small-gpt exists and is not empty; choose another --out.\n"
    assert ended(monkeypatch, "import", "runs") == 2
    assert "runs: there is no config.json" in capsys.readouterr().err


def test_a_model_of_no_published_family_is_not_written(tmp_path):
    run = SimpleNamespace(model=nn.Linear(2, 2), folder=tmp_path)
    with pytest.raises(Mistake, match=r"Linear has no published form; those that have one: gpt2, bloom, llama"):
        export_run(run, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_what_is_wrong_with_a_folder_is_named(tmp_path):
    given, out = tmp_path / "given", tmp_path / "run"
    with pytest.raises(Mistake, match=r"there is no folder .*given"):
        import_folder(given, out)
    made("gpt2", given)
    tokenizer = (given / "tokenizer.json").read_text()
    (given / "tokenizer.json").unlink()
    with pytest.raises(Mistake, match=r"given has no tokenizer.json.*AutoTokenizer"):
        import_folder(given, out)
    (given / "tokenizer.json").write_text("{")
    with pytest.raises(Mistake, match=r"tokenizer.json is damaged"):
        import_folder(given, out)
    larger = json.loads(tokenizer)
    larger["model"]["vocab"]["neverending"] = 5_000
    (given / "tokenizer.json").write_text(json.dumps(larger))
    with pytest.raises(Mistake, match=r"tokenizer.json has 5,001 tokens, and the model has vectors for only 2\d\d;"):
        import_folder(given, out)
    smaller = json.loads(tokenizer)
    smaller["model"]["vocab"] = dict(list(smaller["model"]["vocab"].items())[:20])
    smaller["model"]["merges"] = []
    (given / "tokenizer.json").write_text(json.dumps(smaller))
    few = r"tokenizer.json has \d\d tokens, and the model has vectors for 2\d\d, more than 2 times as many"
    with pytest.raises(Mistake, match=few):
        import_folder(given, out)
    config = json.loads((given / "config.json").read_text())
    for names in ({"one": "good"}, ["bad", "good"], 5):
        (given / "config.json").write_text(json.dumps({**config, "id2label": names}))
        with pytest.raises(
            Mistake, match=r"config.json: id2label is .*, and must give each number of a label its name"
        ):
            import_folder(given, out)
    (given / "config.json").write_text(json.dumps(config))
    assert not out.exists()
    out.mkdir()
    (out / "mine.txt").write_text("keep")
    (given / "tokenizer.json").write_text(tokenizer)
    with pytest.raises(Mistake, match=r"run exists and is not empty; choose another --out"):
        import_folder(given, out)


def test_a_changed_run_is_refused(tmp_path):
    made("gpt2", tmp_path / "given")
    run = import_folder(tmp_path / "given", tmp_path / "run")
    recipe = run.folder / "recipe.toml"
    recipe.write_text(recipe.read_text().replace("n_layer = 2", "n_layer = 1"))
    with pytest.raises(Mistake, match=r"recipe.toml is not what was written"):
        regard.open_run(run.folder)


def test_a_language_model_gives_no_labels(tmp_path):
    made("gpt2", tmp_path / "given")
    run = import_folder(tmp_path / "given", tmp_path / "run")
    with pytest.raises(Mistake, match=r"is a language model; use `regard generate"):
        predictions(run, TEXTS)
