"""How much of a corpus is learned from: few of its labels, or those to choose by as well."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from regard.data.examples import Corpus, Labelled
from regard.errors import Mistake


def few(corpus: Corpus, labels: int) -> Corpus:
    """The corpus with so many labelled texts to learn from, and at most as many to choose on; 0 for all of them.

    Who knows few labels has no more to choose by. The test part is what it was.
    """
    if not labels:
        return corpus
    if labels > len(corpus.train):
        raise Mistake(
            f"corpus.labels is {labels}, and {corpus.name} has {len(corpus.train)} texts to learn from; set fewer, or "
            "0 for all."
        )
    if labels < len(corpus.classes):
        raise Mistake(
            f"corpus.labels is {labels}, and {corpus.name} has {len(corpus.classes)} classes; set at least one of each."
        )
    note = f"Of {len(corpus.train)} texts to learn from, {labels} are used, drawn with as many of each class."
    return replace(
        corpus,
        train=balanced(corpus.train)[:labels],
        validation=balanced(corpus.validation)[:labels],
        notes=(*corpus.notes, note),
    )


def with_validation(corpus: Corpus) -> Corpus:
    """The corpus with its validation part among what is learned from."""
    note = (
        f"The {len(corpus.validation)} texts of the validation part are among those to learn from; their figures "
        "say nothing, and nothing was chosen by them."
    )
    return replace(corpus, train=(*corpus.train, *corpus.validation), notes=(*corpus.notes, note))


def balanced(examples: Sequence[Labelled]) -> list[Labelled]:
    """The examples in an order drawn once and for all, in which each class comes in turn as long as it has more."""
    shuffled = random.Random("labels").sample(examples, len(examples))
    classes = sorted({example.label for example in examples})
    each = ([example for example in shuffled if example.label == label] for label in classes)
    return [example for turn in zip_longest(*each) for example in turn if example is not None]
