"""Random models of Hugging Face, and their way to ours and back, through a folder."""

from pathlib import Path
from typing import Any

import torch

from regard.models.families.folder import load_published, save_published


def drawn(kind: Any, config: Any, seed: int = 0, **settings: Any) -> Any:
    """A random model of Hugging Face in which no bias is 0, no norm is 1 and no two weights are alike."""
    torch.manual_seed(seed)
    model = kind._from_config(config, attn_implementation="eager", **settings).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter), alpha=0.2)
    return model


def ours_of(theirs: Any, folder: Path) -> Any:
    """Their model as ours, by way of its folder."""
    theirs.save_pretrained(folder)
    return load_published(folder)


def theirs_of(ours: Any, kind: Any, folder: Path) -> Any:
    """Our model as theirs; nothing may be missing or left over."""
    save_published(ours, folder)
    theirs, told = kind.from_pretrained(folder, attn_implementation="eager", output_loading_info=True)
    assert not any(told[name] for name in ("missing_keys", "unexpected_keys", "mismatched_keys")), told
    return theirs.eval()
