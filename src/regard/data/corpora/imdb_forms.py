"""The reviews of the Large Movie Review Dataset, from whichever of its three forms is at hand.

* a folder with `train.jsonl.xz`, `test.jsonl.xz` and perhaps `unsup.jsonl.xz`: one object a line with the
  keys `id` (the path in the archive, without `.txt`), `label`, `movie` and `text`;
* the authors' archive `aclImdb_v1.tar.gz`, read where it lies;
* the folder `aclImdb/` that the archive unpacks to.

All three give the same reviews in the same order: by class (negative first), then by number.
"""

import gzip
import json
import lzma
import re
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regard.errors import Mistake

KINDS = {"neg": 0, "pos": 1, "unsup": -1}
"""The folders of the archive, and the labels that stand for them in `jsonl` files."""
FETCH = "`regard data fetch imdb` brings a complete copy"

_ID = re.compile(r"(train|test)/(neg|pos|unsup)/(\d+)_(\d+)")
_REVIEW = re.compile(r"(?:\./)?(?:aclImdb/)?(train|test)/(neg|pos|unsup)/(\d+)_(\d+)\.txt")
_URLS = re.compile(r"(?:\./)?(?:aclImdb/)?(train|test)/urls_(neg|pos|unsup)\.txt")
_FILM = re.compile(r"/title/(tt\d+)")
_LARGEST = 16 << 20


@dataclass(frozen=True, slots=True)
class Review:
    """One review as its authors distribute it."""

    id: str
    """Path in the archive without `.txt`, such as `train/pos/0_9`: part, kind, number, stars."""
    film: str
    """IMDb's title number."""
    text: str

    @property
    def positive(self) -> bool:
        """True for 7 stars and more, false for 4 and fewer."""
        return self.id.split("/")[1] == "pos"


def locate(base: Path) -> Path | None:
    """Where under `base` the reviews lie, in one of the three forms; None when they do not."""
    names = ("", "aclImdb_v1.tar.gz", "aclImdb", "unpacked/aclImdb")
    inside = [f"{folder}{name}" for folder in ("", "imdb/") for name in names]
    return next((place for name in inside if recognised(place := base / name)), None)


def recognised(place: Path) -> bool:
    """True if `place` looks like one of the three forms."""
    if place.is_file():
        return place.name.startswith("aclImdb") and place.name.endswith((".tar.gz", ".tgz"))
    marks = ("train.jsonl.xz", "test.jsonl.xz", "train/pos", "train/neg")
    return any((place / mark).exists() for mark in marks)


def labelled(place: Path) -> dict[str, list[Review]]:
    """The reviews of `train` and `test`, by part, in order."""
    if _is_lines(place):
        parts = {
            part: sorted(_lines(place / f"{part}.jsonl.xz"), key=lambda review: _order(review.id))
            for part in ("train", "test")
        }
    else:
        parts = _assembled(place, ("neg", "pos"))
    for part, reviews in parts.items():
        for kind in ("neg", "pos"):
            if not any(f"/{kind}/" in review.id for review in reviews):
                word = {"neg": "negative", "pos": "positive"}[kind]
                raise Mistake(f"{place} holds no {word} reviews for {part}; {FETCH}.")
    return parts


def unlabelled(place: Path) -> Iterator[str]:
    """The texts of the reviews without a label."""
    if _is_lines(place):
        yield from (review.text for review in _lines(place / "unsup.jsonl.xz"))
    else:
        yield from (review.text for review in _assembled(place, ("unsup",))["train"])


def _is_lines(place: Path) -> bool:
    return any((place / f"{part}.jsonl.xz").exists() for part in ("train", "test", "unsup"))


def _lines(file: Path) -> Iterator[Review]:
    if not file.is_file():
        raise Mistake(f"{file} is missing beside the other parts; copy it there, or {FETCH}.")
    number = 0
    try:
        with lzma.open(file, "rt", encoding="utf-8", newline="\n") as lines:
            for line in lines:
                number += 1
                yield _review(json.loads(line))
    except (EOFError, lzma.LZMAError) as error:
        raise Mistake(f"{file} is cut short or damaged after line {number}; copy it again, or {FETCH}.") from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Mistake(
            f"{file}, line {max(number, 1)} is not a JSON object with a movie, a text, and a label that "
            f"agrees with its id; copy it again, or {FETCH}."
        ) from error


def _review(row: dict[str, Any]) -> Review:
    kind = row["id"].split("/")[1]
    if not _ID.fullmatch(row["id"]) or KINDS[kind] != row["label"]:
        raise ValueError(row["id"])
    return Review(row["id"], row["movie"], row["text"])


def _assembled(place: Path, kinds: tuple[str, ...]) -> dict[str, list[Review]]:
    """Reviews of these kinds from the archive or its folder, films looked up by number."""
    texts: dict[str, bytes] = {}
    films: dict[tuple[str, str], list[str]] = {}
    for name, content in _archive(place, kinds) if place.is_file() else _folder(place, kinds):
        if match := _URLS.fullmatch(name):
            films[match[1], match[2]] = _films(content.decode("utf-8", "replace"))
        elif match := _REVIEW.fullmatch(name):
            texts[f"{match[1]}/{match[2]}/{match[3]}_{match[4]}"] = content
    parts: dict[str, list[Review]] = {"train": [], "test": []}
    for path in sorted(texts, key=_order):
        part, kind, rest = path.split("/")
        number = int(rest.split("_")[0])
        known = films.get((part, kind), [])
        if number >= len(known) or not known[number]:
            raise Mistake(
                f"{place}: {part}/urls_{kind}.txt is missing or names no film for review {number}, so the "
                f"reviews of one film cannot be kept together; {FETCH}."
            )
        try:
            parts[part].append(Review(path, known[number], texts[path].decode("utf-8")))
        except UnicodeDecodeError as error:
            raise Mistake(f"{place}: {path}.txt is not UTF-8 at byte {error.start}; {FETCH}.") from error
    return parts


def _films(urls: str) -> list[str]:
    """The title number on each line, counted from 0 as the reviews are; empty where a line has none."""
    return [match[1] if (match := _FILM.search(line)) else "" for line in urls.split("\n")]


def _order(path: str) -> tuple[str, str, int]:
    part, kind, rest = path.split("/")
    return part, kind, int(rest.split("_")[0])


def _wanted(name: str, kinds: tuple[str, ...]) -> bool:
    match = _REVIEW.fullmatch(name) or _URLS.fullmatch(name)
    return match is not None and match[2] in kinds


def _archive(file: Path, kinds: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    try:
        with gzip.open(file) as plain, tarfile.open(fileobj=plain, mode="r|") as archive:
            for member in archive:
                if member.isreg() and member.size <= _LARGEST and _wanted(member.name, kinds):
                    stream = archive.extractfile(member)
                    assert stream is not None
                    yield member.name, stream.read()
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise Mistake(f"{file} is cut short or damaged ({error}); remove it, and {FETCH}.") from error


def _folder(folder: Path, kinds: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for part in ("train", "test"):
        for kind in kinds:
            files = [*(folder / part / kind).glob("*_*.txt"), folder / part / f"urls_{kind}.txt"]
            for file in files:
                if file.is_file() and _wanted(name := file.relative_to(folder).as_posix(), kinds):
                    yield name, file.read_bytes()
