"""Runs from the folders of published models, and such folders from runs."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from torch import nn

from regard.errors import Mistake
from regard.files import sha256, write_bytes, write_text
from regard.models.families.folder import CONFIG, GENERATION, family_of, load_published, save_published
from regard.models.families.held import tensor_files
from regard.runs.exchange.folder import appearing, vacant
from regard.runs.language.generations import borders_of
from regard.runs.published import is_published, recipe_of, tokenizers
from regard.runs.recipe import Recipe
from regard.runs.run import Run, open_run, write_recipe, write_weights
from regard.runs.sealed import METRICS, TOKENIZER, seal
from regard.runs.verdicts import checksum
from regard.text.framing import framed
from regard.text.published import NAMES
from regard.training import journal

KEPT = "published"
"""Where a run keeps what came with its tokenizer and only other tools need."""
BESIDE = ("tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", GENERATION)
LEAST_USED = 0.5
"""Least share of a model's vectors that its tokenizer has tokens for: some are kept free, or only fill up a table."""
ROLES = {
    "pad_token": "padding",
    "unk_token": "unknown",
    "bos_token": "begin",
    "eos_token": "end",
    "mask_token": "mask",
}
"""What transformers calls special tokens."""


@dataclass(frozen=True)
class Published:
    """A model as its folder holds it, before it becomes a run."""

    folder: Path
    model: nn.Module
    recipe: Recipe


def import_folder(folder: Path, out: Path) -> Run:
    """The run that a folder of a published model becomes."""
    vacant(out)
    return run_from(read_folder(folder), out)


def read_folder(folder: Path) -> Published:
    """The published model of a folder; nothing is written."""
    model, classes = load_published(folder), _classes(folder / CONFIG)
    if not (folder / TOKENIZER).is_file():
        raise Mistake(
            f"{folder} has no {TOKENIZER}, without which texts cannot be read; where there are other files of a "
            "tokenizer, transformers makes one: AutoTokenizer.from_pretrained(folder).save_pretrained(folder)."
        )
    known = tokenizers(folder).source
    words = len(model.get_parameter("words.weight"))
    if not LEAST_USED * words <= known.size <= words:
        limit = f"only {words:,}" if known.size > words else f"{words:,}, more than {1 / LEAST_USED:g} times as many"
        raise Mistake(
            f"{folder / TOKENIZER} has {known.size:,} tokens, and the model has vectors for {limit}; "
            "take the tokenizer that the model was published with."
        )
    return Published(folder, model, recipe_of(model, known, classes))


def run_from(found: Published, out: Path) -> Run:
    """The run that a published model becomes."""
    folder, model = found.folder, found.model
    with appearing(out) as draft:
        write_bytes(draft / TOKENIZER, (folder / TOKENIZER).read_bytes())
        for name in BESIDE:
            if (folder / name).is_file():
                (draft / KEPT).mkdir(exist_ok=True)
                shutil.copyfile(folder / name, draft / KEPT / name)
        write_weights(draft, model.state_dict())
        parameters = sum(p.numel() for p in model.parameters())
        journal.note(draft / METRICS, published=str(folder.resolve()), files=_sum_of(folder), parameters=parameters)
        write_recipe(draft, found.recipe)
        seal(draft)
    return open_run(out)


def imported_before(folder: Path, runs: Path) -> Path | None:
    """The run among those in `runs` that has come from the very files of a published folder."""
    files = _sum_of(folder)
    notes = sorted(runs.glob(f"*/{METRICS}"))
    return next((note.parent for note in notes if files in note.read_text(encoding="utf-8", errors="replace")), None)


def write_huggingface(run: Run, out: Path) -> None:
    """The run as transformers loads it, model and tokenizer."""
    family_of(run.model)
    for name in BESIDE:
        if (run.folder / KEPT / name).is_file():
            shutil.copyfile(run.folder / KEPT / name, out / name)
    save_published(run.model, out)
    if is_published(run.recipe):
        shutil.copyfile(run.folder / TOKENIZER, out / TOKENIZER)
    else:
        around, known = borders_of(run), run.tokenizer
        write_text(out / TOKENIZER, framed(known, begin=around.begin, end=around.end))
        _tell(out / CONFIG, bos_token_id=known.begin_id, pad_token_id=known.padding_id)
    if not (out / BESIDE[0]).exists():
        write_text(out / BESIDE[0], json.dumps(_roles(run), indent=2) + "\n")
    if run.classes and run.recipe.task.kind == "language":
        numbered = {str(number): name for number, name in enumerate(run.classes)}
        _tell(out / CONFIG, id2label=numbered, label2id={name: number for number, name in enumerate(run.classes)})


def _sum_of(folder: Path) -> str:
    """A checksum of all files of a published folder that are read."""
    beside = (folder / name for name in (CONFIG, TOKENIZER, *BESIDE))
    read = [*(file for file in beside if file.is_file()), *tensor_files(folder)]
    return checksum((file.name, sha256(file)) for file in read)


def _classes(config: Path) -> tuple[str, ...]:
    """The names of the labels that config.json gives, unless they are mere numbers."""
    names = json.loads(config.read_text(encoding="utf-8")).get("id2label") or {}
    if not isinstance(names, dict) or any(not number.isdecimal() for number in cast(dict[str, Any], names)):
        raise Mistake(f"{CONFIG}: id2label is {names!r}, and must give each number of a label its name.")
    found = tuple(str(names[number]) for number in sorted(cast(dict[str, Any], names), key=int))
    return () if found == tuple(f"LABEL_{number}" for number in range(len(found))) else found


def _tell(config: Path, **said: Any) -> None:
    """Say more in a config.json."""
    told = json.loads(config.read_text(encoding="utf-8"))
    write_text(config, json.dumps(told | said, indent=2) + "\n")


def _roles(run: Run) -> dict[str, Any]:
    """What transformers must know of a tokenizer besides its rules."""
    known = set(run.tokenizer.vocabulary())
    first = {role: next((name for name in NAMES[what] if name in known), None) for role, what in ROLES.items()}
    named = {role: name for role, name in first.items() if name is not None}
    return {"tokenizer_class": "PreTrainedTokenizerFast", "clean_up_tokenization_spaces": False, **named}
