"""The files of the page: a request names one of those that there are, or none; no path is made of it."""

import hashlib
from pathlib import Path

from fastapi import Request, Response

STATIC = Path(__file__).parent.parent / "static"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Files:
    """What lies in the folder of the page."""

    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder
        self.files = self._found()

    def _found(self) -> dict[str, Path]:
        found = {
            f"/{file.relative_to(self.folder).as_posix()}": file
            for file in sorted(self.folder.rglob("*"))
            if file.suffix in KINDS and file.is_file()
        }
        return {"/": found["/index.html"], **found}

    def respond(self, request: Request) -> Response:
        """The file of this name; a browser that has it already is told so."""
        if request.url.path not in self.files:
            self.files = self._found()
        file = self.files.get(request.url.path)
        if file is None:
            return Response("there is no such page.\n", 404, media_type="text/plain; charset=utf-8")
        content = file.read_bytes()
        tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        head = {"ETag": tag, "Cache-Control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=head)
        return Response(content, media_type=KINDS[file.suffix], headers=head)
