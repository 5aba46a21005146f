"""Labs and runs: all of them in a table, their reports, what the doctor finds, and the runs as files."""

import re
import secrets
from pathlib import Path as Folder
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response

from regard.studio.server.asked import REFUSALS, Asked, RunId
from regard.studio.shelf.library import NoRun
from regard.studio.studio import Here, Studio

router = APIRouter(prefix="/api/v1", tags=["runs"], responses=REFUSALS)
addresses = APIRouter(include_in_schema=False)
LabId = Annotated[str, Path(pattern=r"^lab-[0-9]{1,6}$", description="A lab, by its id in GET /api/v1/shelf.")]


class Export(Asked):
    """In which form: the run as it is, or as Hugging Face's transformers loads it."""

    to: Literal["run", "huggingface"] = "run"


class Consultation(Asked):
    """In which language the doctor speaks."""

    lang: Literal["en", "fr"] = "en"


@router.get("/shelf")
async def shelf(studio: Here) -> Response:
    """Every run with its test score, its size and its time; and the labs that have a report."""
    from regard.studio.shelf.listing import shelf

    return await studio.answer(lambda: shelf(studio.library))


@router.post("/runs/{run}/report")
async def report(run: RunId, studio: Here) -> Response:
    """An address where the report of a run can be read for ten minutes."""
    return await studio.answer(lambda: _page(studio, studio.library.known(run).folder, run))


@router.post("/labs/{lab}/report")
async def lab_report(lab: LabId, studio: Here) -> Response:
    """An address where the report of a lab can be read for ten minutes."""
    from regard.studio.shelf.listing import labs

    def found() -> dict[str, str]:
        known = dict(labs(studio.library))
        if lab not in known:
            raise NoRun(f"there is no lab {lab!r} here; GET /api/v1/shelf lists them.")
        return _page(studio, known[lab], lab)

    return await studio.answer(found)


@router.post("/runs/{run}/doctor")
async def doctor(run: RunId, asked: Consultation, studio: Here) -> Response:
    """What the doctor finds in the model of a run, and what it could not check."""
    known = studio.library.known(run)

    def examined() -> dict[str, object]:
        from regard.doctor.examine import examine
        from regard.runs.run import open_run

        return examine(open_run(known.folder).model, target=known.name).summary(asked.lang)

    return await studio.answer(examined, slow=True)


@router.post("/runs/{run}/export")
async def export(run: RunId, asked: Export, studio: Here) -> Response:
    """An address where a run can be downloaded for ten minutes, as one zip file."""
    from regard.studio.server.handing import exported, zipped

    folder, place = studio.library.known(run).folder, studio.jobs.home / ".studio" / "handed"

    def made() -> dict[str, str]:
        if asked.to == "huggingface":
            file = exported(folder, place)
        else:
            file = zipped(folder, place / f"{secrets.token_hex(8)}.zip")
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", run)
        return {"address": studio.handing.address(file, f"{plain}{'' if asked.to == 'run' else '-huggingface'}.zip")}

    return await studio.answer(made, slow=True)


@addresses.get("/handed/{ticket}")
async def handed(ticket: str, studio: Here) -> Response:
    """What stands at an address that was given out."""
    return await studio.desk.run(lambda: studio.handing.respond(ticket))


def _page(studio: Studio, folder: Folder, name: str) -> dict[str, str]:
    file = folder / "report.html"
    if not file.is_file():
        raise NoRun(f"{name} has no report; `regard train` and `regard lab` write one.")
    return {"address": studio.handing.address(file)}
