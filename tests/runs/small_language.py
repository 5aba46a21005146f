"""Language models that take a moment: few documents, narrow models, two epochs."""

from functools import cache
from pathlib import Path

from regard.data.documents import Documents, prose
from regard.data.probes.reviews import reviews
from regard.runs.language.build import PreparedDocuments, prepare_documents
from regard.runs.recipe import Recipe, recipe
from regard.runs.trained import Trained
from regard.runs.training import train

from .small import last

QUICK = (
    *("training.epochs=2", "training.batch=300", "text.size=400", "text.longest=48"),
    *("model.width=8", "model.heads=2", "model.layers=1"),
)


@cache
def documents() -> Documents:
    """Reviews of several sentences each, none of them long."""
    made = reviews(0, train=60, validation=30, test=60)
    texts = [
        [one.text for one in part if 100 < len(one.text) < 300] for part in (made.train, made.validation, made.test)
    ]
    train, validation, test = (prose(part[:most]) for part, most in zip(texts, (24, 8, 22), strict=True))
    return Documents(name="probe-reviews", train=train, validation=validation, test=test)


def small(name: str = "gpt", *changes: str) -> Recipe:
    return recipe(name, task="language", changes=[*QUICK, *changes])


def prepared(made: Recipe) -> PreparedDocuments:
    return prepare_documents(made, documents())


def trained(folder: Path, name: str = "gpt", *changes: str) -> Trained:
    made = small(name, *changes)
    return last(train(made, folder, data=prepared(made)))
