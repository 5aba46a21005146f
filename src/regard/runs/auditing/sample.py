"""Texts of a part of a corpus, drawn for an audit of heads: read as the run reads them, with what is known of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations

import numpy as np

from regard.data.examples import Labelled, Pair
from regard.data.loading import Texts, kept
from regard.errors import Mistake
from regard.explain.heads.reads import Reads, continuing, denoising, filling, labelling, translating
from regard.explain.heads.relations import Tied, Ties
from regard.metrics.alignment import Link
from regard.models.bart import Bart
from regard.models.masked import Masked
from regard.runs.labels.build import encode
from regard.runs.labels.evaluation import examples_of
from regard.runs.labels.measure import touching
from regard.runs.language.build import in_tokens
from regard.runs.language.evaluation import documents_of
from regard.runs.language.rows import blanks, noises, passages
from regard.runs.pairs.build import as_pairs, fitting, longest_read
from regard.runs.pairs.evaluation import pairs_of
from regard.runs.progress import Progress, silent
from regard.runs.run import Run
from regard.text.spans import split_words
from regard.text.tokenizer import Tokenizer

MARKERS = "Ġ▁#Ċ"
"""Letters by which tokenizers mark the beginning of a word, or its going on."""
TOKENS = 60_000
"""Tokens of documents that are read at most in one pass."""


@dataclass(frozen=True, kw_only=True)
class Sample:
    """What heads are judged by."""

    corpus: str
    split: str
    of: int
    what: str
    """What is asked of the model: `label`, `next`, `masked`, `clean` or `translation`."""
    reads: Reads
    count: int
    """Rows of `reads`."""
    marks: tuple[list[int], list[int]]
    tied: Tied | None = None


def sample_of(run: Run, corpus: str, split: str, texts: int, seed: int, progress: Progress = silent) -> Sample:
    """Texts for any run that answers, drawn by the seed."""
    match run.recipe.task.kind:
        case "classify":
            return _labelled(run, corpus, split, texts, seed)
        case "translate":
            return _paired(run, corpus, split, texts, seed)
        case "language":
            return _documents(run, corpus, split, texts, seed, progress)
        case other:
            raise Mistake(
                f"the heads of a run that learned to {other} are not audited; audit the language model that it began "
                "from."
            )


def _drawn(count: int, texts: int, seed: int) -> list[int]:
    return np.sort(np.random.default_rng(seed).permutation(count)[:texts]).tolist()


def _labelled(run: Run, corpus: str, split: str, texts: int, seed: int) -> Sample:
    name, part, every = examples_of(run, corpus, split)
    chosen = [every[i] for i in _drawn(len(every), texts, seed)]
    longest = run.recipe.text.longest
    read = encode(run.tokenizer, chosen, longest)
    known = any(example.rationale for example in chosen)
    return Sample(
        corpus=name,
        split=part,
        of=len(every),
        what="label",
        reads=lambda: labelling(run.model, read),
        count=len(chosen),
        marks=(marks_of(run.tokenizer), []),
        tied=(lambda row: decided_together(run.tokenizer, chosen[row], longest)) if known else None,
    )


def _paired(run: Run, corpus: str, split: str, texts: int, seed: int) -> Sample:
    found, part, every = pairs_of(run, corpus, split)
    short = fitting(as_pairs(run.tokenizers, every), longest_read(run.recipe)).tolist()
    chosen = [every[short[i]] for i in _drawn(len(short), texts, seed)]
    read = as_pairs(run.tokenizers, chosen)
    source, target = run.tokenizers.source, run.tokenizers.target
    known = any(pair.alignment is not None for pair in chosen)
    return Sample(
        corpus=found.name,
        split=part,
        of=len(every),
        what="translation",
        reads=lambda: translating(run.model, read),
        count=len(chosen),
        marks=(marks_of(source), marks_of(target)),
        tied=(lambda row: linked(source, target, chosen[row])) if known else None,
    )


def _documents(run: Run, corpus: str, split: str, texts: int, seed: int, progress: Progress) -> Sample:
    name, part, prose = documents_of(run, corpus, split)
    every = in_tokens(run.recipe, run.tokenizer, prose, prose.size(), partial(progress, "tokens"))
    some = _within(every, _drawn(len(every), texts, seed))
    made, model, tokenizer = run.recipe, run.model, run.tokenizer
    told = Sample(
        corpus=name, split=part, of=len(every), what="next", reads=lambda: iter(()), count=0,
        marks=(marks_of(tokenizer), marks_of(tokenizer)),
    )  # fmt: skip
    if isinstance(model, Masked):
        rows = blanks(made, model, tokenizer, some, None)
        return replace(told, what="masked", reads=lambda: filling(model, rows), count=len(rows.owners()))
    if isinstance(model, Bart):
        noisy = noises(made, model, tokenizer, some, None)
        return replace(told, what="clean", reads=lambda: denoising(model, noisy), count=len(noisy.owners()))
    lines = passages(made, model, some)
    return replace(told, reads=lambda: continuing(model, lines), count=len(lines.rows))


def _within(texts: Texts, chosen: list[int]) -> Texts:
    """The chosen documents, as many as there is room for, the last one cut."""
    ends = np.cumsum(texts.lengths[chosen])
    some = texts.chosen(np.array(chosen[: int(np.searchsorted(ends, TOKENS)) + 1]))
    return some if len(some) > 1 else some.started(TOKENS)


def marks_of(tokenizer: Tokenizer) -> list[int]:
    """The ids of tokens without letters or digits: punctuation, beginnings and ends."""
    special = set(tokenizer.special_ids)
    return [
        number
        for number, token in enumerate(tokenizer.vocabulary())
        if number in special or not any(letter.isalnum() for letter in token.strip(MARKERS))
    ]


def decided_together(tokenizer: Tokenizer, example: Labelled, longest: int) -> Ties:
    """Tokens that decide a label together, as *did*, *not* and *like* do: every one is tied to the others."""
    spans = tokenizer.encode(example.text).spans
    places = touching([spans[i] for i in kept(len(spans), longest)], example.rationale)
    return Ties(source=list(permutations(places, 2)))


def linked(source: Tokenizer, target: Tokenizer, pair: Pair) -> Ties:
    """Which tokens say each other, and which of one sentence the grammar ties: those that share a word of the other.

    An article takes its form from its noun, an auxiliary from its verb; such links are possible, not sure. Places of
    what a decoder reads are one further on, behind BEGIN.
    """
    words = split_words(pair.source, source.encode(pair.source).spans)
    said = split_words(pair.target, target.encode(pair.target).spans)
    every = (pair.possible or frozenset()) | (pair.alignment or frozenset())
    cross = [(token, other) for one, two in every for token in said[two] for other in words[one]]
    behind = [[token + 1 for token in word] for word in said]
    return Ties(_kin(every, words, 0), _kin(every, behind, 1), cross)


def _kin(links: frozenset[Link], words: Sequence[Sequence[int]], side: int) -> list[tuple[int, int]]:
    """Tokens of different words on one side that are linked to the same word of the other."""
    shared: dict[int, list[int]] = {}
    for link in links:
        shared.setdefault(link[1 - side], []).append(link[side])
    pairs = {pair for together in shared.values() for pair in permutations(set(together), 2)}
    return [(token, other) for one, two in pairs for token in words[one] for other in words[two]]
