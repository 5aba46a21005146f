"""Words taken away, one after the other, and what the answer loses by it."""

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from regard.data.loading import Texts
from regard.explain.methods.leaving_out import is_mean, left_out
from regard.explain.question import AT_ONCE, Question


def occlusion(question: Question) -> NDArray[np.float64]:
    """score(text) − score(text with the word hidden), for each word.  Zeiler & Fergus (2014), section 4.2.

    All tokens of the word are hidden, each behind the token for what is not known; the text keeps its length. A model
    that has met no such token reads zeros in place of their vectors.
    """
    taken = [question.groups[number] for number in question.words]
    hidden = question.hiding(taken) if question.hole is not None else _with_zeros(question, taken)
    return question.shared(question.score - hidden, question.words)


@torch.no_grad()
def _with_zeros(question: Question, taken: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    vectors = question.vectors()
    each = max(1, AT_ONCE // len(vectors))
    found: list[NDArray[np.float64]] = []
    for start in range(0, len(taken), each):
        some = taken[start : start + each]
        variants = vectors.repeat(len(some), 1, 1)
        for variant, places in zip(variants, some, strict=True):
            variant[list(places)] = 0.0
        found.append(question.from_vectors(variants).cpu().numpy())
    return np.concatenate(found) if found else np.zeros(0)


def leave_one_out(question: Question) -> NDArray[np.float64]:
    """score(text) − score(text without the word), for each word.  Li, Monroe & Jurafsky (2016), section 3.

    Where the text is a weighted mean of its words this is arithmetic; else the text is read once without each.
    """
    if is_mean(question.model) and not question.fixed:
        return _by_arithmetic(question)
    left = question.without(question.groups[number] for number in question.words)
    return question.shared(question.score - left, question.words)


def _by_arithmetic(question: Question) -> NDArray[np.float64]:
    words = np.empty(len(question.ids), dtype=np.int64)
    for number, group in enumerate(question.groups):
        words[group] = number
    texts = Texts(np.array(question.ids), np.array([0, len(question.ids)]))
    whole, each = (torch.from_numpy(part) for part in left_out(question.model, texts, question.nothing, words))
    drops = question.target.score(whole) - question.target.score(each)
    return question.shared(drops.numpy(), range(len(question.groups)))
