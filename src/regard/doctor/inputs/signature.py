"""What the signature and the parameters of a module tell of its inputs."""

import inspect
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import PackedSequence

from regard.doctor.adapters.adapted import bare
from regard.doctor.adapters.packed import LENGTHS_OF, OfPacked
from regard.doctor.inputs.names import IDS, WORDS, claim
from regard.errors import Mistake

LONGEST = 64


def parameters_of(module: nn.Module) -> dict[str, inspect.Parameter]:
    """The parameters of a module's forward that can be given by name."""
    if isinstance(module, OfPacked):
        return {
            **parameters_of(module.inner),
            LENGTHS_OF: inspect.Parameter(LENGTHS_OF, inspect.Parameter.KEYWORD_ONLY),
        }
    every = inspect.signature(bare(module).forward).parameters
    return {n: p for n, p in every.items() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}


def widths_of(module: nn.Module) -> list[int]:
    """Sizes that vectors for this module may have, the likeliest first."""
    found: list[int] = []
    every = [*module.modules(), *loose_parts(module)]
    for part in every:
        for name in ("embed_dim", "in_features", "input_size", "embedding_dim"):
            size = getattr(part, name, None)
            found += [size] if isinstance(size, int) else []
        if isinstance(part, nn.LayerNorm):
            found.append(part.normalized_shape[-1])
    plain = [value for part in every for value in vars(part).values() if isinstance(value, Tensor)]
    for table in [*module.parameters(), *plain]:
        found += [int(size) for size in reversed(table.shape)]
    return list(dict.fromkeys(size for size in [*found, 16, 8, 32, 64] if size > 1))[:12]


def loose_parts(module: nn.Module) -> list[nn.Module]:
    """The modules that a module keeps in lists and dicts, where it does not know of them."""
    kept = [value for part in module.modules() for name, value in vars(part).items() if name != "_modules"]
    kept = [value for value in kept if isinstance(value, list | tuple | dict)]
    inside = [each for value in kept for each in (value.values() if isinstance(value, dict) else value)]
    return [part for each in inside if isinstance(each, nn.Module) for part in each.modules()]


def vocabulary_of(module: nn.Module) -> int:
    """How many ids a module surely knows."""
    parts = [*module.modules(), *loose_parts(module)]
    sizes = [part.num_embeddings for part in parts if isinstance(part, nn.Embedding)]
    if not sizes and any("Int[" in str(p.annotation) or IDS.search(n) for n, p in parameters_of(module).items()):
        tables = {name: len(p) for name, p in module.named_parameters() if p.ndim == 2}
        sizes = [size for name, size in tables.items() if WORDS.search(name)] or [max(tables.values(), default=0)]
    return min((size for size in sizes if size >= 6), default=0)


def bound(module: nn.Module, example: Any) -> dict[str, Any]:
    """An example by the names of the arguments, however it was given."""
    if isinstance(example, Mapping):
        given = {str(name): value for name, value in example.items()}
    else:
        alone = isinstance(example, PackedSequence) or not isinstance(example, tuple | list)
        given = dict(zip(parameters_of(module), (example,) if alone else example, strict=False))
    for name, value in given.items():
        if isinstance(value, Tensor) and not value.numel():
            raise Mistake(f"{name} of the example is empty, {list(value.shape)}: give at least two rows of some words.")
    return given


def is_published(module: nn.Module) -> bool:
    """Whether a module is one of torch's or of transformers', which is right, and has parts for arguments not given."""
    return type(bare(module)).__module__.partition(".")[0] in ("torch", "transformers")


def widths_by_role(module: nn.Module) -> dict[str, int]:
    """Sizes that queries, keys and values have by the layers that take them."""
    widths: dict[str, int] = {}
    for name, part in module.named_modules():
        role = claim(name.rpartition(".")[2])
        if isinstance(part, nn.Linear) and role:
            widths.setdefault(role, part.in_features)
        if isinstance(part, nn.MultiheadAttention):
            widths |= {
                "query": part.embed_dim,
                "key": part.kdim or part.embed_dim,
                "value": part.vdim or part.embed_dim,
            }
    return widths


def precision_of(module: nn.Module) -> torch.dtype:
    """The kind of numbers that a module computes with."""
    kinds = [parameter.dtype for parameter in module.parameters() if parameter.is_floating_point()]
    return precise(kinds[0]) if kinds else torch.float32


def precise(dtype: torch.dtype) -> torch.dtype:
    """The kind of numbers that is computed with in place of this one: rounding must not hide what differs."""
    return torch.float32 if dtype in (torch.float16, torch.bfloat16) else dtype


def lengths_of(module: nn.Module) -> list[int]:
    """Lengths that texts may have where a module takes those of one length alone: sizes of its tables and masks."""
    layers = {id(p) for part in module.modules() if isinstance(part, nn.Linear) for p in part.parameters(recurse=False)}
    tables = [*module.buffers(), *(p for p in module.parameters() if p.ndim > 1 and id(p) not in layers)]
    return sorted({int(size) for table in tables for size in table.shape if 3 <= size <= LONGEST})
