"""Self-training: runs that give labels say how probable each label of texts without one is, and a student learns that.

Hinton et al. (2015), section 2, for the soft labels; Xie et al. (2020) for learning from them with noise.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load, save

from regard.data.caching import cache_name, cached
from regard.data.corpora import CORPORA, open_language
from regard.data.loading import Texts
from regard.errors import Mistake
from regard.files import sha256
from regard.places import cache_folder
from regard.runs.labels.build import Prepared, built
from regard.runs.progress import Progress
from regard.runs.recipe import Recipe
from regard.runs.sealed import RECIPE, WEIGHTS, recipe_in, verified, with_weights
from regard.runs.starting import tokenizers_of
from regard.tasks.classify import agreed, log_probabilities
from regard.tasks.device import device_named
from regard.training.processor import at_precision

_FORM = 1
"""Changes when the same teacher would say something else of the same texts."""


def with_students(made: Recipe, data: Prepared, progress: Progress) -> Prepared:
    """The data with what a student learns from: the labels, so often, and the texts without one."""
    if not made.teachers.runs:
        return data
    digests = _digests(made)
    known = {example.text for part in (data.corpus.train, data.corpus.validation, data.corpus.test) for example in part}
    name = made.teachers.texts or made.corpus.name
    given = open_language(name) if name in CORPORA else open_language(name, boundary="line")
    texts = [text for text in given.train.texts() if text not in known]
    if not texts:
        raise Mistake(f"{name} holds no text without a label; name a file that does in teachers.texts.")
    said: list[torch.Tensor] = []
    for number, (folder, digest) in enumerate(zip(made.teachers.runs, digests, strict=True), start=1):
        tell = partial(progress, f"labels by teacher {number} of {len(made.teachers.runs)}")
        said.append(_said(Path(folder), digest, texts, made, data.corpus.classes, tell))
    ids, offsets = data.tokenizer.encode_many(texts)
    soft, classes = agreed(said).float().numpy(), len(data.corpus.classes)
    unlabelled = Texts(ids, offsets, soft).cropped(made.text.longest)
    certain = replace(
        data.train, labels=np.eye(classes, dtype=np.float32)[np.asarray(data.train.labels, dtype=np.int64)]
    )
    taught = unlabelled.joined(*[certain] * made.teachers.repeats)
    note = (
        f"a student: it learns from {len(data.train):,} labels, {made.teachers.repeats} times an epoch, and from what "
        f"{len(made.teachers.runs)} runs say of {len(texts):,} texts without a label."
    )
    return replace(data, taught=taught, notes=(*data.notes, note))


def resolved_teachers(made: Recipe) -> Recipe:
    """The recipe with the checksums of its teachers' weights."""
    return replace(made, teachers=replace(made.teachers, weights=_digests(made)))


def _digests(made: Recipe) -> tuple[str, ...]:
    """The checksums of the teachers' weights, which are those that a resolved recipe remembers."""
    found = tuple(verified(Path(folder))[WEIGHTS] for folder in made.teachers.runs)
    for folder, known, own in zip(made.teachers.runs, made.teachers.weights, found, strict=False):
        if known != own:
            raise Mistake(f"the teacher {folder} is no longer the one that this run began with; put it back as it was.")
    return found


def _said(
    folder: Path,
    weights: str,
    texts: Sequence[str],
    made: Recipe,
    classes: Sequence[str],
    tell: Callable[[float], None],
) -> torch.Tensor:
    """Log-probabilities [n, c] by one teacher, whose weights have this checksum.

    What it said is kept in a cache of the user's: several students of one teacher ask it once, and a student that is
    taken up again learns from the same numbers.
    """
    own = recipe_in(folder)
    if own.task.kind != "classify" or own.corpus.classes != tuple(classes):
        raise Mistake(
            f"the run {folder} does not give the labels {', '.join(classes)}, so that it cannot teach them; name runs "
            "that were trained on the same labels."
        )
    digest = hashlib.sha256("\0".join(texts).encode()).hexdigest()
    how = (made.training.device, made.training.precision)
    name = cache_name(_FORM, weights, sha256(folder / RECIPE), digest, *how)
    file = cache_folder() / "said" / f"{name}.said"
    said = cached(file, lambda: save({"said": _asked(folder, own, texts, made, tell)}))
    return load(said)["said"].double()


def _asked(
    folder: Path, own: Recipe, texts: Sequence[str], made: Recipe, tell: Callable[[float], None]
) -> torch.Tensor:
    """Log-probabilities [n, c] by the teacher itself, which reads with its own tokenizer.

    `open_run` would open it as well, but knows all purposes, of which this is a part.
    """
    known = tokenizers_of(own, folder)
    model = with_weights(built(own, known), folder)
    ids, offsets = known.source.encode_many(texts)
    device = device_named(made.training.device)
    with at_precision(made.training.precision, device):
        return log_probabilities(model.to(device), Texts(ids, offsets).cropped(own.text.longest), tell)
