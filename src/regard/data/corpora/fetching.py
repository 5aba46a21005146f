"""Downloading one known file: size and SHA-256 pinned, a lost connection taken up again, nothing half there.

The bytes gather in `NAME.part` beside the target, which appears under its own name only when its checksum is
right. A partial file survives a lost connection and is continued by the next call; one with a wrong checksum
is removed.
"""

import http.client
import os
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from regard.errors import Mistake
from regard.files import sha256

Progress = Callable[[int, int], None]
"""Told the bytes that are there and those expected, after each piece."""

TRIES = 3
"""Connections made before giving up for this time."""

_CHUNK = 1 << 18
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")
_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


@dataclass(frozen=True)
class Download:
    """A file on the network, and how to know that it is the right one."""

    url: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """The last part of its address."""
        return self.url.rsplit("/", 1)[1]


class _Cut(Exception):
    """The connection ended before the file did."""


def _silent(done: int, total: int) -> None:
    pass


def fetch(download: Download, folder: Path, progress: Progress = _silent, *, timeout: float = 60) -> Path:
    """The file in `folder`, downloaded unless it is already there and whole."""
    _checked(download.url)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / download.name
        if not _whole(target, download):
            part = folder / f"{download.name}.part"
            _gather(download, part, progress, timeout)
            _accept(download, part)
            part.replace(target)
    except OSError as error:
        raise Mistake(f"{folder} cannot be written: {error.strerror or error}; make room or choose another.") from error
    return target


def _checked(url: str) -> None:
    address = urllib.parse.urlsplit(url)
    if address.scheme != "https" and not (address.scheme == "http" and address.hostname in _LOOPBACK):
        raise Mistake(f"{url} is not fetched: only https addresses are.")


def _whole(file: Path, download: Download) -> bool:
    return file.is_file() and file.stat().st_size == download.size and sha256(file) == download.sha256


def _gather(download: Download, part: Path, progress: Progress, timeout: float) -> None:
    """Bring `part` to its full size, over as many connections as are allowed."""
    reason = ""
    for _ in range(TRIES):
        there = part.stat().st_size if part.exists() else 0
        if there == download.size:
            return
        if there > download.size:
            part.unlink()
            there = 0
        try:
            _receive(download, part, there, progress, timeout)
        except _Cut as cut:
            reason = str(cut)
        else:
            return
    there = part.stat().st_size if part.exists() else 0
    raise Mistake(
        f"{download.url} could not be fetched ({reason}); {there:,} of {download.size:,} bytes are there: run the "
        "same command again to go on."
    )


def _receive(download: Download, part: Path, there: int, progress: Progress, timeout: float) -> None:
    """Append to `part` what one connection gives, or begin it anew if the server cannot go on from `there`."""
    request = urllib.request.Request(download.url, headers={"User-Agent": "regard", "Accept-Encoding": "identity"})
    if there:
        request.add_header("Range", f"bytes={there}-")
    with _answer(download, part, request, timeout) as answer:
        done = _position(download, answer, there)
        with part.open("ab" if done else "wb") as file:
            while done <= download.size and (piece := _piece(answer)):
                done += file.write(piece)
                progress(done, download.size)
            file.flush()
            os.fsync(file.fileno())
    if done > download.size:
        part.unlink()
        raise Mistake(f"{download.url} is not the file it should be: it has more than {download.size:,} bytes.")
    if done < download.size:
        raise _Cut("the connection ended early")


def _answer(
    download: Download, part: Path, request: urllib.request.Request, timeout: float
) -> http.client.HTTPResponse:
    try:
        return urllib.request.build_opener(_SameScheme).open(request, timeout=timeout)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:
            part.unlink(missing_ok=True)
            raise _Cut("the server would not go on from there") from error
        raise Mistake(f"{download.url} answers {error.code} {error.reason}; try later.") from error
    except (http.client.HTTPException, OSError) as error:
        raise _Cut(str(getattr(error, "reason", error)) or type(error).__name__) from error


def _piece(answer: http.client.HTTPResponse) -> bytes:
    try:
        return answer.read(_CHUNK)
    except (http.client.HTTPException, OSError) as error:
        raise _Cut(str(error) or type(error).__name__) from error


def _position(download: Download, answer: http.client.HTTPResponse, there: int) -> int:
    """Where in the file the answer begins, once it is known to announce the right file."""
    if answer.status == 206:
        match = _RANGE.fullmatch(answer.headers.get("Content-Range", ""))
        if match is None or int(match[1]) != there:
            raise Mistake(f"{download.url} answers with another piece than the one asked for; remove the .part file.")
        start, announced = there, match[2]
    else:
        start, announced = 0, answer.headers.get("Content-Length", "*")
    if announced.isdecimal() and int(announced) != download.size:
        raise Mistake(
            f"{download.url} is not the file it should be: it has {int(announced):,} bytes, expected "
            f"{download.size:,}; it may have been replaced by its publisher."
        )
    return start


def _accept(download: Download, part: Path) -> None:
    found = sha256(part)
    if found != download.sha256:
        part.unlink()
        raise Mistake(
            f"{download.url} is not the file it should be: its SHA-256 is {found}, expected {download.sha256}; "
            "what was downloaded is removed. Try again, on another network if it stays so."
        )


class _SameScheme(urllib.request.HTTPRedirectHandler):
    """Follows a redirection only if it stays with the scheme of the address: https never becomes http."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        """The request for the new address."""
        if urllib.parse.urlsplit(newurl).scheme != urllib.parse.urlsplit(req.full_url).scheme:
            raise Mistake(f"{req.full_url} redirects to {newurl}, which is another scheme; it is not followed.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)
