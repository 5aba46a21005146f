"""Answers that are sent in pieces, one JSON a line, each as soon as it is known."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from typing import Any

from fastapi import Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json

from regard.errors import Mistake
from regard.studio.server.desk import Desk

KIND = "application/x-ndjson"


class Left(Exception):
    """Who asked has gone; the work ends where it next tells something."""


async def told(desk: Desk, work: Callable[[Callable[[Any], None]], None], *, slow: bool = False) -> Response:
    """What the work tells, line by line. What fails before the first is refused; later, the last line says `detail`."""
    pieces: asyncio.Queue[bytes | None] = asyncio.Queue()
    loop, left = asyncio.get_running_loop(), threading.Event()

    def tell(value: Any) -> None:
        if left.is_set():
            raise Left
        loop.call_soon_threadsafe(pieces.put_nowait, to_json(value, inf_nan_mode="null") + b"\n")

    def ended(done: "asyncio.Future[None]") -> None:
        if not done.cancelled():
            done.exception()
        pieces.put_nowait(None)

    done = asyncio.ensure_future(desk.run(lambda: work(tell), slow=slow))
    done.add_done_callback(ended)
    try:
        first = await pieces.get()
    except asyncio.CancelledError:
        left.set()
        done.cancel()
        raise
    if first is None:
        done.result()

    async def lines() -> AsyncGenerator[bytes]:
        piece = first
        try:
            while piece is not None:
                yield piece
                piece = await pieces.get()
            error = done.exception()
            if isinstance(error, Mistake):
                yield to_json({"detail": str(error)}) + b"\n"
            elif error is not None:
                raise error
        finally:
            left.set()
            done.cancel()

    return StreamingResponse(lines(), media_type=KIND)
