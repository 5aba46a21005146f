"""Inside a head: the arithmetic of one head, step by step, with the model's own numbers."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from regard.studio.routes.heads import Count, Head
from regard.studio.server.asked import REFUSALS, RunId, Text
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1", tags=["inside"])


class Inside(Head):
    """A head, the word that it is asked about, and how much of it is to be seen."""

    text: Text
    query: Count = 0
    words: Annotated[int, Field(ge=1, le=64)] = 10
    numbers: Annotated[int, Field(ge=1, le=1024)] = 8


@router.post("/runs/{run}/inside", responses=REFUSALS)
async def inside(run: RunId, asked: Inside, studio: Here) -> Response:
    """Each step: its letter, its formula, what it is made of and its values for the words that are shown."""
    from regard.studio.answers.arithmetic import steps_inside
    from regard.studio.answers.reread import reread

    return await studio.ask(
        run,
        lambda opened: steps_inside(
            reread(opened, asked.text), asked.chosen(), asked.query, asked.words, asked.numbers
        ),
        slow=len(asked.text) > 4000,
    )
