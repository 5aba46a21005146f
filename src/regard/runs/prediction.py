"""Labels for new texts."""

from collections.abc import Sequence
from typing import Any

from regard.data.loading import Texts
from regard.runs.run import Run
from regard.tasks.classify import predict


def predictions(run: Run, texts: Sequence[str]) -> list[dict[str, Any]]:
    """For each text its label, how probable it is, and the probability of every class."""
    ids, offsets = run.tokenizer.encode_many(texts)
    said = predict(run.model, Texts(ids, offsets).cropped(run.recipe.text.longest))
    return [
        {
            "text": text,
            "label": run.classes[best],
            "probability": float(row[best]),
            "probabilities": dict(zip(run.classes, row.tolist(), strict=True)),
        }
        for text, row, best in zip(texts, said.probabilities, said.labels.tolist(), strict=True)
    ]
