"""From a recipe to what a translator needs: tokenizers, tokenised pairs, a model."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from torch import nn

from regard.data.batch import Numbers
from regard.data.corpora import open_pairs
from regard.data.examples import Pair, Pairs
from regard.data.loading import Texts
from regard.data.pairs import PairTexts, bordered
from regard.errors import Mistake, unknown
from regard.models import TRANSLATORS
from regard.runs.meanings import refuse_foreign
from regard.runs.progress import Progress, silent
from regard.runs.recipe import Recipe
from regard.runs.settings import checked
from regard.text.pairs import Tokenizers, learn_pairs
from regard.text.tokenizer import Tokenizer

LONGEST = 1024
"""Tokens of a sentence that is learned from, measured on or translated, where nothing else limits them: one stray
document would cost more than all sentences together, or more memory than there is."""
GIVEN = ("begin", "end")
"""Settings of a model that its tokenizer decides."""


@dataclass(frozen=True, kw_only=True)
class PreparedPairs:
    """Sentence pairs, cut into tokens as a recipe asks; those with too long a side are left out."""

    corpus: Pairs
    tokenizers: Tokenizers
    train: PairTexts
    validation: PairTexts
    validated: Sequence[Pair]
    """The pairs behind `validation`."""
    notes: tuple[str, ...]


def read_pairs(made: Recipe) -> Pairs:
    """The sentence pairs that a recipe names."""
    part = made.corpus
    found = open_pairs(part.name, source=part.source or None, target=part.target or None)
    for name, pairs in (("learn from", found.train), ("choose on", found.validation), ("report on", found.test)):
        if not pairs:
            raise Mistake(f"{found.name} has no pairs to {name}; it can only be measured on, with `regard evaluate`.")
    return found


def prepare_pairs(made: Recipe, corpus: Pairs, progress: Progress = silent) -> PreparedPairs:
    """The pairs in tokens; the tokenizers are learned from the training part."""
    progress("vocabulary", 0.0)
    text = made.text
    sides = [pair.source for pair in corpus.train], [pair.target for pair in corpus.train]
    tokenizers = learn_pairs(*sides, kind=text.tokens, size=text.size, joint=text.joint, least=text.least)
    most = longest(made)
    parts: dict[str, PairTexts] = {}
    kept: dict[str, list[Pair]] = {}
    notes = list(corpus.notes)
    for name, pairs in (("train", corpus.train), ("validation", corpus.validation)):
        progress(f"tokens of {name}", 0.0)
        whole = as_pairs(tokenizers, pairs)
        fit = fitting(whole, most)
        if not len(fit):
            raise Mistake(
                f"every pair of {name} in {corpus.name} has a side of more than {most} tokens; set text.longest (and "
                "model.longest, where places are sinusoids) higher."
            )
        if left := len(pairs) - len(fit):
            notes.append(f"{name}: pairs left out because a side has more than {most:,} tokens: {left:,}.")
        parts[name], kept[name] = whole.chosen(fit), [pairs[i] for i in fit.tolist()]
    return PreparedPairs(
        corpus=corpus, tokenizers=tokenizers, **parts, validated=kept["validation"], notes=tuple(notes)
    )


def longest(made: Recipe) -> int:
    """Tokens of the longest sentence that is learned from, its end included."""
    return min((n for n in (made.text.longest, positions(made)) if n), default=LONGEST)


def longest_read(made: Recipe) -> int:
    """Tokens of the longest sentence that a trained model reads, its end included; it learned from no longer one."""
    return positions(made) or max(LONGEST, made.text.longest)


def positions(made: Recipe) -> int:
    """Places that the model tells apart; 0 for one that recurs or counts distances, which has no such limit."""
    model = made.model
    counts = model.get("kind") == "transformer" and model.get("position", "sinusoidal") == "sinusoidal"
    return int(model.get("longest", 1024)) if counts else 0


def fitting(pairs: PairTexts, most: int) -> Numbers:
    """Which pairs have no side of more than so many tokens; a target's BEGIN stands in for its END."""
    lengths = np.maximum(pairs.source.lengths, pairs.target.lengths - 1)
    return np.flatnonzero(lengths <= most) if most else np.arange(len(pairs))


def as_pairs(tokenizers: Tokenizers, pairs: Sequence[Pair]) -> PairTexts:
    """Pairs as tokens: sources with END, targets between BEGIN and END."""
    targets = bordered(tokenizers.target, [pair.target for pair in pairs], begin=True)
    return PairTexts(sources(tokenizers.source, [pair.source for pair in pairs]), targets)


def sources(tokenizer: Tokenizer, texts: Sequence[str]) -> Texts:
    """Source sentences as tokens, each with its END, where attention may go when no word concerns it."""
    return bordered(tokenizer, texts, begin=False)


def build_translator(made: Recipe, tokenizers: Tokenizers) -> nn.Module:
    """The model of a recipe with random weights."""
    target = tokenizers.target
    return _model(made, tokenizers.source.size, target.size, target.begin_id, target.end_id)


def possible_pairs(made: Recipe) -> None:
    """Nothing, if the model of a recipe can be built; else which setting forbids it."""
    refuse_foreign(made)
    if made.model.get("joint") and not made.text.joint:
        raise Mistake("model.joint shares one table between both languages, and needs text.joint = true.")
    try:
        _model(made, 4, 4, 1, 2)
    except (ValueError, RuntimeError) as error:
        raise error if isinstance(error, Mistake) else Mistake(f"model: {error}.") from error


def resolved_pairs(made: Recipe, corpus: Pairs) -> Recipe:
    """The recipe with everything filled in that reading the corpus has shown."""
    return replace(made, corpus=replace(made.corpus, languages=corpus.languages))


def _model(made: Recipe, source: int, target: int, begin: int, end: int) -> nn.Module:
    settings = dict(made.model)
    kind = str(settings.pop("kind", ""))
    if kind not in TRANSLATORS:
        raise unknown("kind of model", kind, TRANSLATORS)
    chosen = checked(TRANSLATORS[kind], settings, without=GIVEN)
    return TRANSLATORS[kind](source, target, begin=begin, end=end, **chosen)
