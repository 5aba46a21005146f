"""Saved states: written whole or not at all, and known to be whole when read."""

import json
import shutil
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.torch import load, save
from torch import Tensor

from regard.files import sha256, synced

KEPT = 2
"""Saved states that stay on disk: the newest, and the one before it."""


def save_state(folder: Path, step: int, tensors: dict[str, Tensor], facts: dict[str, Any]) -> None:
    """A new saved state in `folder`; older ones than the last two are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    draft, final = folder / f"{step:09d}.draft", folder / f"{step:09d}"
    for leftover in (*folder.glob("*.draft"), *([final] if final.exists() else [])):
        shutil.rmtree(leftover)
    draft.mkdir()
    try:
        (draft / "tensors.safetensors").write_bytes(save({k: v.contiguous() for k, v in tensors.items()}))
        (draft / "facts.json").write_text(json.dumps(facts), encoding="utf-8")
        sums = {name: sha256(draft / name) for name in ("tensors.safetensors", "facts.json")}
        (draft / "sums.json").write_text(json.dumps(sums), encoding="utf-8")
        for file in (*draft.iterdir(), draft):
            synced(file)
        draft.rename(final)
        synced(folder)
    except OSError:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    for old in _saved(folder)[:-KEPT]:
        shutil.rmtree(old)


def load_state(folder: Path) -> tuple[dict[str, Tensor], dict[str, Any]] | None:
    """The newest saved state that is whole; None where there is none."""
    for state in reversed(_saved(folder)):
        try:
            sums = json.loads((state / "sums.json").read_text(encoding="utf-8"))
            if all(sha256(state / name) == known for name, known in sums.items()):
                facts = json.loads((state / "facts.json").read_text(encoding="utf-8"))
                return load((state / "tensors.safetensors").read_bytes()), facts
        except (OSError, ValueError, SafetensorError):
            continue
    return None


def _saved(folder: Path) -> list[Path]:
    return sorted(state for state in folder.glob("[0-9]*") if state.is_dir() and state.suffix != ".draft")
