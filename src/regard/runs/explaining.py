"""The one place that decides how a run is asked why it answered as it did."""

from regard.data.loading import kept
from regard.explain.asking import Verdict
from regard.explain.question import Question
from regard.explain.target import Target, label_target
from regard.runs.run import Run, for_task
from regard.text.spans import words_of
from regard.text.tokenizer import Tokenizer


def question_of(run: Run, text: str, *, target: str = "", against: str = "", tokens: bool = False) -> Question:
    """Why does this run give the text that label? Words are whole, unless `tokens` asks for the tokens."""
    for_task(run, "classify")
    read = run.tokenizer.encode(text)
    places = kept(len(read.ids), run.recipe.text.longest).tolist()
    ids, spans = [read.ids[i] for i in places], [read.spans[i] for i in places]
    alone = tokens or run.tokenizer.kind == "words"
    question = Question(
        asked=Verdict(run.model),
        text=text,
        ids=ids,
        spans=spans,
        groups=[[i] for i in range(len(ids))] if alone else words_of(text, spans),
        target=Target(0, run.classes[0]),
        hole=hole_of(run.tokenizer),
        fixed=frozenset(i for i, token in enumerate(ids) if token in run.tokenizer.special_ids),
        nothing=run.tokenizer.encode("").ids,
    )
    return question.about(label_target(run.classes, question.best(), target, against))


def hole_of(tokenizer: Tokenizer) -> int | None:
    """The token that hides a word: the blank of a language model, or what stands for words that are not known."""
    try:
        return tokenizer.mask_id
    except ValueError:
        return tokenizer.unknown_id
