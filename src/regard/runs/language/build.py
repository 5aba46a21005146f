"""From a recipe to what a language model needs: a tokenizer, documents in tokens, a model."""

import inspect
from dataclasses import dataclass, field, replace
from functools import partial
from typing import cast

from torch import nn

from regard.data.blank_rows import Second
from regard.data.boundaries import sentences_of
from regard.data.corpora import open_language
from regard.data.documents import Documents, Prose, Size
from regard.data.learned import learned
from regard.data.loading import Texts
from regard.data.sentence_pairs import Sentences, must_be_several
from regard.data.streams import tokenised
from regard.data.tokenising import Borders
from regard.errors import Mistake, unknown
from regard.models import LANGUAGE
from regard.models.bart import Bart
from regard.models.causal import Causal
from regard.models.masked import Masked
from regard.runs.meanings import refuse_foreign
from regard.runs.progress import Progress, silent
from regard.runs.published import is_published, outline
from regard.runs.recipe import Recipe
from regard.runs.settings import checked
from regard.text.pairs import Tokenizers
from regard.text.tokenizer import Tokenizer

GIVEN = ("begin", "end", "first", "padding", "classes", "pooled", "segments", "stretch", "text_dropout")
"""Settings of a model that its tokenizer decides, or that only published models and other tasks need."""
USUAL = 1024
"""Tokens of a row where neither the recipe nor the model says."""


@dataclass(frozen=True, kw_only=True)
class PreparedDocuments:
    """Documents, cut into tokens as a recipe asks; a corpus without a test part is tested on its validation part."""

    corpus: Documents
    tokenizers: Tokenizers
    train: Texts
    validation: Texts
    test: Texts
    sentences: dict[str, Sentences] = field(default_factory=dict[str, Sentences])
    """Of each part, where the model learns from sentences."""
    characters: dict[str, int] = field(default_factory=dict[str, int])
    """Of each part that is measured."""
    notes: tuple[str, ...] = ()

    @property
    def tokenizer(self) -> Tokenizer:
        """Of what is read and said."""
        return self.tokenizers.source


def read_documents(made: Recipe) -> Documents:
    """The documents that a recipe names."""
    part = made.corpus
    return open_language(part.name, text=part.text or None, boundary=part.boundary)


def prepare_documents(
    made: Recipe, corpus: Documents, progress: Progress = silent, tokenizer: Tokenizer | None = None
) -> PreparedDocuments:
    """The documents in tokens; the tokenizer is learned from the training part unless one is given."""
    sizes = {name: prose.size() for name, prose in corpus.parts().items()}
    if not sizes["validation"].documents:
        raise Mistake(f"{corpus.name} has no part to choose on; give it more text.")
    if second_of(made) == "next":
        must_be_several(sizes["train"].documents)
    if tokenizer is None:
        text = made.text
        tokenizer = learned(
            corpus.train,
            sizes["train"],
            kind=text.tokens,
            most=text.size,
            lower=text.lower,
            least=text.least,
            progress=partial(progress, "vocabulary"),
        )
    if not sizes["test"].documents:
        corpus, sizes["test"] = replace(corpus, test=corpus.validation), sizes["validation"]
    parts, lengths = dict[str, Texts](), dict[str, Sentences]()
    for name, prose in corpus.parts().items():
        parts[name] = in_tokens(made, tokenizer, prose, sizes[name], partial(progress, f"tokens of {name}"))
        if by_sentences(made):
            tell = partial(progress, f"sentences of {name}")
            lengths[name] = sentences_of(prose, tokenizer, size=sizes[name], progress=tell)
    return PreparedDocuments(
        corpus=corpus,
        tokenizers=Tokenizers(tokenizer, tokenizer),
        **parts,
        sentences=lengths,
        characters={name: size.characters for name, size in sizes.items()},
        notes=corpus.notes,
    )


def in_tokens(made: Recipe, tokenizer: Tokenizer, prose: Prose, size: Size, tell: partial[None]) -> Texts:
    """Documents as tokens; a model of the next word reads BEGIN before each, and says END after it."""
    causal = issubclass(kind_of(made), Causal)
    return tokenised(prose, tokenizer.bare(), borders=Borders(begin=causal, end=causal), size=size, progress=tell)


def by_sentences(made: Recipe) -> bool:
    """Whether a model learns from the sentences of a text, and not from its tokens alone."""
    return second_of(made) != "none" or (issubclass(kind_of(made), Bart) and made.task.shuffled)


def second_of(made: Recipe) -> Second:
    """Which second pieces a model that tells pairs apart learns from."""
    if not issubclass(kind_of(made), Masked) or masked_purpose(made) != "both":
        return "none"
    return "order" if made.model.get("family", made.model["kind"]) == "albert" else "next"


def masked_purpose(made: Recipe) -> str:
    """What a model of masked words is for."""
    return cast(Masked, outline(made)).purpose if is_published(made) else str(made.model.get("purpose", "words"))


def kind_of(made: Recipe) -> type[nn.Module]:
    """The class of a recipe's model."""
    if is_published(made):
        return type(outline(made))
    kind = str(made.model.get("kind", ""))
    if kind not in LANGUAGE:
        raise unknown("kind of model", kind, LANGUAGE)
    return LANGUAGE[kind]


def build_language(made: Recipe, known: Tokenizers) -> nn.Module:
    """The model of a recipe with random weights."""
    tokenizer = known.source
    return _model(made, tokenizer.size, tokenizer.begin_id, tokenizer.end_id, tokenizer.padding_id)


def possible_language(made: Recipe) -> None:
    """Nothing, if the model of a recipe can be built and trained; else which setting forbids it."""
    refuse_foreign(made, *(() if made.start.run else ("start.random",)))
    kind = kind_of(made)
    if issubclass(kind, Masked) and masked_purpose(made) not in ("words", "both"):
        way = "start from a model that says words" if is_published(made) else "set 'words' or 'both'"
        raise Mistake(f"model.purpose is {masked_purpose(made)!r}, which no text teaches; {way}.")
    if made.task.rows == "blocks" and not issubclass(kind, Causal):
        raise Mistake("task.rows = 'blocks' goes with models of the next word: gpt, bloom, llama; leave it out.")
    try:
        model = outline(made) if is_published(made) else _model(made, 8, 1, 2, 0)
    except (ValueError, RuntimeError) as error:
        raise error if isinstance(error, Mistake) else Mistake(f"model: {error}.") from error
    places = places_of(model)
    if places and made.text.longest > places:
        raise Mistake(
            f"text.longest is {made.text.longest}, and the model has {places} places; set text.longest={places}, or a "
            "larger model.longest."
        )


def places_of(model: nn.Module) -> int:
    """Tokens of the longest row that a model has places for; 0 where it has no limit."""
    return int(getattr(model, "longest", None) or 0)


def longest_row(made: Recipe, model: nn.Module) -> int:
    """Tokens of a row that a model reads."""
    return made.text.longest or places_of(model) or USUAL


def _model(made: Recipe, words: int, begin: int, end: int, padding: int) -> nn.Module:
    kind = kind_of(made)
    chosen = checked(kind, {name: value for name, value in made.model.items() if name != "kind"}, without=GIVEN)
    asked = inspect.signature(kind).parameters
    decided = {"begin": begin, "end": end, "padding": padding}
    if issubclass(kind, Masked):
        decided = {"first": padding + 1} if made.model["kind"] == "roberta" else {}
    return kind(words, **{name: value for name, value in decided.items() if name in asked}, **chosen)
