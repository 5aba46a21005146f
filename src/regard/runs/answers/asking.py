"""Prompts and answers in the tokens of the language model that is started from."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from regard.data.preferred import Tokens
from regard.data.probes import preferences as probe
from regard.errors import Mistake
from regard.models.causal import Causal
from regard.runs.language.build import USUAL, kind_of, places_of
from regard.runs.published import is_published, outline
from regard.runs.recipe import Recipe
from regard.runs.starting import body_of
from regard.text.pairs import Tokenizers
from regard.text.tokenizer import Tokenizer

LONGEST = 40
"""Tokens that an answer of a model's own may have, at least."""
Rule = Callable[[str], float]
"""What an answer is worth, where that is known: of two answers the one that is worth more is preferred."""
Right = Callable[[str], bool]
"""Whether an answer is right, where that is known whatever the words."""


@dataclass(frozen=True)
class Reading:
    """How prompts and answers become tokens."""

    tokenizer: Tokenizer
    end: int
    """What a model says when an answer is over."""
    longest: int
    """Tokens of a prompt and its answer, together."""

    def prompts(self, texts: Sequence[str]) -> list[Tokens]:
        """Each with what stands before every text."""
        return [self.tokenizer.prompt(text) for text in texts]

    def answers(self, texts: Sequence[str]) -> list[Tokens]:
        """Each with END behind it, unless it is too long to come to one after a token of its prompt."""
        return [[*self.tokenizer.following(text), self.end][: self.longest - 1] for text in texts]

    def cuts(self, *answers: Sequence[Tokens]) -> tuple[str, ...]:
        """What a reader must know of answers that were too long."""
        cut = sum(answer[-1] != self.end for each in answers for answer in each)
        told = f"{cut:,} answers are longer than the {self.longest:,} tokens that the model reads, and are cut there."
        return (told,) if cut else ()


def reading_of(made: Recipe, known: Tokenizers) -> Reading:
    """How the model of a recipe reads prompts and answers."""
    body = outline(made) if is_published(made) else body_of(made, known)
    longest = made.text.longest or places_of(body) or USUAL
    if longest <= LONGEST:
        raise Mistake(f"the model has places for {longest} tokens, too few for a prompt and an answer of {LONGEST}.")
    if isinstance(body, Causal) and body.end < len(body.words.weight):
        return Reading(known.source, body.end, longest)
    return Reading(known.source, known.source.end_id, longest)


def must_answer(made: Recipe) -> None:
    """Nothing, if a recipe starts from a model that can be asked for answers; else what to start from."""
    if not issubclass(kind_of(made), Causal):
        raise Mistake(
            f"{made.model.get('family', made.model['kind'])} does not say answers, so that it cannot learn them; start "
            "from a gpt, bloom or llama."
        )


def rule_of(corpus: str) -> Rule | None:
    """What an answer is worth, where that is known."""
    return probe.kindness if corpus == probe.NAME else None


def right_of(corpus: str) -> Right | None:
    """Which answers are right, where that is known."""
    return probe.is_praise if corpus == probe.NAME else None
