"""The one place that decides how a run is asked why it answered as it did."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regard.attention.padded import side_by_side
from regard.decoding import Hypothesis, Search, greedy
from regard.errors import Mistake, unknown
from regard.explain.explanation import Explanation, Map, Unchecked
from regard.explain.maps.language import looked
from regard.explain.methods import METHODS, Method
from regard.explain.question import Question
from regard.explain.rows import Rows
from regard.explain.sides import grouped
from regard.explain.trust.faithfulness import MOST, faithful
from regard.explain.trust.several import mean_of
from regard.models.bart import Bart
from regard.runs.labels.prediction import looked_at
from regard.runs.language.generations import reading
from regard.runs.pairs.new_sentences import own_alignment, searched
from regard.runs.questions import class_names, question_of, said_questions, word_question
from regard.runs.run import Run
from regard.text.tokenizer import Encoded

LOOKS = "attention"
"""The method that shows every map, not one row of scores."""
CHECKED = 2_000
"""Tokens, read and said, of all checks of an output: for each the text is read some 200 times with words taken away."""
FEWEST = 4
"""Words of an output that are checked, however long it is."""
PATTERN = frozenset("*?[")
"""Letters by which a name stands for several attentions, of which no one explanation can be checked."""


@dataclass(frozen=True)
class Wanted:
    """What of an answer is to be explained."""

    target: str
    against: str
    tokens: bool


def explain(
    run: Run,
    text: str,
    *,
    method: str = LOOKS,
    target: str = "",
    against: str = "",
    layer: str = "",
    head: int | None = None,
    tokens: bool = False,
    faithfulness: bool = True,
) -> Explanation:
    """Why a run answers so: a weight for each word, and how far the answer follows from these words.

    `target` names the label or word to explain, if not the model's own; `against` another that it is held against.
    `layer` and `head` choose among attentions. Without `faithfulness` the text is not read without its words.
    """
    wanted = Wanted(target, against, tokens)
    return replace(_explained(run, text, method, wanted, layer, head, faithfulness), **_not_read(run, text))


def _explained(
    run: Run, text: str, method: str, wanted: Wanted, layer: str, head: int | None, faithfulness: bool
) -> Explanation:
    target, against, tokens = wanted.target, wanted.against, wanted.tokens
    if method not in METHODS:
        raise unknown("method", method, METHODS)
    way = METHODS[method]
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise Mistake(f"one text is explained at a time, and this is a {type(text).__name__}; give a str.")
    if not text.strip():
        raise Mistake("there is no word to explain: the text is empty; give at least one.")
    if (layer or head is not None) and not way.looks:
        names = ", ".join(name for name, one in METHODS.items() if one.looks)
        raise Mistake(f"{method} has no layers or heads to choose from; leave out --layer and --head, or use {names}.")
    if run.recipe.task.rates:
        folder = run.folder
        raise Mistake(f"{folder} has one number for a whole answer; `regard evaluate {folder}` shows what it is worth.")
    if run.recipe.task.kind == "translate" or isinstance(run.model, Bart):
        return _said(run, text, method, layer, head, wanted, faithfulness)
    if method == LOOKS and not target and not against and _only_looks(run, text):
        told = looked(run.model, run.tokenizer, text, reading(run, text), only=layer, head=head, tokens=tokens)
        return replace(told, unchecked="no-answer" if faithfulness else "")
    classifies = run.recipe.task.kind == "classify"
    ask = question_of if classifies else word_question
    question = ask(run, text, target=target, against=against, tokens=tokens)
    told = None
    if method == LOOKS and question.asked.looks is not None:
        told = replace(_looked(run, text, layer, head, tokens), target=question.target.title)
    why = _unchecked(question, layer)
    check = faithfulness and not why
    if told is None or check:
        scores = way(question, layer, head)
        told = told or _told(run, question, method, scores)
        if check:
            return replace(told, faithfulness=faithful(question, scores).as_json())
    return replace(told, unchecked=why if faithfulness else "")


def _unchecked(question: Question, layer: str) -> Unchecked:
    """Why an explanation is not checked by taking words away; nothing where it is."""
    if PATTERN.intersection(layer):
        return "several"
    return "long" if len(question.ids) > MOST else ""


def _not_read(run: Run, text: str) -> dict[str, Any]:
    """How many tokens of a text the model left out, and which words it does not know."""
    tokenizer, longest = run.tokenizer, run.recipe.text.longest
    labels = run.recipe.task.kind == "classify"
    read = tokenizer.encode(text) if labels or run.recipe.task.kind == "translate" else reading(run, text)
    spans = [span for token, span in zip(read.ids, read.spans, strict=True) if token == tokenizer.unknown_id]
    return {
        "left_out": max(0, len(read.ids) - longest) if labels and longest else 0,
        "unknown": list(dict.fromkeys(text[start:stop].strip() for start, stop in spans)),
    }


def _looked(run: Run, text: str, layer: str, head: int | None, tokens: bool) -> Explanation:
    """Attention as it is, map by map."""
    if run.recipe.task.kind == "classify":
        return looked_at(run, text, only=layer, head=head, tokens=tokens)
    read = reading(run, text)
    return looked(run.model, run.tokenizer, text, read, classes=run.classes, only=layer, head=head, tokens=tokens)


def _only_looks(run: Run, text: str) -> bool:
    """Whether a model has no one answer to explain: it makes vectors, or fills blanks and there is none."""
    if run.recipe.task.kind == "classify":
        return False
    purpose = getattr(run.model, "purpose", "next")
    return purpose == "vectors" or (purpose in ("words", "both") and _no_blank(run, text))


def _no_blank(run: Run, text: str) -> bool:
    return run.tokenizer.mask_id not in reading(run, text).ids


def _told(run: Run, question: Question, method: str, scores: NDArray[np.float64]) -> Explanation:
    """One row of weights over the words of a text."""
    way, words = METHODS[method], question.merged(scores)
    side = grouped(run.tokenizer, question.text, Encoded(question.ids, question.spans), question.groups)
    logits, best = question.answer, question.best()
    labels = question.target.place is None
    own = class_names(run.classes, len(logits))[best] if labels else run.tokenizer.decode([best]).strip()
    row = Map(name=method, rows=["text"], columns=side.names, weights=Rows(_shares(way, words)[None]))
    return Explanation(
        method=method,
        target=question.target.title,
        kind="label" if labels else "word",
        text=question.text,
        label=own,
        probability=exp(float(logits[best] - logits.logsumexp(-1))),
        maps=[row],
        spans=side.spans,
        signed=way.signed,
        caution=way.caution,
    )


def _said(run: Run, text: str, method: str, layer: str, head: int | None, wanted: Wanted, check: bool) -> Explanation:
    """A row of weights over the words of the source for each word that is said."""
    best = _output(run, text)
    looks = _alignment(run, text, best, layer, head, wanted.tokens) if method == LOOKS else None
    several = bool(PATTERN.intersection(layer))
    if looks is not None and (several or not check) and not wanted.target:
        return replace(looks, unchecked="several" if several and check else "")
    questions = said_questions(run, text, best, target=wanted.target, against=wanted.against, tokens=wanted.tokens)
    if not questions:
        raise Mistake(f"the model said nothing that could be explained of {text[:30]!r}; try a longer training.")
    scores = [METHODS[method](question, layer, head) for question in questions]
    told = _told_words(run, questions, method, scores, best) if looks is None or wanted.target else looks
    if not check:
        return told
    if len(questions[0].ids) > MOST:
        return replace(told, unchecked="long")
    chosen = spread_out(len(questions), CHECKED // (len(questions[0].ids) + len(best.tokens)))
    each = [faithful(questions[i], scores[i], seed=i).as_json() for i in chosen]
    return replace(told, faithfulness=mean_of(each) | {"checked": len(each), "said": len(questions)})


def spread_out(words: int, most: int) -> list[int]:
    """Which words of an output are checked: all, or about so many from its beginning to its end, but a few at least."""
    count = min(words, max(FEWEST, most))
    return [round(i * (words - 1) / max(1, count - 1)) for i in range(count)]


def _output(run: Run, text: str) -> Hypothesis:
    """What the run says of a text."""
    if isinstance(run.model, Bart):
        return greedy(run.model, side_by_side([reading(run, text).ids]))[0]
    return searched(run, [text], Search())[0][0]


def _alignment(run: Run, text: str, best: Hypothesis, layer: str, head: int | None, tokens: bool) -> Explanation:
    """Attention from what is said to what was read, map by map."""
    if isinstance(run.model, Bart):
        return _looked(run, text, layer, head, tokens)
    return own_alignment(run, text, best, only=layer, head=head, tokens=tokens)


def _told_words(
    run: Run, questions: Sequence[Question], method: str, scores: Sequence[NDArray[np.float64]], best: Hypothesis
) -> Explanation:
    """A row of weights for each said word, over the words of the source."""
    way, first = METHODS[method], questions[0]
    weights = np.stack([_shares(way, each.merged(one)) for each, one in zip(questions, scores, strict=True)])
    side = grouped(run.tokenizer, first.text, Encoded(first.ids, first.spans), first.groups)
    said = run.tokenizers.target.decode(best.tokens).strip()
    return Explanation(
        method=method,
        target=said if len(questions) > 1 else first.target.title,
        kind="translation",
        text=first.text,
        label=said,
        probability=exp(best.log_probability),
        maps=[
            Map(name=method, rows=[each.target.title for each in questions], columns=side.names, weights=Rows(weights))
        ],
        spans=side.spans,
        signed=way.signed,
        caution=way.caution,
    )


def _shares(way: Method, words: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores as they are drawn: those without a sign as shares of their sum."""
    total = words.sum()
    return words if way.signed or total <= 0 else words / total
