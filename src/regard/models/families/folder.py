"""Folders of published models: config.json and safetensors, read into our modules and written from them."""

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor, nn

from regard.errors import Mistake
from regard.files import replacing, write_text
from regard.models.families import FAMILIES
from regard.models.families.family import Config, Family, Key
from regard.models.families.held import INDEX, WEIGHTS, Held, table, tensor_files

CONFIG = "config.json"
GENERATION = "generation_config.json"
SAYING = ("decoder_start_token_id", "forced_bos_token_id", "eos_token_id")
"""How outputs begin and end, which newer models say there."""
OLDER = ((".gamma", ".weight"), (".beta", ".bias"))
"""How the first files called what a norm has."""


def load_published(folder: str | Path) -> nn.Module:
    """The model that a folder holds (config.json, model.safetensors or its shards), as ours; it is in evaluation mode.

    Weights become torch's default type, float32. A tensor that is missing, not expected, or of another shape is named.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise Mistake(f"there is no folder {folder}; give one that holds {CONFIG} and {WEIGHTS}.")
    try:
        return _loaded(folder)
    except Mistake as mistake:
        raise Mistake(f"{folder}: {mistake}") from mistake


def _loaded(folder: Path) -> nn.Module:
    """The model that a folder holds; what is wrong with it is said without naming the folder."""
    config = table(folder / CONFIG)
    if (folder / GENERATION).exists():
        said = table(folder / GENERATION)
        config |= {name: said[name] for name in SAYING if said.get(name) is not None}
    family = _of_type(config.get("model_type"))
    with ExitStack() as open_:
        held = Held(tensor_files(folder), open_)
        config = family.settled(config, _short(held, family.prefix))
        with torch.device("meta"):
            check(family.model(config), held, family, config)
        model = family.model(config)
        fill(model, held, family, config)
    return model.eval()


def save_published(model: nn.Module, folder: str | Path) -> None:
    """Write a model as the folder that transformers loads it from, in float32. What is there is replaced."""
    folder = Path(folder)
    family = family_of(model)
    config = family.described(model)
    tensors = published(model, family, config)
    folder.mkdir(parents=True, exist_ok=True)
    with replacing(folder / WEIGHTS) as draft:
        save_file(tensors, draft, metadata={"format": "pt"})
    write_text(folder / CONFIG, json.dumps(config, indent=2) + "\n")
    (folder / INDEX).unlink(missing_ok=True)


def family_of(model: nn.Module) -> Family:
    """The family whose design a model of ours has."""
    for family in FAMILIES.values():
        if type(model) is family.kind:
            return family
    raise Mistake(f"{type(model).__name__} has no published form; those that have one: {', '.join(FAMILIES)}.")


def published(model: nn.Module, family: Family, config: Config) -> dict[str, Tensor]:
    """A model's tensors under their published names, tied ones once."""
    ours = {name: tensor.detach() for name, tensor in model.state_dict().items()}
    together: dict[str, list[Key]] = {}
    for key in family.keys(config):
        together.setdefault(key.published, []).append(key)
    return {
        name: keys[0].how.put([ours[key.ours].float().cpu() for key in sorted(keys, key=lambda key: key.how.part)])
        for name, keys in together.items()
    }


def check(model: nn.Module, held: Held, family: Family, config: Config) -> None:
    """Refuse tensors of files that are not those of a model, which needs no memory yet.

    Named is which one is missing, left over, of another shape, or holds whole numbers.
    """
    names = _short(held, family.prefix)
    ours, keys = model.state_dict(), family.keys(config)
    needed = {key.published for key in keys}
    if missing := sorted(needed - names.keys()):
        raise Mistake(
            f"the weights lack {_some(missing)}; the file is of another model than its {CONFIG}, or cut short."
        )
    copies = {copy for key in keys for copy in key.copies}
    left = names.keys() - needed - copies
    if left := sorted(name for name in left if not any(fnmatchcase(name, pattern) for pattern in family.ignored)):
        raise Mistake(
            f"the weights hold {_some(left)}, for which a {family.name} model with this {CONFIG} has no place; "
            "fetch both from one model."
        )
    for key in keys:
        (has, kind), needs = held.form(names[key.published]), key.how.shape(ours[key.ours].shape)
        if has != needs:
            raise Mistake(f"{key.published} has shape {has} in the file, and {CONFIG} asks for {needs}.")
        if "F" not in kind:
            raise Mistake(f"{key.published} holds {kind} in the file, and only floating numbers can be loaded.")


@torch.no_grad()
def fill(model: nn.Module, held: Mapping[str, Tensor], family: Family, config: Config) -> None:
    """Put published tensors, which were checked, into a model."""
    names, ours = _short(held, family.prefix), model.state_dict()
    for key in family.keys(config):
        tensor, mine = held[names[key.published]], ours[key.ours]
        mine.copy_(key.how.take(tensor))
        if not bool(mine.isfinite().all()):
            raise Mistake(f"{key.published} holds NaN or infinity in the file; fetch it again, or take another model.")
        for copy in key.copies:
            if copy in names and not torch.equal(held[names[copy]], tensor):
                raise Mistake(f"{copy} differs from {key.published} in the file, and {CONFIG} says that they are one.")


def _of_type(named: Any) -> Family:
    for family in FAMILIES.values():
        if named in family.types:
            return family
    known = ", ".join(kind for family in FAMILIES.values() for kind in family.types)
    raise Mistake(f"{CONFIG}: model_type is {named!r}, and the families known here are {known}.")


def _short(held: Iterable[str], prefix: str) -> dict[str, str]:
    """From the name that a tensor should have to the one that it has in its file."""
    names = list(held)
    whole = any(name.startswith(prefix) for name in names)
    found: dict[str, str] = {}
    for name in names:
        wanted = name if whole else prefix + name
        for old, new in OLDER:
            wanted = wanted.removesuffix(old) + new if wanted.endswith(old) else wanted
        found[wanted] = name
    return found


def _some(names: list[str]) -> str:
    """The first few of them."""
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
