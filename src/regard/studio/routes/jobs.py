"""Trainings: begin, list, follow, stop, go on."""

import json
from typing import TYPE_CHECKING, Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response
from pydantic import Field, StringConstraints

from regard.errors import Mistake, unknown
from regard.studio.server.asked import REFUSALS, Asked, Name, Number, answer
from regard.studio.studio import Here, Studio

if TYPE_CHECKING:
    from regard.runs.recipe import Recipe

router = APIRouter(prefix="/api/v1/jobs", tags=["jobs"], responses=REFUSALS)
JobId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="A training, by its id in GET /api/v1/jobs.")]
Leaf = Annotated[str, StringConstraints(pattern=r"^(text|vectors|model|task|training)\.[a-z_0-9]{1,40}$")]
Value = Annotated[bool | int | Number | Name, Field(union_mode="smart")]
COLUMNS = {"classify": ("text", "label"), "translate": ("source", "target"), "language": ("text",)}


class Training(Asked):
    """What to train: `regard train CORPUS --task … --model …`."""

    task: Literal["classify", "translate", "language", "instruct", "prefer"] = "classify"
    model: Name
    corpus: Name
    """A name of `regard data list`, or that of a file that was sent."""
    columns: dict[Literal["text", "label", "source", "target"], Name] = Field({}, max_length=4)
    """Of a table: where its texts and labels, or its sides, stand."""
    settings: dict[Leaf, Value] = Field({}, max_length=40)
    """Leaves of the recipe to change, such as training.epochs."""
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    start: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{0,200}$")] = ""
    """A run, by its id, whose weights to start from."""


@router.get("")
async def jobs(studio: Here) -> Response:
    """All trainings that were begun here, the latest first."""
    return await studio.answer(lambda: {"jobs": studio.jobs.all()})


@router.post("", status_code=201)
async def begin(asked: Training, studio: Here) -> Response:
    """Begin a training; it goes on when the page, and even the server, is gone."""
    begun = await studio.desk.run(lambda: _begin(studio, asked), slow=True)
    return answer(begun, 201)


@router.get("/{job}")
async def job(job: JobId, studio: Here, after: Annotated[int, Query(ge=0, le=10**9)] = 0) -> Response:
    """How a training stands, and its events behind the first `after`; `known` is what to ask after next time."""
    return await studio.answer(lambda: studio.jobs.job(job, after))


@router.post("/{job}/stop")
async def stop(job: JobId, studio: Here) -> Response:
    """End it after the step in hand, ready to go on."""
    return await studio.answer(lambda: studio.jobs.stop(job))


@router.post("/{job}/resume")
async def resume(job: JobId, studio: Here) -> Response:
    """Go on, to the weights that it would have reached."""
    return await studio.answer(lambda: studio.jobs.resume(job))


@router.delete("/{job}")
async def forget(job: JobId, studio: Here) -> Response:
    """Take it off the list; its run stays."""
    await studio.desk.run(lambda: studio.jobs.forget(job))
    return answer({})


def _begin(studio: Studio, asked: Training) -> dict[str, Any]:
    from regard.data.corpora import CORPORA

    corpus = asked.corpus
    if corpus not in CORPORA:
        sent = {file.name: file for file in studio.jobs.uploads.glob("*")}
        if corpus not in sent:
            raise unknown("corpus", corpus, [*CORPORA, *sent])
        corpus = str(sent[corpus])
    columns = {name: value for name, value in asked.columns.items() if value}
    if extra := set(columns) - set(COLUMNS.get(asked.task, ())):
        raise Mistake(f"{', '.join(sorted(extra))} is no column of --task {asked.task}; leave it out.")
    begin = studio.library.known(asked.start).folder if asked.start else None
    changes = [f"{leaf}={toml(value)}" for leaf, value in asked.settings.items()]
    made = _recipe(asked, changes, corpus) if begin is None else None
    options = [corpus, "--task", asked.task, "--model", asked.model, "--seed", str(asked.seed)]
    options += [word for name, value in columns.items() for word in (f"--{name}", value)]
    options += [word for change in changes for word in ("--set", change)]
    options += [] if begin is None else ["--from", str(begin)]
    about = asked.model_dump() | {"device": made.training.device if made else "cpu"}
    return studio.jobs.start(options, about, f"{asked.corpus.split('.')[0]}-{asked.model}")


def _recipe(asked: Training, changes: list[str], corpus: str) -> "Recipe":
    """The recipe, so that what is wrong with it is said at once."""
    from regard.runs.recipe import recipe

    return recipe(asked.model, task=asked.task, corpus=corpus, changes=[*changes, f"training.seed={asked.seed}"])


def toml(value: bool | float | str) -> str:
    """A setting as a recipe writes it."""
    return json.dumps(value)
