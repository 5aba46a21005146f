"""Folders of published models: what is read, and what is said about a folder that cannot be."""

import json

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn

import regard
from regard.errors import Mistake
from regard.models.families.folder import load_published, save_published
from regard.models.gpt import GPT
from regard.models.llama import Llama

IDS = torch.tensor([[1, 2, 3, 4], [5, 6, 0, 7]])


@pytest.fixture
def model():
    torch.manual_seed(0)
    return GPT(11, end=10, width=6, layers=2, heads=3, hidden=7, longest=5).eval()


@pytest.fixture
def folder(model, tmp_path):
    save_published(model, tmp_path / "model")
    return tmp_path / "model"


def changed(folder, **tensors):
    """The folder's tensors with these in addition or instead; None leaves one out."""
    file = folder / "model.safetensors"
    held = {**load_file(file), **{name.replace("__", "."): tensor for name, tensor in tensors.items()}}
    save_file({name: tensor for name, tensor in held.items() if tensor is not None}, file)


def sharded(folder):
    """The folder with its weights in three files."""
    tensors = load_file(folder / "model.safetensors")
    (folder / "model.safetensors").unlink()
    homes = {name: f"part-{number % 3}.safetensors" for number, name in enumerate(tensors)}
    for home in set(homes.values()):
        save_file({name: tensor for name, tensor in tensors.items() if homes[name] == home}, folder / home)
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": homes}))


def test_what_is_written_is_read(model, folder):
    again = regard.load_published(folder)
    assert not again.training
    assert torch.equal(again(IDS), model(IDS))
    assert {file.name for file in folder.iterdir()} == {"config.json", "model.safetensors"}


def test_writing_replaces_what_was_there(model, folder):
    sharded(folder)
    other = GPT(11, end=10, width=6, layers=1, heads=3, hidden=7, longest=5).eval()
    save_published(other, folder)
    assert torch.equal(load_published(folder)(IDS), other(IDS))
    assert not (folder / "model.safetensors.index.json").exists()


def test_shards_are_one_model(model, folder):
    sharded(folder)
    assert torch.equal(load_published(folder)(IDS), model(IDS))


def test_half_precision_becomes_float32(model, folder):
    changed(folder, **{name: tensor.half() for name, tensor in load_file(folder / "model.safetensors").items()})
    again = load_published(folder)
    assert {parameter.dtype for parameter in again.parameters()} == {torch.float32}
    torch.testing.assert_close(again(IDS), model(IDS), rtol=0, atol=1e-2)


def test_a_tied_copy_is_one_with_its_original(model, folder):
    changed(folder, lm_head__weight=model.words.weight.detach().clone())
    again = load_published(folder)
    assert torch.equal(again(IDS), model(IDS))
    assert again.words.output is None
    changed(folder, lm_head__weight=model.words.weight.detach() + 1)
    with pytest.raises(Mistake, match=r"lm_head\.weight differs from transformer\.wte\.weight"):
        load_published(folder)


def test_norms_by_their_older_names(model, folder):
    held = load_file(folder / "model.safetensors")
    old, names = {}, {"transformer.ln_f.weight": "gamma", "transformer.ln_f.bias": "beta"}
    for name, letter in names.items():
        old[name] = None
        old[f"transformer.ln_f.{letter}"] = held[name]
    changed(folder, **old)
    assert torch.equal(load_published(folder)(IDS), model(IDS))


@pytest.mark.parametrize(
    ("tensors", "complaint"),
    [
        ({"transformer.wpe.weight": None}, r"the weights lack transformer\.wpe\.weight; the file is of another model"),
        ({"transformer.wte.bias": torch.zeros(3)}, r"the weights hold transformer\.wte\.bias, for which a gpt2 model"),
        ({"transformer.wpe.weight": torch.zeros(4, 6)}, r"wpe\.weight has shape \[4, 6\].* asks for \[5, 6\]"),
        ({"transformer.h.1.attn.c_attn.weight": torch.zeros(6, 20)}, r"shape \[6, 20\].* asks for \[6, 18\]"),
        ({"transformer.h.1.attn.c_attn.weight": torch.zeros(18)}, r"shape \[18\].* asks for \[6, 18\]"),
        ({"transformer.h.0.mlp.c_fc.weight": torch.zeros(7, 6)}, r"shape \[7, 6\].* asks for \[6, 7\]"),
        ({"transformer.ln_f.bias": torch.zeros(())}, r"ln_f\.bias has shape \[\].* asks for \[6\]"),
        ({"transformer.ln_f.bias": torch.zeros(6, dtype=torch.int8)}, r"ln_f\.bias holds I8 in the file, and only"),
        ({"transformer.ln_f.bias": torch.full((6,), torch.nan)}, r"ln_f\.bias holds NaN or infinity in the file"),
    ],
)
def test_wrong_tensors_are_named(tensors, complaint, folder):
    changed(folder, **tensors)
    with pytest.raises(Mistake, match=complaint):
        load_published(folder)


