"""Saved states: written whole or not at all, and known to be whole when read."""

import json
import shutil
from pathlib import Path
from typing import Any

from safetensors.torch import load, save
from torch import Tensor

from regard.files import sha256, synced

TENSORS, FACTS, SUMS = "tensors.safetensors", "facts.json", "sums.json"
KEPT = 2
"""Saved states that stay on disk: the newest, and the one before it."""


def save_state(folder: Path, tensors: dict[str, Tensor], facts: dict[str, Any]) -> None:
    """A new saved state in `folder`, beside the one before it; what is older is removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in folder.glob("*.draft"):
        shutil.rmtree(leftover)
    number = int(saved[-1].name) + 1 if (saved := _saved(folder)) else 1
    final = folder / f"{number:06d}"
    draft = final.with_suffix(".draft")
    try:
        draft.mkdir()
        (draft / TENSORS).write_bytes(save({name: tensor.contiguous() for name, tensor in tensors.items()}))
        (draft / FACTS).write_text(json.dumps(facts), encoding="utf-8")
        sums = {name: sha256(draft / name) for name in (TENSORS, FACTS)}
        (draft / SUMS).write_text(json.dumps(sums), encoding="utf-8")
        for file in (*draft.iterdir(), draft):
            synced(file)
        draft.rename(final)
        synced(folder)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    for old in _saved(folder)[:-KEPT]:
        shutil.rmtree(old)


def load_state(folder: Path) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
    """The newest saved state that is whole; None where there is none."""
    for state in reversed(_saved(folder)):
        try:
            sums = json.loads((state / SUMS).read_text(encoding="utf-8"))
            if sums == {name: sha256(state / name) for name in (TENSORS, FACTS)}:
                facts = json.loads((state / FACTS).read_text(encoding="utf-8"))
                return load((state / TENSORS).read_bytes()), facts
        except (OSError, ValueError):
            continue
    return None


def _saved(folder: Path) -> list[Path]:
    """The folders of saved states, oldest first."""
    return sorted((state for state in folder.glob("[0-9]*") if state.name.isdecimal()), key=lambda s: int(s.name))
