"""Questions about runs: what each kind of model is asked when an answer of its is to be explained."""

from collections.abc import Sequence
from dataclasses import replace

from regard.data.loading import kept
from regard.decoding import Hypothesis
from regard.errors import Mistake
from regard.explain.asking import Asked, Verdict
from regard.explain.maps.alignment import spoken
from regard.explain.question import Question
from regard.explain.saying import Said, Sorted, Word
from regard.explain.target import Target, label_target
from regard.models.causal import Causal
from regard.models.finetuned import Finetuned
from regard.models.masked import Masked
from regard.runs.language.generations import reading
from regard.runs.run import Run, for_task
from regard.text.spans import Span, split_words, words_of
from regard.text.specials import MASK
from regard.text.tokenizer import Encoded, Tokenizer


def question_of(run: Run, text: str, *, target: str = "", against: str = "", tokens: bool = False) -> Question:
    """About the label that a run gives a text. Words are whole, unless `tokens` asks for the tokens."""
    question = unanswered(run, text, tokens=tokens)
    return question.about(label_target(run.classes, question.best(), target, against))


def unanswered(run: Run, text: str, *, tokens: bool = False) -> Question:
    """The same before the run is asked: about its first label, until it is known which one the text gets."""
    for_task(run, "classify")
    read = run.tokenizer.encode(text)
    places = kept(len(read.ids), run.recipe.text.longest).tolist()
    read = Encoded([read.ids[i] for i in places], [read.spans[i] for i in places])
    alone = tokens or run.tokenizer.kind == "words"
    return _question(run, Verdict(run.model), text, read, _groups(text, read.spans, alone))


def word_question(run: Run, text: str, *, target: str = "", against: str = "", tokens: bool = False) -> Question:
    """About the word that a language model expects next or behind the first blank, or the label that it gives."""
    read, model = reading(run, text), run.model
    groups = _groups(text, read.spans, tokens)
    if isinstance(model, Masked) and model.purpose in ("classes", "pair"):
        question = _question(run, Sorted(model), text, read, groups)
        names = class_names(run.classes, len(question.answer))
        return question.about(label_target(names, question.best(), target, against))
    if not isinstance(model, Masked | Causal) or (isinstance(model, Masked) and model.purpose == "vectors"):
        raise Mistake(f"the run {run.folder} says no words that could be explained; attention shows what it looks at.")
    place = len(read.ids) - 1
    question = _question(run, Word(model), text, read, groups)
    if isinstance(model, Masked):
        blanks = [at for at, token in enumerate(read.ids) if token == question.hole]
        if not blanks:
            raise Mistake(f"the text has no {MASK} whose word could be explained; put one into it, or use attention.")
        place = blanks[0]
        question = replace(question, fixed=question.fixed | {place})
    question = question.about(Target(0, "", place=place))
    best = _token(run.tokenizer, target) if target else question.best()
    chosen = Target(best, run.tokenizer.decode([best]).strip(), place=place)
    if against:
        chosen = replace(chosen, against=_token(run.tokenizer, against), rival=against)
    return question.about(chosen)


def said_questions(
    run: Run, text: str, output: Hypothesis, *, target: str = "", against: str = "", tokens: bool = False
) -> list[Question]:
    """About each word of a run's output, given those before it; with a target, about that word alone."""
    tokenizer, model = run.tokenizers.target, run.model
    said, spans = spoken(tokenizer, output.tokens)
    read = run.tokenizers.source.encode(text)
    if run.recipe.task.kind == "translate":
        read = Encoded([*read.ids, run.tokenizers.source.end_id], [*read.spans, (len(text), len(text))])
        groups = [[i] for i in range(len(read.ids))] if tokens else [g for g in split_words(text, read.spans[:-1]) if g]
    else:
        read = reading(run, text)
        groups = _groups(text, read.spans, tokens)
    rows = [[i] for i in range(len(output.tokens))] if tokens else split_words(said, spans)
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
        questions.append(_question(run, asked, text, read, groups).about(aim))
    return questions[:1] if target else questions


def _question(run: Run, asked: Asked, text: str, read: Encoded, groups: list[list[int]]) -> Question:
    specials = run.tokenizer.special_ids
    return Question(
        asked=asked,
        text=text,
        ids=read.ids,
        spans=read.spans,
        groups=groups,
        target=Target(0, ""),
        hole=hole_of(run),
        fixed=frozenset(
            place for place, token in enumerate(read.ids) if token in specials and _empty(read.spans[place])
        ),
        nothing=_nothing(run),
    )


def _nothing(run: Run) -> list[int]:
    """What a model reads of an empty text: the borders that its tokenizer puts around one, else its end of a text."""
    body = getattr(run.model, "body", run.model)
    return run.tokenizer.encode("").ids or [int(end) for end in [getattr(body, "end", None)] if end is not None]


def _empty(span: Span) -> bool:
    return span[0] == span[1]


def _groups(text: str, spans: Sequence[Span], alone: bool) -> list[list[int]]:
    return [[i] for i in range(len(spans))] if alone else words_of(text, spans)


def class_names(classes: Sequence[str], count: int) -> list[str]:
    """What so many classes are called; by their numbers, where a published model does not say."""
    return [classes[i] if i < len(classes) else str(i) for i in range(count)]


def _rival(tokenizer: Tokenizer, name: str, word: str) -> tuple[int, ...]:
    """The tokens of a word that might be said in place of another."""
    if word.strip() == name:
        raise Mistake(f"{name!r} is what is explained, so it cannot be held against itself; name another one.")
    found = tuple(tokenizer.encode(word).ids)
    if not word.strip() or tokenizer.unknown_id in found:
        raise Mistake(f"{word!r} is no word that this model could say; name another one.")
    return found


def _token(tokenizer: Tokenizer, word: str) -> int:
    """The token of a word that might be said; one that is several cannot be said at one place."""
    bare = tokenizer.bare()
    for spelled in (f" {word}", word) if tokenizer.kind == "pieces" else (word,):
        found = bare.following(spelled)
        if len(found) == 1 and found[0] != tokenizer.unknown_id:
            return found[0]
    raise Mistake(
        f"{word!r} is not one token of this model, so that it cannot be said at one place; name another word."
    )


def hole_of(run: Run) -> int | None:
    """The token that hides a word: a blank, where the model learned with some, or what stands for unknown words."""
    body = run.model.body if isinstance(run.model, Finetuned) else run.model
    try:
        return run.tokenizer.mask_id if run.recipe.task.blanked or not isinstance(body, Causal) else None
    except ValueError:
        return run.tokenizer.unknown_id
