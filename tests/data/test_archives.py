"""Archives unpack into their own folder or not at all."""

import gzip
import io
import os
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from regard.data.corpora.archives import Limits, extract
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
