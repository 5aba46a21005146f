"""regard: train, compare and look at attention models for text.

with regard.watching(model) as watch:
    model(x)
watch.maps

clf = regard.TextClassifier("lstm-attention").fit(texts, labels)
run = regard.open_run("runs/imdb-attention")
bert = regard.load_published("folder")
regard.examine(module)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from regard.version import __version__

if TYPE_CHECKING:
    from regard.attention.watch import watching
    from regard.doctor.examine import examine
    from regard.estimators import TextClassifier
    from regard.models.families.folder import load_published
    from regard.runs.run import open_run

__all__ = ["TextClassifier", "__version__", "examine", "load_published", "open_run", "watching"]

_HOMES = {
    "TextClassifier": "regard.estimators",
    "examine": "regard.doctor.examine",
    "load_published": "regard.models.families.folder",
    "open_run": "regard.runs.run",
    "watching": "regard.attention.watch",
}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first used: importing regard alone does not import torch."""
    if name not in _HOMES:
        raise AttributeError(f"module 'regard' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
