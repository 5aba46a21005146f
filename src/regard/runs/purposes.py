"""What a run can be for, written out: each purpose reads its corpus, builds its models and measures them."""

from typing import Any, Protocol, TypeVar

from torch import nn

from regard.runs.answers import purpose as answers
from regard.runs.answers.purpose import PreparedInstructions
from regard.runs.labels import purpose as labels
from regard.runs.labels.build import Prepared
from regard.runs.language import purpose as language
from regard.runs.language.build import PreparedDocuments
from regard.runs.pairs import purpose as pairs
from regard.runs.pairs.build import PreparedPairs
from regard.runs.parts import Kind
from regard.runs.preferences import purpose as preferences
from regard.runs.preferences.purpose import PreparedPreferences
from regard.runs.progress import Progress
from regard.runs.recipe import Recipe
from regard.runs.verdicts import Said
from regard.text.pairs import Tokenizers
from regard.training.loop import Loop

D = TypeVar("D", Prepared, PreparedPairs, PreparedDocuments, PreparedInstructions, PreparedPreferences)
M_co = TypeVar("M_co", covariant=True)


class Purpose(Protocol[D, M_co]):
    """All that training into a folder asks of a task; D is a corpus in tokens, M what is measured."""

    def possible(self, made: Recipe, /) -> None:
        """Nothing, if the recipe can be trained; else a mistake that names the setting."""
        ...

    def prepared(self, made: Recipe, progress: Progress, /) -> D:
        """The corpus of a recipe, read and cut into tokens."""
        ...

    def resolved(self, made: Recipe, data: D, /) -> Recipe:
        """The recipe with everything filled in that reading the corpus has shown."""
        ...

    def tokenizers(self, data: D, /) -> Tokenizers:
        """What a run keeps of its tokens."""
        ...

    def built(self, made: Recipe, known: Tokenizers, /) -> nn.Module:
        """The model of a resolved recipe with random weights."""
        ...

    def newborn(self, made: Recipe, data: D, progress: Progress, /) -> tuple[nn.Module, tuple[str, ...]]:
        """The model before its first step, and what a reader of its results must know."""
        ...

    def new_loop(self, made: Recipe, data: D, model: nn.Module, /) -> Loop[Any]:
        """The loop at its beginning."""
        ...

    def measured(self, made: Recipe, data: D, model: nn.Module, /) -> tuple[M_co, M_co]:
        """What a model is worth on the validation and on the test part.

        Each has a `summary` for people, and `verdicts`: what only the model could say, from which the rest follows.
        """
        ...

    def measured_on(self, data: D, /) -> str:
        """A checksum of what a model is measured on, by which its verdicts are known to be on the same."""
        ...

    def recalled(self, data: D, validation: Said, test: Said, /) -> tuple[M_co, M_co]:
        """The same as `measured`, from verdicts that were kept."""
        ...


PURPOSES: dict[Kind, Purpose[Any, Any]] = {
    "classify": labels,
    "translate": pairs,
    "language": language,
    "instruct": answers,
    "prefer": preferences,
}


def purpose_of(made: Recipe) -> Purpose[Any, Any]:
    """What the run of a recipe is for."""
    return PURPOSES[made.task.kind]
