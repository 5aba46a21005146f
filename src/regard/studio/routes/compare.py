"""Compare: the same text, or the same test set, through several runs."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field, StringConstraints

from regard.studio.server.asked import REFUSALS, Asked, Name, Text
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1/compare", tags=["compare"], responses=REFUSALS)
MOST = 16
"""Runs beside each other."""
FEW = 4
"""Runs up to which a short text is compared while it is typed."""

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,200}$")]
Runs = Annotated[list[Id], Field(min_length=2, max_length=MOST)]


class Reading(Asked):
    """A text for several runs, and how its words are weighed."""

    runs: Runs
    text: Text
    method: Name = "attention"
    """A name of GET /api/v1/methods."""
    target: Name = ""
    """The label that all explain; else the first run's own."""


class Testing(Asked):
    """Several runs, and what they are measured on: their own test part, unless another is named."""

    runs: Runs
    corpus: Annotated[str, StringConstraints(pattern=r"^[a-z0-9_-]{0,40}$")] = ""
    """A name of `regard data list`."""
    split: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{0,60}$")] = ""


@router.post("/text")
async def text(asked: Reading, studio: Here) -> Response:
    """The answer of each run, the words by disagreement with their weight in each, and how far apart runs are."""
    from regard.studio.answers.comparing import one_text

    slow = len(asked.runs) > FEW or len(asked.text) > 2_000
    return await studio.answer(
        lambda: one_text(studio.library, asked.runs, asked.text, asked.method, asked.target), slow=slow
    )


@router.post("/test")
async def test(asked: Testing, studio: Here) -> Response:
    """What each run is worth, and paired differences from the first."""
    from regard.studio.answers.comparing import one_test

    return await studio.answer(lambda: one_test(studio.library, asked.runs, asked.corpus, asked.split), slow=True)
