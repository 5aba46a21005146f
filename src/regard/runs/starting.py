"""Runs that start from the weights of another: its model and its tokenizer are taken as they are."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load
from torch import nn

from regard.errors import Mistake, unknown
from regard.models import CLASSIFIERS
from regard.models.finetuned import Finetuned
from regard.runs import published
from regard.runs.language.build import build_language, places_of
from regard.runs.published import is_published
from regard.runs.recipe import Recipe, changed, from_tree, overlaid, read_toml, shipped
from regard.runs.sealed import TOKENIZER, WEIGHTS, recipe_in, verified
from regard.runs.settings import checked
from regard.text.pairs import Tokenizers
from regard.text.surrounded import Surrounded

HEAD = ("pooling", "head_dropout")
"""Settings of a recipe's model that are not of the language model itself."""
KEPT = ("tokens", "size", "lower", "least")
"""What a tokenizer has settled."""
WHERE = ("device", "precision", "compiled")
"""How a run computes, which one that starts from it does alike."""
SECOND = {"classify": ("classify/from", "finetuned"), "instruct": ("instruct", "instruct"), "prefer": ("prefer", "dpo")}
"""By their task: where the recipes of models that start from others lie, and which is taken unless one is named."""
GOES_ON = "published/language.toml"
"""How a published model goes on as a language model: how it learned so far is not known."""
NOT_HERE = ("vectors.source", "vectors.width", "vectors.tuned")
"""Leaves of a recipe that mean nothing to a model that starts from another."""


@dataclass(frozen=True)
class Start:
    """A finished run of a language model, to start from."""

    folder: Path
    recipe: Recipe
    digest: str
    """Checksum of its weights."""
    random: bool
    """Whether its weights are left where they are."""

    def onto(self, body: nn.Module) -> None:
        """Put its weights into a language model, unless random ones are asked for."""
        if self.random:
            return
        try:
            body.load_state_dict(load((self.folder / WEIGHTS).read_bytes()))
        except (SafetensorError, RuntimeError) as error:
            raise Mistake(
                f"the weights of {self.folder} do not fit the model of this recipe: "
                f"{str(error).splitlines()[-1].strip()} Leave out the settings that change its sizes."
            ) from error


def start_of(made: Recipe) -> Start:
    """The run that a recipe starts from, whole and as it was when the recipe was resolved."""
    return start_at(Path(made.start.run), made.start.weights, random=made.start.random)


def start_at(folder: Path, weights: str = "", *, random: bool = False) -> Start:
    """The run in a folder to start from, whole and, if their checksum is known, with these weights."""
    digest = verified(folder)[WEIGHTS]
    known = recipe_in(folder)
    if not known.task.speaks:
        raise Mistake(
            f"the run {folder} was trained with --task {known.task.kind}, but --from needs a language model; name a "
            "run of --task language, instruct or prefer (dpo), or of `regard import`."
        )
    if weights not in ("", digest):
        raise Mistake(f"the run {folder} is no longer the one that this run began from; put it back as it was.")
    return Start(folder, known, digest, random)


def started(
    task: str, name: str, folder: Path, *, corpus: str = "", file: Path | None = None, changes: Sequence[str] = ()
) -> Recipe:
    """The recipe of a run that starts from the one in `folder`; a file is laid over it, single leaves are changed."""
    known = start_at(folder.resolve()).recipe
    return onward(task, name, folder, known, corpus=corpus, file=file, changes=changes)


def onward(
    task: str,
    name: str,
    folder: Path,
    known: Recipe,
    *,
    corpus: str = "",
    file: Path | None = None,
    changes: Sequence[str] = (),
) -> Recipe:
    """The same from the recipe `known`, of a run that may not lie in its folder yet.

    To go on as a language model is to do as that run did, on other texts. Every other task has its own recipes, of
    which some have settings of their own for a corpus.
    """
    own = asdict(known)
    if task == "language":
        tree = {**own, "corpus": {"boundary": own["corpus"]["boundary"]}, "start": {}}
        if is_published(known) and not known.start.run:
            tree = overlaid(tree, read_toml(Path(str(files("regard") / "recipes" / GOES_ON))))
        if known.task.kind != "language":
            raise Mistake(
                f"the run {folder} was trained with --task {known.task.kind} and cannot continue on plain texts; start "
                "from the language model that it came from."
            )
        if name not in ("", known.name):
            raise Mistake(f"the run {folder} is a {known.name}, and goes on as one; leave out --model {name}.")
    else:
        below = {"text": own["text"], "model": own["model"], "training": {key: own["training"][key] for key in WHERE}}
        tree = overlaid(below, _second_stage(task, name, corpus))
    for over in ([] if file is None else [read_toml(file)]) + [changed(change) for change in changes]:
        tree = overlaid(tree, over)
    tree = overlaid(tree, {"start": {"run": str(folder.resolve()), "weights": ""}})
    made = from_tree(tree, where=str(file) if file else "")
    for leaf in KEPT:
        if getattr(made.text, leaf) != (kept := own["text"][leaf]):
            raise Mistake(
                f"text.{leaf} is {getattr(made.text, leaf)}, and the tokenizer of {folder} has {kept}; leave it out."
            )
    if made.model["kind"] != own["model"]["kind"]:
        raise Mistake(f"model.kind is {made.model['kind']}, and {folder} is a {own['model']['kind']}; leave it out.")
    return made


def _second_stage(task: str, name: str, corpus: str) -> dict[str, Any]:
    """The tables of a recipe for models that start from others."""
    if task not in SECOND:
        raise Mistake(f"--from goes with the tasks language, {', '.join(SECOND)}, not with {task}.")
    place, usual = SECOND[task]
    folder = files("regard") / "recipes" / place
    known = sorted(found.name[:-5] for found in folder.iterdir() if found.name.endswith(".toml"))
    name = name or usual
    if name not in known:
        raise unknown("model that starts from another", name, known)
    return {**shipped(place, name, corpus), "name": name}


def resolved_start(made: Recipe) -> Recipe:
    """The recipe with the checksum of the weights that it starts from."""
    return replace(made, start=replace(made.start, weights=start_of(made).digest)) if made.start.run else made


def is_finetuned(made: Recipe) -> bool:
    """Whether a recipe is of a classifier that is a language model with a head."""
    return made.task.kind == "classify" and made.model.get("kind") not in CLASSIFIERS and bool(made.start.run)


def tokenizers_of(made: Recipe, folder: Path) -> Tokenizers:
    """The tokenizers in the folder of a run, as the model of this recipe reads with them."""
    if is_published(made):
        return published.tokenizers(folder)
    if is_finetuned(made):
        one = Surrounded.load(folder / TOKENIZER)
        return Tokenizers(one, one)
    return Tokenizers.load(folder)


def body_of(made: Recipe, known: Tokenizers) -> nn.Module:
    """The language model of a recipe with random weights, whatever its task."""
    if is_published(made):
        return published.built(replace(made, model=_without_head(made.model)))
    return build_language(replace(made, model=_without_head(made.model)), known)


def finetuned(made: Recipe, known: Tokenizers, classes: int) -> Finetuned:
    """The classifier of a recipe, its weights still to come."""
    settings = checked(Finetuned, {name: made.model[name] for name in HEAD if name in made.model})
    return Finetuned(body_of(made, known), classes, **settings)


def with_places(made: Recipe, known: Tokenizers) -> Recipe:
    """The recipe with texts cropped to the places that its model has."""
    if made.text.longest:
        return made
    with torch.device("meta"):
        return replace(made, text=replace(made.text, longest=places_of(body_of(made, known))))


def _without_head(model: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in model.items() if name not in HEAD}
