"""The server: routes behind the guard."""

from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from regard.errors import Mistake
from regard.studio.routes import ROUTERS
from regard.studio.server.asked import answer
from regard.studio.server.desk import Busy
from regard.studio.server.files import Files
from regard.studio.server.guard import Guard
from regard.studio.shelf.jobs import NoJob
from regard.studio.shelf.library import NoRun
from regard.studio.studio import Studio


def create_app(studio: Studio, *, token: str, hosts: Collection[str]) -> Guard:
    """The application of a studio that answers to these values of Host, and to whoever has the token."""

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncGenerator[None]:
        yield
        studio.close()

    app = FastAPI(
        title="regard studio",
        version="1",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=living,
        redirect_slashes=False,
    )
    app.state.studio = studio
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(NoRun, _told(404))
    app.add_exception_handler(NoJob, _told(404))
    app.add_exception_handler(Mistake, _told(422))
    app.add_exception_handler(Busy, _busy)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
    files = Files()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(request: Request) -> Response:  # pyright: ignore[reportUnusedFunction]
        if f"{request.url.path}/".startswith("/api/"):
            return answer({"detail": "there is no such route; GET /api/openapi.json lists them."}, 404)
        return files.respond(request)

    return Guard(app, token=token, hosts=hosts, limits=studio.limits)


def _told(status: int):
    def tell(request: Request, error: Exception) -> Response:
        return answer({"detail": str(error)}, status)

    return tell


def _busy(request: Request, error: Exception) -> Response:
    said = answer({"detail": "too many questions are waiting; ask again in a moment."}, 429)
    said.headers["retry-after"] = "1"
    return said


def _invalid(request: Request, error: Exception) -> Response:
    """The first thing that is wrong, without what was sent."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:])
    return answer({"detail": f"{where or 'the request'}: {first['msg']}."}, 422)


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return answer({"detail": str(error.detail)}, error.status_code)
