"""Next word: what may follow a text, or stand in its blanks, with which chances."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from regard.studio.routes.translate import LONGEST, Token
from regard.studio.server.asked import REFUSALS, Asked, Number, RunId, Text
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1", tags=["next"])


class Continuation(Asked):
    """A text, the tokens that were said after it, and how the next one is drawn."""

    text: Text
    said: Annotated[list[Token], Field(max_length=LONGEST, default_factory=list)]
    temperature: Annotated[Number, Field(ge=0, le=100)] = 1.0
    top_k: Annotated[int, Field(ge=0, le=10_000_000)] = 0
    nucleus: Annotated[Number, Field(gt=0, le=1)] = 1.0
    seed: Annotated[int, Field(ge=0, le=2**53)] = 0


@router.post("/runs/{run}/next", responses=REFUSALS)
async def following(run: RunId, asked: Continuation, studio: Here) -> Response:
    """The most probable next tokens with their chances and the one that is drawn; or the best words for each blank."""
    from regard.runs.language.generations import Saying
    from regard.studio.answers.continuing import continuation

    how = Saying(temperature=asked.temperature, top_k=asked.top_k, top_p=asked.nucleus, seed=asked.seed)
    return await studio.ask(run, lambda opened: continuation(opened, asked.text, asked.said, how))
