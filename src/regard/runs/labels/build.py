"""From a recipe to the things it names: a tokenizer, tokenised texts, a model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import torch
from torch import nn

from regard.data.corpora import open_corpus
from regard.data.examples import Corpus, Labelled
from regard.data.few import few, with_validation
from regard.data.loading import Texts
from regard.errors import Mistake, unknown
from regard.layers.vectors import WordVectors
from regard.models import CLASSIFIERS
from regard.models.transformer import Transformer
from regard.runs.meanings import refuse_foreign
from regard.runs.progress import Progress, silent
from regard.runs.recipe import Recipe
from regard.runs.settings import checked
from regard.runs.starting import finetuned, is_finetuned
from regard.text.characters import learn_characters
from regard.text.pairs import Tokenizers
from regard.text.pieces import learn_pieces
from regard.text.tokenizer import Tokenizer
from regard.text.vectors import find_vectors, load_vectors
from regard.text.words import learn_words


@dataclass(frozen=True, kw_only=True)
class Prepared:
    """A corpus, cut into tokens as a recipe asks."""

    corpus: Corpus
    tokenizer: Tokenizer
    train: Texts
    validation: Texts
    test: Texts
    notes: tuple[str, ...]
    taught: Texts | None = None
    """What a student learns from in place of the training part, with probabilities as labels."""


def read_corpus(made: Recipe) -> Corpus:
    """The corpus that a recipe names."""
    part = made.corpus
    return open_corpus(part.name, text=part.text or None, label=part.label or None)


def as_asked(made: Recipe, corpus: Corpus) -> Corpus:
    """The corpus with the labels that a recipe learns from."""
    corpus = corpus if made.corpus.held else with_validation(corpus)
    return few(corpus, made.corpus.labels)


def prepare(made: Recipe, corpus: Corpus, tokenizer: Tokenizer | None = None, progress: Progress = silent) -> Prepared:
    """The corpus in tokens; the tokenizer is learned from the training part unless one is given."""
    corpus = as_asked(made, corpus)
    if tokenizer is None:
        progress("vocabulary", 0.0)
        texts = (example.text for example in corpus.train)
        if made.text.tokens == "words":
            tokenizer = learn_words(texts, size=made.text.size, least=made.text.least)
        elif made.text.tokens == "characters":
            tokenizer = learn_characters(texts, size=made.text.size, least=made.text.least)
        else:
            tokenizer = learn_pieces(texts, size=made.text.size, lower=made.text.lower)
    parts: dict[str, Texts] = {}
    for name, examples in (("train", corpus.train), ("validation", corpus.validation), ("test", corpus.test)):
        tell = partial(progress, f"tokens of {name}")
        parts[name] = encode(tokenizer, examples, made.text.longest, tell)
    return Prepared(corpus=corpus, tokenizer=tokenizer, notes=corpus.notes, **parts)


def encode(
    tokenizer: Tokenizer, examples: Sequence[Labelled], longest: int, progress: Callable[[float], None] | None = None
) -> Texts:
    """Examples as tokens, cropped, with their labels."""
    total = max(1, len(examples))
    ids, offsets = tokenizer.encode_many(
        [example.text for example in examples], None if progress is None else lambda done: progress(done / total)
    )
    labels = np.array([example.label for example in examples], dtype=np.int64)
    return Texts(ids, offsets, labels).cropped(longest)


def build(made: Recipe, tokenizer: Tokenizer, classes: int) -> nn.Module:
    """The model of a recipe with random weights (GloVe is put in by `with_glove`)."""
    return _model(made, tokenizer.size, classes)


def built(made: Recipe, known: Tokenizers) -> nn.Module:
    """The model of a resolved recipe with random weights, whether it starts from nothing or from a language model."""
    classes = len(made.corpus.classes)
    return finetuned(made, known, classes) if is_finetuned(made) else build(made, known.source, classes)


def possible(made: Recipe) -> None:
    """Nothing, if the model of a recipe can be built; else which setting forbids it."""
    refuse_foreign(made, "start.run", "start.random", "task.blanked")
    _tried(made)


def fits(made: Recipe, data: Prepared) -> None:
    """Nothing, if the model of a recipe can be built and reads the longest text; else which setting forbids it."""
    enough_places(_tried(made), data)


def enough_places(model: nn.Module, data: Prepared) -> None:
    """Nothing, if a model has a place for each token of the longest text of all parts; else what to set."""
    if not isinstance(model, Transformer) or model.encoder.place is None:
        return
    front = 0 if model.front is None else 1
    parts = {"training": data.train, "validation": data.validation, "test": data.test}
    longest, part = max((int(texts.lengths.max(initial=0)), name) for name, texts in parts.items())
    places = model.encoder.longest
    if longest + front > places:
        raise Mistake(
            f"the longest text, in the {part} part, has {longest} tokens{' and CLS in front' if front else ''}, and "
            f"model.longest is {places}; set model.longest={longest + front}, or text.longest={places - front} to crop "
            "longer texts."
        )


def _tried(made: Recipe) -> nn.Module:
    """The model of a recipe as small as its vocabulary and its classes can be."""
    try:
        return _model(made, 1, 1)
    except (ValueError, RuntimeError) as error:
        raise error if isinstance(error, Mistake) else Mistake(f"model: {error}.") from error


def _model(made: Recipe, words: int, classes: int) -> nn.Module:
    settings = dict(made.model)
    kind = str(settings.pop("kind", ""))
    if kind not in CLASSIFIERS:
        raise unknown("kind of model", kind, CLASSIFIERS)
    chosen = checked(CLASSIFIERS[kind], settings)
    return CLASSIFIERS[kind](WordVectors(words, made.vectors.width, tuned=made.vectors.tuned), classes, **chosen)


def with_glove(model: nn.Module, made: Recipe, data: Prepared, progress: Progress = silent) -> tuple[str, ...]:
    """Put GloVe into the word vectors where the recipe asks for it; facts about how many words it knows."""
    if made.vectors.source != "glove":
        return ()
    file = find_vectors(made.vectors.width)
    vectors = load_vectors(file, dimension=made.vectors.width, progress=partial(progress, f"vectors of {file.name}"))
    words = data.tokenizer.vocabulary()
    aligned = vectors.align(words, seed=made.training.seed)
    with torch.no_grad():
        model.get_parameter("embed.weight").copy_(torch.from_numpy(aligned.matrix))
    running = vectors.coverage(words, np.bincount(data.train.ids, minlength=len(words)))
    return (
        f"{file.name} has a vector for {aligned.coverage:.1%} of the {len(words):,} words of the vocabulary, and for "
        f"{running:.1%} of the running words of the training texts.",
    )


def resolved(made: Recipe, corpus: Corpus) -> Recipe:
    """The recipe with everything filled in that reading the corpus has shown."""
    return replace(made, corpus=replace(made.corpus, classes=corpus.classes))
