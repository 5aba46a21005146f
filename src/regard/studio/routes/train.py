"""Train: what there is to learn from and with, and files that are sent for it. Trainings themselves are jobs."""

from typing import Annotated, Literal
from urllib.parse import unquote

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import Field

from regard.errors import Mistake
from regard.studio.routes.jobs import Leaf, Value, toml
from regard.studio.server.asked import REFUSALS, Asked, Name, answer
from regard.studio.studio import Here

router = APIRouter(prefix="/api/v1", tags=["train"], responses=REFUSALS)
Task = Literal["classify", "translate", "language"]
FileName = Annotated[
    str, Path(pattern=r"^[A-Za-z0-9_-][A-Za-z0-9._-]{0,120}$", description="As GET /uploads names it.")
]


class Recipe(Asked):
    """A model, and what of it is changed."""

    task: Task = "classify"
    model: Name
    corpus: Name = ""
    settings: dict[Leaf, Value] = Field({}, max_length=40)


class Table(Asked):
    """A file that was sent, what it is for, and which of its columns are what, as far as that is known."""

    file: Name
    task: Task = "classify"
    columns: dict[Literal["text", "label", "source", "target"], Name] = Field({}, max_length=4)


@router.get("/train")
async def train(studio: Here) -> Response:
    """The tasks, each with its models and corpora."""
    from regard.studio.shelf.choices import choices

    return await studio.answer(choices)


@router.post("/train/settings")
async def settings(asked: Recipe, studio: Here) -> Response:
    """Every setting of a model with its value; a setting that it does not have is refused."""
    from regard.studio.shelf.choices import settings_of

    changes = [f"{leaf}={toml(value)}" for leaf, value in asked.settings.items()]
    return await studio.answer(lambda: settings_of(asked.task, asked.model, asked.corpus, changes))


@router.get("/uploads")
async def uploads(studio: Here) -> Response:
    """The files that were sent."""
    from regard.studio.shelf.uploads import kept

    return await studio.answer(
        lambda: {"files": [{"file": file.name, "bytes": file.stat().st_size} for file in kept(studio.jobs)]}
    )


@router.post("/uploads", status_code=201)
async def upload(
    request: Request,
    studio: Here,
    name: Annotated[
        str, Header(alias="X-Regard-Name", max_length=2000, description="The file's name, percent-encoded.")
    ],
) -> Response:
    """Send a table (csv, tsv, jsonl) or a text file to learn from, as it is."""
    from regard.studio.shelf.uploads import keep

    content = await request.body()
    try:
        plain = unquote(name, errors="strict")
    except UnicodeDecodeError:
        raise Mistake("the name of the file is not UTF-8; rename it.") from None
    return answer(await studio.desk.run(lambda: keep(studio.jobs, plain, content), slow=True), 201)


@router.delete("/uploads/{file}")
async def remove(file: FileName, studio: Here) -> Response:
    """Remove a file that was sent; trainings from it cannot go on."""
    from regard.studio.shelf.uploads import sent

    await studio.desk.run(lambda: sent(studio.jobs, file).unlink())
    return answer({})


@router.post("/tables")
async def table(asked: Table, studio: Here) -> Response:
    """The first rows of a file, its columns, what to know of it, and what forbids to learn from it."""
    from regard.studio.shelf.uploads import looked_at

    return await studio.answer(lambda: looked_at(studio.jobs, asked.file, asked.task, asked.columns), slow=True)
