"""Words taken away, one after the other, and what the answer loses by it."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from regard.data.loading import Texts
from regard.explain.means import is_mean
from regard.explain.methods.leaving_out import left_out
from regard.explain.question import Question
from regard.explain.reading import READ, room
from regard.explain.target import scores_of
from regard.explain.together import Together, answer, read_without

Scores = NDArray[np.float64]


def occlusion(questions: Sequence[Question]) -> list[Scores]:
    """score(text) − score(text with the word hidden), for each word.  Zeiler & Fergus (2014), section 4.2.

    All tokens of the word are hidden, each behind the token for what is not known; the text keeps its length. A model
    that has met no such token reads zeros in place of their vectors.
    """
    if questions[0].hole is not None:
        return _drops(questions, read_without(questions, _each(questions), "hole"))
    return _drops(questions, [_with_zeros(one) for one in questions])


@torch.no_grad()
def _with_zeros(question: Question) -> Scores:
    taken = [question.groups[number] for number in question.words]
    text = Together([question])
    vectors = text.vectors()
    each = max(1, room(question.model, READ) // len(vectors))
    found: list[Scores] = []
    for start in range(0, len(taken), each):
        some = taken[start : start + each]
        variants = vectors.repeat(len(some), 1, 1)
        for variant, places in zip(variants, some, strict=True):
            variant[places] = 0.0
        found.append(text.from_vectors(variants)[:, 0].cpu().numpy())
    return np.concatenate(found) if found else np.zeros(0)


def leave_one_out(questions: Sequence[Question]) -> list[Scores]:
    """score(text) − score(text without the word), for each word.  Li, Monroe & Jurafsky (2016), section 3.

    Where the text is a weighted mean of its words this is arithmetic; else the text is read once without each.
    """
    if is_mean(questions[0].model) and not any(question.fixed for question in questions):
        return _by_arithmetic(questions)
    return _drops(questions, read_without(questions, _each(questions), "left-out"))


def _each(questions: Sequence[Question]) -> list[list[list[int]]]:
    """Of each text every word that can be taken away, by itself."""
    return [[[word] for word in range(len(question.words))] for question in questions]


def _drops(questions: Sequence[Question], left: Sequence[Scores]) -> list[Scores]:
    """What each token's word was worth, from what the answer is without it."""
    answer(questions)
    return [one.shared(one.score - rest, one.words) for one, rest in zip(questions, left, strict=True)]


def _by_arithmetic(questions: Sequence[Question]) -> list[Scores]:
    words = [np.empty(len(question.ids), dtype=np.int64) for question in questions]
    counts = [len(question.groups) for question in questions]
    for question, before, numbers in zip(questions, np.cumsum([0, *counts]), words, strict=False):
        for number, group in enumerate(question.groups):
            numbers[group] = before + number
    ends = np.cumsum([0, *(len(question.ids) for question in questions)])
    texts = Texts(np.concatenate([np.array(question.ids) for question in questions]), ends)
    said = left_out(questions[0].model, texts, questions[0].nothing, np.concatenate(words))
    whole, each = (torch.from_numpy(part) for part in said)
    targets = [question.target for question in questions]
    alone = [target for target, count in zip(targets, counts, strict=True) for _ in range(count)]
    drops = np.repeat(scores_of(targets, whole).numpy(), counts) - scores_of(alone, each).numpy()
    return [
        question.shared(some, range(len(some)))
        for question, some in zip(questions, np.split(drops, np.cumsum(counts)[:-1]), strict=True)
    ]
