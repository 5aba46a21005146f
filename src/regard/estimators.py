"""scikit-learn's face: a classifier of texts that fits, predicts, and shows what it looked at.

clf = TextClassifier("lstm-attention").fit(texts, labels)
clf.predict_proba(["I did not like it"])
clf.explain("I did not like it")            # draws itself in a notebook
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from regard.data.examples import Corpus, Labelled
from regard.errors import Mistake
from regard.explain.explanation import Explanation
from regard.runs.explaining import explain
from regard.runs.labels import purpose
from regard.runs.labels.build import prepare
from regard.runs.labels.prediction import predictions
from regard.runs.recipe import recipe
from regard.runs.run import Run, vacant, write_recipe, write_weights
from regard.runs.sealed import METRICS, seal
from regard.text.given import some_texts
from regard.training import journal
from regard.views.figures.explained import explained

try:
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.utils import Tags
    from sklearn.utils.validation import check_is_fitted
except ImportError as error:
    raise Mistake("TextClassifier needs scikit-learn; install it with: pip install 'regard[sklearn]'") from error


class Shown(Explanation):
    """An explanation that draws itself in a notebook."""

    def _repr_html_(self) -> str:
        return explained(self, "en").svg


class TextClassifier(ClassifierMixin, BaseEstimator):
    """Any model of `regard train`, by the rules of scikit-learn: texts in, labels out."""

    def __init__(
        self, model: str = "attention", *, settings: Sequence[str] = (), held: float = 0.1, random_state: int = 0
    ) -> None:
        """`settings` change leaves of the recipe as `--set` does, such as "training.epochs=3".

        `held` is the share of the texts of each label that chooses the epoch; with 0 the last weights are kept.
        """
        self.model = model
        self.settings = settings
        self.held = held
        self.random_state = random_state

    def fit(self, X: Sequence[str], y: Sequence[Any]) -> "TextClassifier":  # noqa: N803
        """Learn the labels of texts."""
        texts, labels = some_texts(X), np.asarray(y)
        if labels.ndim != 1 or len(labels) != len(texts):
            raise Mistake(f"there are {len(texts)} texts and labels of shape {labels.shape}; give one label a text.")
        if not 0 <= self.held < 1:
            raise Mistake(f"held is {self.held}; give a share of at least 0 and below 1.")
        self.classes_, numbers = np.unique(labels, return_inverse=True)
        if len(self.classes_) < 2:
            raise Mistake(f"all {len(texts)} texts have the label {labels[0]!r}; give at least two labels.")
        examples = [Labelled(text, int(number)) for text, number in zip(texts, numbers, strict=True)]
        held = _held(numbers, self.held, self.random_state)
        kept = [] if held else ["training.keep=last"]
        made = recipe(self.model, changes=[f"training.seed={self.random_state}", *kept, *self.settings])
        purpose.possible(made)
        corpus = Corpus(
            name="texts",
            classes=tuple(str(name) for name in self.classes_),
            train=[one for place, one in enumerate(examples) if place not in held],
            validation=[examples[place] for place in sorted(held)] or examples,
            test=(),
        )
        data = prepare(made, corpus)
        made = purpose.resolved(made, data)
        torch.manual_seed(made.training.seed)
        module, _ = purpose.newborn(made, data, lambda doing, share: None)
        loop = purpose.new_loop(made, data, module)
        for _ in loop.run():
            pass
        module.load_state_dict(loop.best)
        self.run_ = Run(Path("TextClassifier"), made, purpose.tokenizers(data), module.eval())
        return self

    def predict_proba(self, X: Sequence[str]) -> NDArray[np.float64]:  # noqa: N803
        """How probable each of `classes_` is, for each text."""
        check_is_fitted(self)
        said = predictions(self.run_, some_texts(X))
        return np.array([list(one["probabilities"].values()) for one in said]).reshape(-1, len(self.classes_))

    def predict(self, X: Sequence[str]) -> NDArray[Any]:  # noqa: N803
        """The label of each text."""
        chances = self.predict_proba(X)
        return self.classes_[chances.argmax(1)]

    def explain(self, text: str, *, method: str = "attention", **asked: Any) -> Shown:
        """Why a text gets its label, as `regard explain` says it."""
        check_is_fitted(self)
        return Shown(**vars(explain(self.run_, text, method=method, **asked)))

    def save(self, folder: str | Path) -> Path:
        """The run folder that every command of regard reads."""
        check_is_fitted(self)
        out = Path(folder)
        vacant(out)
        out.mkdir(parents=True, exist_ok=True)
        run = self.run_
        run.tokenizers.save(out)
        write_weights(out, run.model.state_dict())
        journal.note(out / METRICS, fitted="TextClassifier", parameters=sum(p.numel() for p in run.model.parameters()))
        write_recipe(out, run.recipe)
        seal(out)
        return out

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        tags.input_tags.one_d_array = True
        return tags


def _held(labels: NDArray[np.int64], share: float, seed: int) -> set[int]:
    """The places of so large a share of each label, drawn; none, if that is less than one of any."""
    order = np.random.default_rng(seed).permutation(len(labels))
    counts = np.bincount(labels)
    taken = (counts * share).round().astype(int)
    if (taken < 1).any() or (taken == counts).any():
        return set()
    return {int(place) for label, count in enumerate(taken) for place in order[labels[order] == label][:count]}
