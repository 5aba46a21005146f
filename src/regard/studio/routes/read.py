"""Read: the label of a text, and how much each of its words weighs."""

from fastapi import APIRouter, Response

from regard.studio.asked import REFUSALS, Asked, Name, RunId, Text
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1", tags=["read"])


class Reading(Asked):
    """A text, and how its words are weighed."""

    text: Text
    method: Name = "attention"


@router.post("/runs/{run}/read", responses=REFUSALS)
async def read(run: RunId, asked: Reading, studio: Here) -> Response:
    """The label, the probability of every class, and each word with its place and weight."""
    from regard.studio.reading import reading

    return await studio.ask(run, lambda opened: reading(opened, asked.text, asked.method), task="classify")
