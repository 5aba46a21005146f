"""Where regard keeps what it can make again, and where it looks for corpora and word vectors."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """`$REGARD_CACHE`, else `$XDG_CACHE_HOME/regard`, else `~/.cache/regard`."""
    if chosen := os.environ.get("REGARD_CACHE"):
        return Path(chosen).expanduser()
    caches = os.environ.get("XDG_CACHE_HOME")
    return (Path(caches).expanduser() if caches else Path.home() / ".cache") / "regard"


def data_folders() -> list[Path]:
    """The folders of `$REGARD_DATA` in their order, then the one that `regard data fetch` fills."""
    chosen = os.environ.get("REGARD_DATA", "").split(os.pathsep)
    return [*(Path(folder).expanduser() for folder in chosen if folder), cache_folder() / "data"]
