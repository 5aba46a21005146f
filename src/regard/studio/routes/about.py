"""What there is: the runs, the limits, and whether the server lives."""

from typing import Any

from fastapi import APIRouter, Response

from regard.studio.server.asked import REFUSALS, answer
from regard.studio.studio import Here
from regard.version import __version__

router = APIRouter(prefix="/api", tags=["about"])


@router.get("/health")
async def health() -> dict[str, str]:
    """That the server lives; needs no token."""
    return {"status": "alive", "version": __version__}


@router.get("/v1/limits", responses=REFUSALS)
async def limits(studio: Here) -> dict[str, Any]:
    """How much may be asked at once."""
    return {**vars(studio.limits)}


@router.get("/v1/runs", responses=REFUSALS)
async def runs(studio: Here) -> Response:
    """The finished runs: id, model, task, corpus."""
    found = await studio.desk.run(studio.library.runs)
    return answer({"runs": [known.summary() for known in found]})


@router.get("/v1/pulse", responses=REFUSALS)
async def pulse(studio: Here) -> Response:
    """Marks that change when runs or trainings come, go or end; and the trainings that run, with the share done."""
    return await studio.answer(studio.pulse.beat)
