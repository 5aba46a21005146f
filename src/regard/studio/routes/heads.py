"""Heads: every head of a run on a text, one of them large, and what the model says without some."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Response
from pydantic import Field

from regard.studio.server.asked import REFUSALS, Asked, Name, RunId, Text
from regard.studio.studio import Here

if TYPE_CHECKING:
    from regard.explain.heads.maps import Chosen

router = APIRouter(prefix="/api/v1", tags=["heads"])

LINES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}, "description": "One JSON a line."}
}
Count = Annotated[int, Field(ge=0, le=100_000)]
Range = Annotated[list[Count], Field(min_length=2, max_length=2)]


class Reading(Asked):
    """A text."""

    text: Text


class Head(Asked):
    """One head: of which attention, and which of its calls where a model uses it several times."""

    site: Name
    head: Count = 0
    call: Count = 0

    def chosen(self) -> "Chosen":
        """The same, as the model is asked."""
        from regard.explain.heads.maps import Chosen

        return Chosen(self.site, self.head, self.call)


class Map(Head):
    """A part of the map of a head: from one word to before another."""

    text: Text
    rows: Range | None = None
    columns: Range | None = None
    most: Annotated[int, Field(ge=1, le=1024)] = 512


class Word(Head):
    """What one word looks at, or who looks at it."""

    text: Text
    place: Count
    way: Literal["from", "to"] = "from"


class Without(Asked):
    """Heads to silence: by no weight at all, or by the same weight for every word."""

    text: Text
    heads: Annotated[list[Head], Field(max_length=2000)]
    how: Literal["zero", "uniform"] = "zero"


@router.post("/runs/{run}/heads", responses=REFUSALS)
async def heads(run: RunId, asked: Reading, studio: Here) -> Response:
    """What the model says, and every head: a small map (base64, √ of the weight) and its habits."""
    from regard.studio.answers.heads import overview
    from regard.studio.answers.reread import reread

    return await studio.ask(run, lambda opened: overview(reread(opened, asked.text)), slow=len(asked.text) > 4000)


@router.post("/runs/{run}/heads/stream", responses=REFUSALS | LINES, response_class=Response)
async def stream(run: RunId, asked: Reading, studio: Here) -> Response:
    """The same in lines of JSON, each sent once it is known: `names`, then a `layer` a line, then the `answer`."""
    from regard.studio.answers.heads import overview
    from regard.studio.answers.reread import reread

    return await studio.tell(
        run, lambda opened, tell: overview(reread(opened, asked.text), tell), slow=len(asked.text) > 4000
    )


@router.post("/runs/{run}/heads/map", responses=REFUSALS)
async def one(run: RunId, asked: Map, studio: Here) -> Response:
    """The weights of one head, or of a part of its map, as bytes in base64."""
    from regard.studio.answers.heads import one_map
    from regard.studio.answers.reread import reread

    rows, columns = ((part[0], part[1]) if part else None for part in (asked.rows, asked.columns))
    return await studio.ask(
        run,
        lambda opened: one_map(reread(opened, asked.text), asked.chosen(), rows, columns, asked.most),
        slow=len(asked.text) > 4000,
    )


@router.post("/runs/{run}/heads/word", responses=REFUSALS)
async def word(run: RunId, asked: Word, studio: Here) -> Response:
    """The weights between one word and all others, as numbers."""
    from regard.studio.answers.heads import one_word
    from regard.studio.answers.reread import reread

    return await studio.ask(
        run,
        lambda opened: one_word(reread(opened, asked.text), asked.chosen(), asked.place, asked.way),
        slow=len(asked.text) > 4000,
    )


@router.post("/runs/{run}/heads/without", responses=REFUSALS)
async def without(run: RunId, asked: Without, studio: Here) -> Response:
    """What the model says as it is, and with these heads silenced."""
    from regard.studio.answers.heads import without_heads
    from regard.studio.answers.reread import reread

    chosen = [one.chosen() for one in asked.heads]
    return await studio.ask(
        run, lambda opened: without_heads(reread(opened, asked.text), chosen, asked.how), slow=len(asked.text) > 4000
    )
