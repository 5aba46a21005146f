"""Why a run says the words of a text of its own."""

from dataclasses import replace
from math import exp

from regard.attention.padded import side_by_side
from regard.decoding import Hypothesis, Search, greedy
from regard.errors import Mistake
from regard.explain.explanation import Explanation
from regard.explain.maps.alignment import spoken
from regard.explain.question import Question
from regard.explain.saying import Said
from regard.explain.target import Target
from regard.explain.trust.faithfulness import faithful, of_several
from regard.models.bart import Bart
from regard.runs.explaining.answers import maps_of
from regard.runs.explaining.rows import weighed
from regard.runs.explaining.wanted import Wanted
from regard.runs.pairs.new_sentences import own_alignment, searched
from regard.runs.run import Run
from regard.text.spans import split_words
from regard.text.tokenizer import Tokenizer

CHECKED = 800
"""Tokens, read and said, of all checks of an output: for each the text is read some 500 times with words taken away."""
FEWEST = 4
"""Words of an output that are checked, however long it is."""


def output_explained(run: Run, question: Question, wanted: Wanted) -> Explanation:
    """A row of weights over the words of the source for each word that is said, or every map of its attention.

    `question` is the one before anything was said.
    """
    best = _output(run, question)
    looks = _alignment(run, question, wanted, best) if wanted.maps else None
    if looks is not None and (wanted.several or not wanted.check) and not wanted.target:
        return replace(looks, unchecked=wanted.unchecked(question))
    questions = said_questions(run, question, wanted, best)
    if not questions:
        raise Mistake(
            f"the model said nothing that could be explained of {question.text[:30]!r}; try a longer training."
        )
    scores = [wanted.scores(each) for each in questions]
    told = looks
    if told is None or wanted.target:
        said = run.tokenizers.target.decode(best.tokens).strip()
        told = weighed(
            run,
            wanted,
            questions,
            scores,
            rows=[each.target.title for each in questions],
            target=said if len(questions) > 1 else questions[0].target.title,
            kind="translation",
            label=said,
            probability=exp(best.log_probability),
        )
    why = wanted.unchecked(question)
    if why or not wanted.check:
        return replace(told, unchecked=why)
    chosen = spread_out(len(questions), CHECKED // (len(question.ids) + len(best.tokens)))
    each = [faithful(questions[i], scores[i], seed=i) for i in chosen]
    return replace(told, faithfulness=of_several(each).as_json() | {"checked": len(each), "said": len(questions)})


def spread_out(words: int, most: int) -> list[int]:
    """Which words of an output are checked: all, or about so many from its beginning to its end, but a few at least."""
    count = min(words, max(FEWEST, most))
    return [round(i * (words - 1) / max(1, count - 1)) for i in range(count)]


def _output(run: Run, question: Question) -> Hypothesis:
    """What the run says of a text."""
    if isinstance(run.model, Bart):
        return greedy(run.model, side_by_side([question.ids]))[0]
    return searched(run, [question.text], Search())[0][0]


def _alignment(run: Run, question: Question, wanted: Wanted, best: Hypothesis) -> Explanation:
    """Attention from what is said to what was read, map by map."""
    if isinstance(run.model, Bart):
        return maps_of(run, question, wanted)
    only, head, tokens = wanted.layer, wanted.head, wanted.tokens
    return own_alignment(run, question.text, best, only=only, head=head, tokens=tokens)


def said_questions(run: Run, question: Question, wanted: Wanted, output: Hypothesis) -> list[Question]:
    """About each word of a run's output, given those before it; with a target, about that word alone."""
    target, against = wanted.target, wanted.against
    tokenizer, model = run.tokenizers.target, run.model
    said, spans = spoken(tokenizer, output.tokens)
    rows = [[i] for i in range(len(output.tokens))] if wanted.tokens else split_words(said, spans)
    names = [said[spans[group[0]][0] : spans[group[-1]][1]].strip() for group in rows if group]
    if target and target not in names:
        raise Mistake(f"the model did not say {target!r}; it said {' '.join(names)!r}: name one of these words.")
    questions: list[Question] = []
    for name, group in zip(names, filter(None, rows), strict=True):
        if target and name != target:
            continue
        choices = [tuple(output.tokens[i] for i in group)]
        if against:
            choices.append(_rival(tokenizer, name, against))
        asked = Said(model, (int(model.begin), *output.tokens[: group[0]]), tuple(choices))  # pyright: ignore
        aim = Target(0, name, 1, against) if against else Target(0, name)
        questions.append(replace(question, asked=asked, target=aim))
    return questions[:1] if target else questions


def _rival(tokenizer: Tokenizer, name: str, word: str) -> tuple[int, ...]:
    """The tokens of a word that might be said in place of another."""
    if word.strip() == name:
        raise Mistake(f"{name!r} is what is explained, so it cannot be held against itself; name another one.")
    found = tuple(tokenizer.encode(word).ids)
    if not word.strip() or tokenizer.unknown_id in found:
        raise Mistake(f"{word!r} is no word that this model could say; name another one.")
    return found
