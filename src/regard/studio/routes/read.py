"""Read: the label of a text, how much each of its words weighs, and how far that can be trusted."""

from fastapi import APIRouter, Response

from regard.studio.server.asked import REFUSALS, Asked, Name, RunId, Text
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1", tags=["read"], responses=REFUSALS)


class Reading(Asked):
    """A text, and how its words are weighed."""

    text: Text
    method: Name = "attention"
    """A name of GET /api/v1/methods."""
    against: Name = ""
    """A label that the answer is held against; empty to explain its probability."""


@router.get("/methods")
async def methods(studio: Here) -> Response:
    """The ways of weighing words; the scores of a signed one may speak against the answer."""
    from regard.studio.answers.reading import known_methods

    return await studio.answer(known_methods)


@router.post("/runs/{run}/read")
async def read(run: RunId, asked: Reading, studio: Here) -> Response:
    """The label, the probability of every class, and each word with its place and score."""
    from regard.studio.answers.reading import reading

    return await studio.ask(run, lambda opened: reading(opened, **asked.model_dump()), task="classify")


@router.post("/runs/{run}/faithfulness")
async def faithfulness(run: RunId, asked: Reading, studio: Here) -> Response:
    """What becomes of the answer without the words that weigh most, and with them alone, beside chance."""
    from regard.studio.answers.reading import trust

    return await studio.ask(run, lambda opened: trust(opened, **asked.model_dump()), task="classify", slow=True)


@router.get("/runs/{run}/samples")
async def samples(run: RunId, studio: Here) -> Response:
    """Some texts of the test part of a run's corpus, with what is true of each; for labels and translations."""
    from regard.studio.answers.samples import samples

    return await studio.ask(run, samples, slow=True)
