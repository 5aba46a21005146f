"""Archives unpack into their own folder or not at all; downloads arrive whole or can be taken up again."""

import errno
import gzip
import hashlib
import io
import os
import stat
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from regard.data.corpora import fetching
from regard.data.corpora.archives import Limits, extract
from regard.data.corpora.fetching import Download, fetch
from regard.errors import Mistake

LIMITS = Limits(members=10, size=1000)


def tar(file: Path, *members: tarfile.TarInfo | tuple[str, bytes]) -> Path:
    with tarfile.open(file, "w:gz") as archive:
        for member in members:
            if isinstance(member, tarfile.TarInfo):
                archive.addfile(member)
            else:
                info = tarfile.TarInfo(member[0])
                info.size = len(member[1])
                archive.addfile(info, io.BytesIO(member[1]))
    return file


def zipped(file: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return file


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def zip_link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def contents(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


FILES = {"a/one.txt": b"one", "a/b/two.txt": b"two" * 50, "three": b""}


def test_plain_files_come_out(tmp_path):
    folder = special("./", tarfile.DIRTYPE), special("a/", tarfile.DIRTYPE)
    packed = (
        tar(tmp_path / "x.tar.gz", *folder, *FILES.items()),
        zipped(tmp_path / "x.zip", ("a/", b""), *FILES.items()),
    )
    for archive in packed:
        assert contents(extract(archive, tmp_path / "new" / archive.name, LIMITS)) == FILES


EVIL_PATHS = ["../out", "a/../../out", "/out", "C:out", "a\\..\\out", "a/b:stream"]
EVIL = {
    **{f"tar {path}": lambda file, path=path: tar(file, (path, b"x")) for path in EVIL_PATHS},
    **{f"zip {path}": lambda file, path=path: zipped(file, (path, b"x")) for path in EVIL_PATHS},
    "tar symlink": lambda file: tar(file, special("link", tarfile.SYMTYPE, "/etc/passwd")),
    "tar hard link": lambda file: tar(file, special("link", tarfile.LNKTYPE, "/etc/passwd")),
    "tar device": lambda file: tar(file, special("null", tarfile.CHRTYPE)),
    "tar pipe": lambda file: tar(file, special("pipe", tarfile.FIFOTYPE)),
    "zip symlink": lambda file: zipped(file, (zip_link("link"), b"/etc/passwd")),
    "tar twice": lambda file: tar(file, ("one", b"1"), ("one", b"2")),
    "tar twice by a detour": lambda file: tar(file, ("a/one", b"1"), ("a/./one", b"2")),
    "tar capitals": lambda file: tar(file, ("A/one", b"1"), ("a/two", b"2")),
    "zip capitals": lambda file: zipped(file, ("One", b"1"), ("one", b"2")),
    "zip accents": lambda file: zipped(file, ("\u00e9", b"1"), ("e\u0301", b"2")),
    "zip file as folder": lambda file: zipped(file, ("one", b"1"), ("one/two", b"2")),
    "zip folder as file": lambda file: zipped(file, ("one/two", b"2"), ("one", b"1")),
    "tar large": lambda file: tar(file, ("one", b"0" * 600), ("two", b"0" * 401)),
    "zip large": lambda file: zipped(file, ("one", b"0" * 600), ("two", b"0" * 401)),
    "tar many": lambda file: tar(file, *((str(n), b"") for n in range(11))),
    "zip many": lambda file: zipped(file, *((str(n), b"") for n in range(11))),
}


@pytest.mark.parametrize("case", EVIL)
def test_what_could_do_harm_is_refused_and_leaves_nothing(tmp_path, case):
    archive = EVIL[case](tmp_path / ("x.zip" if case.startswith("zip") else "x.tar.gz"))
    with pytest.raises(
        Mistake, match=r"x\.(zip|tar\.gz) (is refused because of its member|holds more|unpacks to more)"
    ):
        extract(archive, tmp_path / "new" / "folder", LIMITS)
    assert not list((tmp_path / "new").iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", archive.name]


def test_headers_without_end_are_refused(tmp_path):
    info = tarfile.TarInfo("one")
    info.pax_headers = {"comment": "x" * 1_000_000}
    archive = tmp_path / "x.tar.gz"
    with tarfile.open(archive, "w:gz", format=tarfile.PAX_FORMAT) as packed:
        packed.addfile(info)
    with pytest.raises(Mistake, match="unpacks to more bytes than it should"):
        extract(archive, tmp_path / "new", LIMITS)


def test_damaged_archives_are_refused(tmp_path):
    good = tar(tmp_path / "x.tar.gz", ("one", os.urandom(900)))
    good.write_bytes(good.read_bytes()[:500])
    (tmp_path / "y.tar.gz").write_bytes(b"nothing of the kind")
    (tmp_path / "z.tar.gz").write_bytes(gzip.compress(b"nothing of the kind"))
    bad = zipped(tmp_path / "x.zip", ("one", b"one" * 100))
    content = bytearray(bad.read_bytes())
    content[35] ^= 255
    bad.write_bytes(content)
    (tmp_path / "y.zip").write_bytes(b"PK")
    for name in ("x.tar.gz", "y.tar.gz", "z.tar.gz", "x.zip", "y.zip"):
        with pytest.raises(Mistake, match=f"{name} is cut short or damaged"):
            extract(tmp_path / name, tmp_path / "new", LIMITS)
        assert not (tmp_path / "new").exists()


def test_an_existing_folder_is_not_touched(tmp_path):
    with pytest.raises(Mistake, match="exists already"):
        extract(tar(tmp_path / "x.tar.gz"), tmp_path, LIMITS)


BODY = bytes(range(256)) * 4000


@dataclass
class Server:
    """A server on loopback that can be told to misbehave."""

    url: str = ""
    body: bytes = BODY
    cuts: list[int] = field(default_factory=list)
    """How many bytes to send before closing, for the first requests; then whole."""
    ranges: bool = True
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
                self.send_header("Content-Range", f"bytes {start}-{len(state.body) - 1}/{len(state.body)}")
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
