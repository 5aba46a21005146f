"""What can be trained: tasks, their corpora on this machine, their models, and the settings that these come with."""

from dataclasses import asdict
from typing import Any

TASKS = ("classify", "translate", "language")
PARTS = ("text", "vectors", "model", "task", "training")


def choices() -> dict[str, Any]:
    """The models and corpora of each task; corpora that are not here are told too."""
    from regard.data.corpora.inventory import holdings
    from regard.runs.recipe import names
    from regard.views.wording.words import TABLE

    has = {"classify": "has_labels", "translate": "has_pairs", "language": "has_documents"}
    held = holdings()
    return {
        "tasks": [
            {
                "task": task,
                "models": names(task),
                "about": {
                    name: TABLE[f"what.{name}"]
                    for name in names(task)
                    if task != "translate" and f"what.{name}" in TABLE
                },
                "corpora": [
                    {
                        "name": one.entry.name,
                        "title": one.entry.title,
                        "available": one.available,
                        "size": sum(one.entry.sizes.values()),
                    }
                    for one in held
                    if getattr(one.entry, has[task])
                ],
            }
            for task in TASKS
        ]
    }


def settings_of(task: str, model: str, corpus: str, changes: list[str]) -> dict[str, Any]:
    """Every leaf of the recipe that can be set, with its value."""
    from regard.runs.recipe import recipe

    made = asdict(recipe(model, task=task, corpus=corpus, changes=changes))
    leaves = {f"{part}.{leaf}": value for part in PARTS for leaf, value in made[part].items()}
    plain = {leaf: value for leaf, value in leaves.items() if isinstance(value, bool | int | float | str)}
    return {"settings": {leaf: value for leaf, value in plain.items() if leaf not in ("task.kind", "model.kind")}}
