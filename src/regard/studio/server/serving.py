"""The server on loopback, and the door to it: a port and a token that stay the same when it is started again."""

import hashlib
import json
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

from regard.errors import Mistake
from regard.files import write_text
from regard.places import cache_folder

ADDRESS = "127.0.0.1"


@dataclass(frozen=True)
class Door:
    """Where the studio listens, and what it asks for."""

    listening: socket.socket
    token: str
    port: int

    @property
    def hosts(self) -> list[str]:
        """What a request may name as its host."""
        return [f"{name}:{self.port}" for name in (ADDRESS, "localhost")]

    def link(self, lang: str) -> str:
        """What to open: the token is behind the #, which no browser sends anywhere."""
        return f"http://{ADDRESS}:{self.port}/#token={self.token}&lang={lang}"


def open_door(home: Path, port: int = 0) -> Door:
    """The door of the studio of a folder: the port and token that it had, if there are any, so that pages go on."""
    kept = cache_folder() / "studio" / f"{hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:16]}.json"
    before = _read(kept)
    token = str(before.get("token", "")) or secrets.token_urlsafe(24)
    listening = _listen(port) if port else _listen_again(int(before.get("port", 0)))
    door = Door(listening, token, int(listening.getsockname()[1]))
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_text(kept, json.dumps({"token": token, "port": door.port}))
    os.chmod(kept, 0o600)  # noqa: PTH101
    return door


def _read(file: Path) -> dict[str, str | int]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    known = isinstance(found, dict) and isinstance(found.get("token"), str) and isinstance(found.get("port"), int)
    return found if known else {}


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((ADDRESS, port))
    except OSError as error:
        listening.close()
        raise Mistake(f"port {port} cannot be had ({error.strerror}); choose another --port, or 0 for any.") from error
    listening.listen(128)
    return listening


def _listen_again(port: int) -> socket.socket:
    try:
        return _listen(port)
    except (Mistake, OverflowError):
        return _listen(0)


def serve(app: object, door: Door) -> None:
    """Answer until somebody presses Ctrl-C."""
    import uvicorn

    settings = uvicorn.Config(
        app,  # pyright: ignore[reportArgumentType]
        log_config=None,
        access_log=False,
        server_header=False,
        h11_max_incomplete_event_size=65_536,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        backlog=128,
    )
    uvicorn.Server(settings).run(sockets=[door.listening])
