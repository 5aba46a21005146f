"""Files that a browser opens by itself, such as reports: each has an address that nobody can guess, for a while.

A browser that follows a link sends no token, so the address stands for it. A report runs in a sandbox: it has no
origin, and cannot ask the studio anything.
"""

import secrets
import shutil
import time
import zipfile
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

from fastapi import Response

LIFE = 600.0
"""Seconds that an address is good for."""
MOST = 64
"""Addresses that are good at once."""
SANDBOX = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class Handed:
    """A file, and how it is sent."""

    file: Path
    name: str
    """What it is saved as; empty for a page that is shown."""
    until: float


@dataclass
class Handing:
    """The addresses that are good now."""

    known: OrderedDict[str, Handed] = field(default_factory=OrderedDict[str, Handed])

    def address(self, file: Path, name: str = "") -> str:
        """A new address of a file."""
        self._forget()
        ticket = secrets.token_urlsafe(24)
        self.known[ticket] = Handed(file, name, time.monotonic() + LIFE)
        while len(self.known) > MOST:
            self.known.popitem(last=False)
        return f"/handed/{ticket}"

    def respond(self, ticket: str) -> Response:
        """What stands at an address."""
        self._forget()
        found = self.known.get(ticket)
        if found is None or not found.file.is_file():
            said = "this address is no longer good; open it from the studio again.\n"
            return Response(said, 404, media_type="text/plain; charset=utf-8")
        head = {"Content-Security-Policy": SANDBOX, "Cache-Control": "no-store"}
        if not found.name:
            return Response(found.file.read_bytes(), headers=head, media_type="text/html; charset=utf-8")
        head["Content-Disposition"] = f'attachment; filename="{found.name}"'
        return Response(found.file.read_bytes(), headers=head, media_type="application/zip")

    def _forget(self) -> None:
        for ticket in [one for one, handed in self.known.items() if handed.until < time.monotonic()]:
            del self.known[ticket]


def zipped(folder: Path, out: Path) -> Path:
    """The files of a folder as one file; the state of an unfinished training stays behind, and so do older ones."""
    out.parent.mkdir(parents=True, exist_ok=True)
    for old in out.parent.glob("*.zip"):
        if old.stat().st_mtime < time.time() - LIFE:
            old.unlink(missing_ok=True)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for file in sorted(folder.rglob("*")):
            inside = file.relative_to(folder)
            if file.is_file() and not file.is_symlink() and not inside.parts[0].startswith((".", "state")):
                packed.write(file, f"{folder.name}/{inside.as_posix()}")
    return out


def exported(folder: Path, place: Path) -> Path:
    """A run as transformers loads it, in one file."""
    from regard.runs.exchange import export_run
    from regard.runs.run import open_run

    desk = place / secrets.token_hex(8)
    try:
        export_run(open_run(folder), desk / folder.name)
        return zipped(desk / folder.name, place / f"{secrets.token_hex(8)}.zip")
    finally:
        shutil.rmtree(desk, ignore_errors=True)
