"""Downloads arrive whole or can be taken up again; nothing else than the pinned file is accepted."""

import errno
import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from regard.data.corpora import fetching
from regard.data.corpora.fetching import Download, fetch
from regard.errors import Mistake

BODY = bytes(range(256)) * 4000


@dataclass
class Server:
    """A server on loopback that can be told to misbehave."""

    url: str = ""
    body: bytes = BODY
    cuts: list[int] = field(default_factory=list)
    """How many bytes to send before closing, for the first requests; then whole."""
    ranges: bool = True
    shift: int = 0
    """How far from the byte asked for an answer begins."""
    announce: bool = True
    redirect: str = ""
    status: int = 0
    asked: list[str | None] = field(default_factory=list)
    """The Range headers received."""


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            state.asked.append(self.headers["Range"])
            if state.redirect:
                self.send_response(302)
                self.send_header("Location", state.redirect)
                self.end_headers()
                return
            start = int(self.headers["Range"][6:-1]) if self.headers["Range"] and state.ranges else 0
            self.send_response(state.status or (206 if start else 200))
            if start:
                self.send_header(
                    "Content-Range", f"bytes {start + state.shift}-{len(state.body) - 1}/{len(state.body)}"
                )
            if state.announce:
                self.send_header("Content-Length", str(len(state.body) - start))
            self.end_headers()
            with suppress(ConnectionError):
                self.wfile.write(state.body[start : start + state.cuts.pop(0) if state.cuts else None])

        def log_message(self, format, *args):
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, args=(0.01,))
    thread.start()
    state.url = f"http://127.0.0.1:{http.server_port}/file.bin"
    yield state
    http.shutdown()
    thread.join()
    http.server_close()


def pinned(server: Server, content: bytes = BODY) -> Download:
    return Download(server.url, len(content), hashlib.sha256(content).hexdigest())


def test_a_download_arrives_whole_and_is_not_repeated(tmp_path, server):
    seen: list[tuple[int, int]] = []
    file = fetch(pinned(server), tmp_path / "new", lambda done, total: seen.append((done, total)))
    assert file.read_bytes() == BODY
    assert seen[-1] == (len(BODY), len(BODY))
    assert [path.name for path in file.parent.iterdir()] == ["file.bin"]
    assert fetch(pinned(server), tmp_path / "new") == file
    assert server.asked == [None]


def test_a_damaged_file_is_replaced(tmp_path, server):
    (tmp_path / "file.bin").write_bytes(b"x" * len(BODY))
    assert fetch(pinned(server), tmp_path).read_bytes() == BODY


def test_a_cut_connection_is_taken_up_at_once(tmp_path, server):
    server.cuts = [300_000, 100_000]
    assert fetch(pinned(server), tmp_path).read_bytes() == BODY
    assert server.asked == [None, "bytes=300000-", "bytes=400000-"]


def test_after_too_many_cuts_the_next_call_goes_on(tmp_path, server):
    server.cuts = [1000] * fetching.TRIES
    with pytest.raises(Mistake, match=r"3,000 of 1,024,000 bytes are there: run the same command again"):
        fetch(pinned(server), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["file.bin.part"]
    assert fetch(pinned(server), tmp_path).read_bytes() == BODY
    assert server.asked[-1] == "bytes=3000-"
    assert [path.name for path in tmp_path.iterdir()] == ["file.bin"]


def test_a_server_without_ranges_begins_anew(tmp_path, server):
    server.cuts, server.ranges = [1000], False
    assert fetch(pinned(server), tmp_path).read_bytes() == BODY


def test_a_server_that_refuses_the_range_is_asked_for_all(tmp_path, server):
    (tmp_path / "file.bin.part").write_bytes(b"x" * 10)
    server.status = 416
    with pytest.raises(Mistake, match=r"would not go on"):
        fetch(pinned(server), tmp_path)
    assert server.asked[:2] == ["bytes=10-", None]


def test_another_piece_than_the_one_asked_for_is_refused(tmp_path, server):
    (tmp_path / "file.bin.part").write_bytes(BODY[:10])
    server.shift = 5
    with pytest.raises(Mistake, match="another piece than the one asked for"):
        fetch(pinned(server), tmp_path)
    assert (tmp_path / "file.bin.part").read_bytes() == BODY[:10]


def test_a_part_that_is_too_long_is_dropped(tmp_path, server):
    (tmp_path / "file.bin.part").write_bytes(b"x" * (len(BODY) + 1))
    assert fetch(pinned(server), tmp_path).read_bytes() == BODY


def test_a_wrong_checksum_removes_what_came(tmp_path, server):
    server.body = BODY[:-1] + b"!"
    with pytest.raises(Mistake, match=r"SHA-256 is [0-9a-f]{64}, expected [0-9a-f]{64}"):
        fetch(pinned(server), tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("body", [BODY[:-1], BODY + b"!"])
def test_another_announced_size_is_refused_before_it_is_loaded(tmp_path, server, body):
    server.body = body
    with pytest.raises(Mistake, match=r"it has 1,02\d,\d+ bytes, expected 1,024,000"):
        fetch(pinned(server), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_body_longer_than_pinned_is_cut_off(tmp_path, server):
    server.body, server.announce = BODY * 20, False
    with pytest.raises(Mistake, match="more than 1,024,000 bytes"):
        fetch(pinned(server), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_body_shorter_than_pinned_can_be_continued(tmp_path, server):
    server.body, server.announce, server.ranges = BODY[:-1], False, False
    with pytest.raises(Mistake, match="run the same command again"):
        fetch(pinned(server), tmp_path)
    assert (tmp_path / "file.bin.part").stat().st_size == len(BODY) - 1


@pytest.mark.parametrize("target", ["file:///etc/passwd", "https://127.0.0.1:1/x", "ftp://127.0.0.1/x"])
def test_a_redirection_to_another_scheme_is_not_followed(tmp_path, server, target):
    server.redirect = target
    with pytest.raises(Mistake, match="edirect"):
        fetch(pinned(server), tmp_path)
    assert not list(tmp_path.iterdir())
    assert server.asked == [None]


@pytest.mark.parametrize("url", ["http://example.org/a", "file:///etc/passwd", "ftp://127.0.0.1/a"])
def test_only_https_is_fetched(tmp_path, url):
    with pytest.raises(Mistake, match="only https"):
        fetch(Download(url, 1, ""), tmp_path)


def test_a_server_that_is_not_there_is_a_mistake(tmp_path, server):
    server.status = 404
    with pytest.raises(Mistake, match="answers 404"):
        fetch(pinned(server), tmp_path)
    with pytest.raises(Mistake, match="could not be fetched"):
        fetch(Download("http://127.0.0.1:1/a", 1, ""), tmp_path)


def test_a_folder_that_cannot_be_written_is_a_mistake(tmp_path, server):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Mistake, match="cannot be written"):
        fetch(pinned(server), tmp_path / "file")


def test_a_full_disk_is_a_mistake(tmp_path, server, monkeypatch):
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Mistake, match="cannot be written: No space left on device"):
        fetch(pinned(server), tmp_path)
    assert not (tmp_path / "file.bin").exists()
