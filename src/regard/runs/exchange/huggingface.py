"""Runs from the folders of published models, and such folders from runs."""

import json
import shutil
from pathlib import Path
from typing import Any

from regard.errors import Mistake
from regard.files import write_bytes, write_text
from regard.models.families.folder import CONFIG, family_of, load_published, save_published
from regard.runs.exchange.folder import vacant
from regard.runs.published import recipe_of, tokenizers
from regard.runs.run import Run, fresh_folder, open_run, write_recipe, write_weights
from regard.runs.sealed import METRICS, RECIPE, TOKENIZER, seal
from regard.text.specials import BEGIN, END, MASK, PADDING, UNKNOWN
from regard.training import journal

KEPT = "published"
"""Where a run keeps what came with its tokenizer and only other tools need."""
BESIDE = ("tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "generation_config.json")
ROLES = {"pad_token": PADDING, "unk_token": UNKNOWN, "bos_token": BEGIN, "eos_token": END, "mask_token": MASK}
"""What transformers calls the special tokens of our own tokenizers."""


def import_folder(folder: Path, out: Path) -> Run:
    """The run that a folder of a published model becomes."""
    vacant(out)
    model = load_published(folder)
    if not (folder / TOKENIZER).is_file():
        raise Mistake(
            f"{folder} has no {TOKENIZER}, without which texts cannot be read; where there are other files of a "
            "tokenizer, transformers makes one: AutoTokenizer.from_pretrained(folder).save_pretrained(folder)."
        )
    known = tokenizers(folder).source
    words = len(model.get_parameter("words.weight"))
    if known.size > words:
        raise Mistake(
            f"{folder / TOKENIZER} has {known.size:,} tokens, and the model has vectors for {words:,}; "
            "take the tokenizer that the model was published with."
        )
    out.mkdir(parents=True, exist_ok=True)
    write_bytes(out / TOKENIZER, (folder / TOKENIZER).read_bytes())
    for name in BESIDE:
        if (folder / name).is_file():
            (out / KEPT).mkdir(exist_ok=True)
            shutil.copyfile(folder / name, out / KEPT / name)
    write_weights(out, model.state_dict())
    journal.note(out / METRICS, published=str(folder.resolve()), parameters=sum(p.numel() for p in model.parameters()))
    write_recipe(out, recipe_of(model, known, _classes(folder / CONFIG)))
    seal(out)
    return open_run(out)


def run_of(folder: Path) -> Path:
    """The folder itself where it holds a run; that of a published model becomes one first, under runs/."""
    if (folder / RECIPE).exists() or not (folder / CONFIG).exists():
        return folder
    return import_folder(folder, fresh_folder(Path("runs"), folder.resolve().name)).folder


def write_huggingface(run: Run, out: Path) -> None:
    """The run as transformers loads it, model and tokenizer."""
    family_of(run.model)
    for name in BESIDE:
        if (run.folder / KEPT / name).is_file():
            shutil.copyfile(run.folder / KEPT / name, out / name)
    shutil.copyfile(run.folder / TOKENIZER, out / TOKENIZER)
    if not (out / BESIDE[0]).exists():
        write_text(out / BESIDE[0], json.dumps(_roles(run), indent=2) + "\n")
    save_published(run.model, out)
    if run.classes and run.recipe.task.kind == "language":
        _name_classes(out / CONFIG, run.classes)


def _classes(config: Path) -> tuple[str, ...]:
    """The names of the labels that config.json gives, unless they are mere numbers."""
    names = json.loads(config.read_text(encoding="utf-8")).get("id2label") or {}
    found = tuple(str(names[number]) for number in sorted(names, key=int))
    return () if found == tuple(f"LABEL_{number}" for number in range(len(found))) else found


def _name_classes(config: Path, classes: tuple[str, ...]) -> None:
    told = json.loads(config.read_text(encoding="utf-8"))
    told["id2label"] = {str(number): name for number, name in enumerate(classes)}
    told["label2id"] = {name: number for number, name in enumerate(classes)}
    write_text(config, json.dumps(told, indent=2) + "\n")


def _roles(run: Run) -> dict[str, Any]:
    """What transformers must know of a tokenizer besides its rules."""
    known = set(run.tokenizer.vocabulary())
    named = {role: name for role, name in ROLES.items() if name in known}
    return {"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": False, **named}
