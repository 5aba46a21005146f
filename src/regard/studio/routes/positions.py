"""Positions: what each kind adds to the score of two places."""

from typing import Annotated, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from regard.studio.server.asked import REFUSALS, Asked, Name, RunId, Text
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1", tags=["positions"])
MOST = 128
"""Places of the largest map."""

Length = Annotated[int, Field(ge=2, le=MOST)]
Head = Annotated[int, Field(ge=0, le=1024)]
Kind = Literal["sinusoidal", "learned", "rotary", "alibi", "bucketed", "relative"]


class Places(Asked):
    """A kind of position, how many places, and the size of vectors or the number of heads, as the kind needs it."""

    kind: Kind = "sinusoidal"
    length: Length = 64
    width: Annotated[int, Field(ge=2, le=1024)] = 64
    heads: Annotated[int, Field(ge=1, le=64)] = 8
    head: Head = 0


class Learned(Asked):
    """Which positions of a run; a text where their map depends on what is asked from it."""

    site: Name | None = None
    length: Length = 64
    head: Head = 0
    text: Text = ""


@router.post("/positions", responses=REFUSALS)
async def positions(asked: Places, studio: Here) -> Response:
    """What a kind of position adds to the score of each two places before anything is learned."""
    from regard.studio.answers.placing import newborn_map

    return await studio.answer(lambda: newborn_map(asked.kind, asked.length, asked.width, asked.heads, asked.head))


@router.post("/runs/{run}/positions", responses=REFUSALS)
async def learned(run: RunId, asked: Learned, studio: Here) -> Response:
    """The same for the positions of a trained model."""
    from regard.studio.answers.placing import learned_map

    return await studio.ask(run, lambda opened: learned_map(opened, asked.site, asked.length, asked.head, asked.text))
