"""A small IMDB with the traps of the real one, in each of its three forms."""

import json
import lzma
import shutil
import tarfile
from pathlib import Path

LABELS = {"neg": 0, "pos": 1, "unsup": -1}
Fabricated = dict[str, tuple[str, str]]
"""Review id to film and text."""


def fabricated() -> Fabricated:
    """Forty reviews a part of 13 films a part, with the traps of the real ones."""
    reviews: Fabricated = {}
    for part, first in (("train", 0), ("test", 12)):
        for kind, stars in (("neg", 2), ("pos", 9)):
            for number in range(20):
                film = f"tt{first + number % 13:07d}"
                text = f"{kind} {part} {number} caf\u00e9 \u0085 it\u2028s<br /><br />a\ttab" + " word" * (number * 30)
                reviews[f"{part}/{kind}/{number}_{stars}"] = (film, text)
    for number in range(12):
        reviews[f"train/unsup/{number}_0"] = (f"tt{number:07d}", f"unsup {number}\u0085")
    reviews["test/pos/3_9"] = (reviews["test/pos/3_9"][0], reviews["train/pos/5_9"][1])
    reviews["train/neg/7_2"] = ("tt0000099", reviews["train/neg/1_2"][1])
    return reviews


def as_folder(reviews: Fabricated, to: Path) -> Path:
    folder = to / "aclImdb"
    urls: dict[tuple[str, str], dict[int, str]] = {}
    for id, (film, text) in reviews.items():
        part, kind, rest = id.split("/")
        (folder / part / kind).mkdir(parents=True, exist_ok=True)
        (folder / f"{id}.txt").write_bytes(text.encode())
        urls.setdefault((part, kind), {})[int(rest.split("_")[0])] = film
    for (part, kind), films in urls.items():
        lines = [f"http://www.imdb.com/title/{films[number]}/usercomments\n" for number in sorted(films)]
        (folder / part / f"urls_{kind}.txt").write_text("".join(lines), encoding="utf-8")
    return folder


def as_archive(reviews: Fabricated, to: Path) -> Path:
    folder = as_folder(reviews, to / "packing")
    archive = to / "aclImdb_v1.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(folder, "aclImdb")
    shutil.rmtree(to / "packing")
    return archive


def as_lines(reviews: Fabricated, to: Path) -> Path:
    folder = to / "imdb"
    folder.mkdir(parents=True)
    for part in ("train", "test", "unsup"):
        with lzma.open(folder / f"{part}.jsonl.xz", "wt", encoding="utf-8", newline="\n") as file:
            for id, (film, text) in reviews.items():
                name, kind, _ = id.split("/")
                if part == ("unsup" if kind == "unsup" else name):
                    row = {"id": id, "label": LABELS[kind], "movie": film, "text": text}
                    file.write(json.dumps(row, ensure_ascii=False).replace("\u0085", "\\u0085") + "\n")
    return folder