def test_many_missing_tensors_are_counted(folder):
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "n_layer": 3}))
    with pytest.raises(Mistake, match=r"the weights lack transformer\.h\.2\.attn\.c_attn\.bias, .* and 8 more;"):
        load_published(folder)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ({"vocab_size": 10**15}, r"wte\.weight has shape \[11, 6\] in the file, and config.json asks for \[1000000"),
        ({"vocab_size": -1}, r"model: config.json: vocab_size is -1, and must be a whole number, 1 or more"),
        ({"n_head": -2}, r"model: config.json: n_head is -2, and must be a whole number, 1 or more"),
        ({"n_head": 4}, r"model: 4 heads in 4 groups for a width of 6"),
        ({"layer_norm_epsilon": float("nan")}, "layer_norm_epsilon is nan, and must be a number, 0 or more"),
        ({"layer_norm_epsilon": -1.0}, "layer_norm_epsilon is -1.0, and must be a number, 0 or more"),
        ({"eos_token_id": -5}, "eos_token_id is -5, and must be a whole number, 0 or more"),
        ({"eos_token_id": [3, -5]}, "eos_token_id is -5, and must be a whole number, 0 or more"),
        ({"eos_token_id": []}, r"eos_token_id is \[\], and must be a whole number"),
    ],
)
def test_nonsense_in_the_config_is_named(said, complaint, folder):
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **said}))
    with pytest.raises(Mistake, match=complaint):
        load_published(folder)


def break_config(text):
    return lambda folder: (folder / "config.json").write_text(text)


def break_index(text):
    def broken(folder):
        sharded(folder)
        (folder / "model.safetensors.index.json").write_text(text)

    return broken


def lose_shard(folder):
    sharded(folder)
    (folder / "part-1.safetensors").unlink()


def leave_the_folder(folder):
    sharded(folder)
    (folder / "part-1.safetensors").rename(folder.parent / "away.safetensors")
    file = folder / "model.safetensors.index.json"
    file.write_text(file.read_text().replace("part-1", "../away"))


def point(folder):
    (folder / "model.safetensors").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")


def cut_short(folder):
    file = folder / "model.safetensors"
    file.write_bytes(file.read_bytes()[:-10])


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda folder: (folder / "config.json").unlink(), "there is no config.json; a published model comes with one"),
        (break_config('{"model_type": '), "config.json cannot be read as JSON"),
        (break_config("[1]"), "config.json does not hold a JSON object"),
        (break_config("[" * 100_000), "config.json cannot be read as JSON"),
        (break_config("{}"), "model_type is None, and the families known here are gpt2"),
        (break_config('{"model_type": "mamba"}'), "model_type is 'mamba', and the families known here are gpt2"),
        (lambda folder: (folder / "model.safetensors").unlink(), "there is neither model.safetensors nor"),
        (cut_short, "model.safetensors cannot be read as safetensors"),
        (point, "model.safetensors holds no weights, only where Git LFS keeps them; run `git lfs pull`"),
        (break_index("{"), "index.json cannot be read as JSON"),
        (break_index("{}"), "index.json names no files under weight_map"),
        (leave_the_folder, "names the file '../away.safetensors', which is not in its folder"),
        (break_index('{"weight_map": {"a": 3}}'), "names the file 3, which is not in its folder"),
        (break_index('{"weight_map": {"a": ["b"]}}'), r"names the file \['b'\], which is not in its folder"),
        (lose_shard, "names the file 'part-1.safetensors', which is not in its folder"),
    ],
)
def test_damage_is_named(damage, complaint, folder):
    damage(folder)
    with pytest.raises(Mistake, match=complaint) as found:
        load_published(folder)
    assert str(found.value).startswith(f"{folder}: ")
    assert str(found.value).count(str(folder)) == 1


def test_a_folder_of_a_short_name_is_named_too(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "config.json").write_text("{}")
    with pytest.raises(Mistake, match=r"^\.: config\.json: model_type is None"):
        load_published(".")


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(Mistake, match=r"there is no folder .*nowhere"):
        load_published(tmp_path / "nowhere")


def test_a_model_without_a_published_form(tmp_path):
    with pytest.raises(Mistake, match="Linear has no published form; those that have one: gpt2"):
        save_published(nn.Linear(2, 2), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_failed_write_leaves_the_folder_as_it_was(model, folder, monkeypatch):
    before = {file.name: file.read_bytes() for file in folder.iterdir()}

    def full(*_args, **_settings):
        raise OSError("no space left")

    monkeypatch.setattr("regard.models.families.folder.save_file", full)
    with pytest.raises(OSError, match="no space"):
        save_published(Llama(7, end=1, width=8, layers=1, heads=2), folder)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before
