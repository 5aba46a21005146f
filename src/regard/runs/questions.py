"""Questions about runs: what each kind of model is asked when an answer of its is to be explained."""

from collections.abc import Sequence
from dataclasses import replace

from regard.errors import Mistake
from regard.explain.asking import Asked, Verdict
from regard.explain.question import Question
from regard.explain.saying import Said, Sorted, Word
from regard.explain.sides import shortened
from regard.explain.target import Target, label_target
from regard.models.bart import Bart
from regard.models.causal import Causal
from regard.models.finetuned import Finetuned
from regard.models.masked import Masked
from regard.runs.language.generations import reading
from regard.runs.run import Run
from regard.text.spans import Span, split_words, words_of
from regard.text.specials import MASK
from regard.text.tokenizer import Encoded, Tokenizer


def question_of(run: Run, text: str, *, target: str = "", against: str = "", tokens: bool = False) -> Question:
    """About the label that a run gives a text, or the word that it expects next or behind the first blank.

    Words of the text are whole, unless `tokens` asks for the tokens.
    """
    return answered(run, unanswered(run, text, tokens=tokens), target, against)


def unanswered(run: Run, text: str, *, tokens: bool = False) -> Question:
    """The same before the run is asked: about its first label or word, until it is known which one the text gets."""
    whole, specials = _tokens(run, text), run.tokenizer.special_ids
    read = shortened(whole, run.recipe.text.longest if run.recipe.task.kind == "classify" else 0)
    question = Question(
        asked=_asked(run),
        text=text,
        ids=read.ids,
        spans=read.spans,
        groups=_groups(run, text, read.spans, tokens),
        target=Target(0, ""),
        hole=hole_of(run),
        fixed=frozenset(
            place for place, token in enumerate(read.ids) if token in specials and _empty(read.spans[place])
        ),
        nothing=_nothing(run),
        left_out=len(whole.ids) - len(read.ids),
        unknown=_unknown(run.tokenizer, text, whole),
    )
    if not isinstance(question.asked, Word):
        return question
    if (blank := _blank(question)) is None:
        return replace(question, target=Target(0, "", place=len(read.ids) - 1))
    return replace(question, target=Target(0, "", place=blank), fixed=question.fixed | {blank})


def answered(run: Run, question: Question, target: str = "", against: str = "") -> Question:
    """A question about the label or word that the run gives, or the one that is named, against another if one is."""
    if not isinstance(question.asked, Word):
        names = class_names(run.classes, len(question.answer))
        return question.about(label_target(names, question.best(), target, against))
    if isinstance(question.model, Masked) and question.model.purpose == "vectors":
        raise Mistake(f"the run {run.folder} says no words that could be explained; attention shows what it looks at.")
    if not has_answer(question):
        raise Mistake(f"the text has no {MASK} whose word could be explained; put one into it, or use attention.")
    best = _token(run.tokenizer, target) if target else question.best()
    chosen = Target(best, run.tokenizer.decode([best]).strip(), place=question.target.place)
    if against:
        chosen = replace(chosen, against=_token(run.tokenizer, against), rival=against)
    return question.about(chosen)


def has_answer(question: Question) -> bool:
    """Whether a model has one answer to explain: not where it makes vectors, nor where it fills blanks and has none."""
    model = question.model
    if not isinstance(question.asked, Word) or not isinstance(model, Masked):
        return True
    return model.purpose != "vectors" and _blank(question) is not None


def says_texts(run: Run) -> bool:
    """Whether what a run answers is a text of its own, word by word."""
    return run.recipe.task.kind == "translate" or isinstance(run.model, Bart)


def _tokens(run: Run, text: str) -> Encoded:
    """The tokens of a text as the run's model reads it, were it as long as it likes."""
    if run.recipe.task.kind not in ("classify", "translate"):
        return reading(run, text)
    read = run.tokenizer.encode(text)
    if run.recipe.task.kind == "classify":
        return read
    return Encoded([*read.ids, run.tokenizer.end_id], [*read.spans, (len(text), len(text))])


def _asked(run: Run) -> Asked:
    """How the run's model is asked for a label or a word; one that says texts has said nothing yet."""
    model = run.model
    if says_texts(run):
        return Said(model, (), ())
    if run.recipe.task.kind == "classify":
        return Verdict(model)
    return Sorted(model) if isinstance(model, Masked) and model.purpose in ("classes", "pair") else Word(model)


def _groups(run: Run, text: str, spans: Sequence[Span], tokens: bool) -> list[list[int]]:
    """The tokens of each word."""
    kind = run.recipe.task.kind
    if tokens or (kind == "classify" and run.tokenizer.kind == "words"):
        return [[i] for i in range(len(spans))]
    if kind == "translate":
        return [group for group in split_words(text, spans[:-1]) if group]
    return words_of(text, spans)


def _unknown(tokenizer: Tokenizer, text: str, whole: Encoded) -> list[str]:
    """The words of a text that are no words of the model, each once."""
    strange = [span for token, span in zip(whole.ids, whole.spans, strict=True) if token == tokenizer.unknown_id]
    return list(dict.fromkeys(text[start:stop].strip() for start, stop in strange))


def _blank(question: Question) -> int | None:
    """Where the first blank stands that a model of masked words fills."""
    if not isinstance(question.model, Masked) or question.hole not in question.ids:
        return None
    return question.ids.index(question.hole)


def _nothing(run: Run) -> list[int]:
    """What a model reads of an empty text: the borders that its tokenizer puts around one, else its end of a text."""
    body = getattr(run.model, "body", run.model)
    return run.tokenizer.encode("").ids or [int(end) for end in [getattr(body, "end", None)] if end is not None]


def _empty(span: Span) -> bool:
    return span[0] == span[1]


def class_names(classes: Sequence[str], count: int) -> list[str]:
    """What so many classes are called; by their numbers, where a published model does not say."""
    return [classes[i] if i < len(classes) else str(i) for i in range(count)]


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
