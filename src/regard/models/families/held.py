"""What the files of a published folder hold: objects of JSON, and tensors in one file or in several.

What is wrong with a file is said by its name alone; who reads the folder says where it is.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

from safetensors import SafetensorError, safe_open
from torch import Tensor

from regard.errors import Mistake

WEIGHTS, INDEX = "model.safetensors", "model.safetensors.index.json"
POINTER = b"version https://git-lfs"
"""How a file begins that Git LFS has not fetched yet."""


class Held(Mapping[str, Tensor]):
    """Tensors of several files by name, each read when it is asked for."""

    def __init__(self, files: Iterable[Path], open_: ExitStack) -> None:
        self._homes: dict[str, Any] = {}
        for file in files:
            try:
                stream = open_.enter_context(safe_open(file, framework="pt"))
            except (OSError, SafetensorError) as cause:
                if _is_pointer(file):
                    raise Mistake(
                        f"{file.name} holds no weights, only where Git LFS keeps them; run `git lfs pull` beside it."
                    ) from cause
                raise Mistake(f"{file.name} cannot be read as safetensors ({cause}); fetch it again.") from cause
            self._homes |= dict.fromkeys(stream.keys(), stream)

    def __getitem__(self, name: str) -> Tensor:
        return self._homes[name].get_tensor(name)

    def form(self, name: str) -> tuple[list[int], str]:
        """The shape of a tensor and the type of its numbers, as files name it (F32, BF16, I8 …), without reading it."""
        held = self._homes[name].get_slice(name)
        return list(held.get_shape()), str(held.get_dtype())

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


def tensor_files(folder: Path) -> list[Path]:
    """Those that hold the weights of a folder: one, or the shards that an index names."""
    if (folder / WEIGHTS).exists():
        return [folder / WEIGHTS]
    if not (folder / INDEX).exists():
        raise Mistake(
            f"there is neither {WEIGHTS} nor {INDEX}, and other formats of weights are not read; transformers "
            "turns them into it: AutoModel.from_pretrained(folder).save_pretrained(folder)."
        )
    shards = table(folder / INDEX).get("weight_map")
    names = list(cast(dict[str, Any], shards).values()) if isinstance(shards, dict) else []
    for name in names:
        if not isinstance(name, str) or Path(name).name != name or not (folder / name).is_file():
            raise Mistake(f"{INDEX} names the file {name!r}, which is not in its folder; fetch it as well.")
    if not names:
        raise Mistake(f"{INDEX} names no files under weight_map; fetch it again.")
    return [folder / name for name in sorted(set(names))]


def _is_pointer(file: Path) -> bool:
    """Whether Git LFS has left a note in place of a file."""
    if not file.is_file():
        return False
    with file.open("rb") as stream:
        return stream.read(len(POINTER)) == POINTER


def table(file: Path) -> dict[str, Any]:
    """What a file of JSON holds, which must be an object."""
    try:
        said = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as cause:
        raise Mistake(f"there is no {file.name}; a published model comes with one.") from cause
    except (OSError, ValueError, RecursionError) as cause:
        raise Mistake(f"{file.name} cannot be read as JSON ({cause}); fetch it again.") from cause
    if not isinstance(said, dict):
        raise Mistake(f"{file.name} does not hold a JSON object; fetch it again.")
    return cast(dict[str, Any], said)
