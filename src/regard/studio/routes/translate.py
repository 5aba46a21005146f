"""Translate: the search for a translation, and where the model looked meanwhile."""

from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from regard.studio.server.asked import REFUSALS, Asked, Name, Number, RunId, Text
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1", tags=["translate"])
WIDEST = 16
"""Hypotheses that a search may follow at once here; `regard translate` follows as many as it is told."""
LONGEST = 256
"""Tokens that may be aligned, or said one after the other."""

Beam = Annotated[int, Field(ge=1, le=WIDEST)]
Alpha = Annotated[Number, Field(ge=-2, le=5)]
Token = Annotated[int, Field(ge=0, le=2**31)]


class Translation(Asked):
    """A text, how widely its translation is searched for, and what it must begin with."""

    text: Text
    beam: Beam = 5
    alpha: Alpha = 0.6
    prefix: Text = ""


class Alignment(Asked):
    """A text, a translation of it in tokens, and which attention is shown; without a layer, the mean of the last."""

    text: Text
    said: Annotated[list[Token], Field(max_length=LONGEST)]
    layer: Name = ""
    head: Annotated[int, Field(ge=0, le=10_000)] | None = None
    tokens: bool = False


@router.post("/runs/{run}/translate", responses=REFUSALS)
async def translate(run: RunId, asked: Translation, studio: Here) -> Response:
    """The best translations with their scores, and the tree of all candidates with what became of each."""
    from regard.studio.answers.translating import translation

    return await studio.ask(
        run,
        lambda opened: translation(opened, asked.text, asked.beam, asked.alpha, asked.prefix),
        task="translate",
        slow=True,
    )


@router.post("/runs/{run}/align", responses=REFUSALS)
async def align(run: RunId, asked: Alignment, studio: Here) -> Response:
    """The weights from the words, or tokens, of a translation to those of the text."""
    from regard.studio.answers.translating import alignment

    return await studio.ask(
        run,
        lambda opened: alignment(opened, asked.text, asked.said, asked.layer, asked.head, asked.tokens),
        task="translate",
        slow=True,
    )
