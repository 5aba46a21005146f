"""WikiText-2: 720 good articles of the English Wikipedia, cut into words by its authors.

Stephen Merity, Caiming Xiong, James Bradbury and Richard Socher: Pointer Sentinel Mixture Models, 2016. Words stand
between blanks, rare ones are already `<unk>`; with every line feed as a word, the counts of words are the published.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from regard.data.corpora.fetching import Download
from regard.data.corpora.line_files import present
from regard.data.corpora.tables.lines import lines
from regard.data.documents import Documents, Piece, Prose, pieced
from regard.errors import Mistake

SIZES = {"train": 600, "validation": 60, "test": 60}
"""Articles of each part."""
_NAMES = {"train": "train.txt", "validation": "valid.txt", "test": "test.txt"}
_RAW = "https://raw.githubusercontent.com/pytorch/examples/main/word_language_model/data/wikitext-2"
FILES = (
    Download(f"{_RAW}/train.txt", 10_797_148, "9e9fa1ad55b1c2c95b08e37dd8e653f638fac2c6de904b79e813611eefbc985f"),
    Download(f"{_RAW}/valid.txt", 1_121_681, "f0737ed31fc1329026e95cb8b98e19c2a182c39c240ab909dc31abf2f8af58e8"),
    Download(f"{_RAW}/test.txt", 1_256_449, "d790b833ef8cf03a90db7bf1271b7520b83c45ce07ba3c1a9699df81e239eca0"),
)
_HEADING = re.compile(r" = [^=](?:.*[^=])? = \n?")


def locate(base: Path) -> Path | None:
    """The folder under `base` with the parts; None when there is none."""
    folders = (base / "wikitext2", base / "wikitext-2", base)
    return next((folder for folder in folders if all(present(folder, name) for name in _NAMES.values())), None)


def wikitext(folder: Path) -> Documents:
    """The three parts as they were published, an article a document."""
    parts = {part: _part(folder, name) for part, name in _NAMES.items()}
    counts = {part: sum(1 for _ in prose) for part, prose in parts.items()}
    return Documents(
        name="wikitext2",
        **parts,
        notes=tuple(
            f"incomplete: {counts[part]:,} articles in {part} here, {size:,} in the original."
            for part, size in SIZES.items()
            if counts[part] != size
        ),
    )


def _part(folder: Path, name: str) -> Prose:
    file = present(folder, name)
    if file is None:
        raise Mistake(f"{folder} has no {name} or {name}.gz; `regard data fetch wikitext2` brings it.")

    def read() -> Iterator[Piece]:
        return (piece for article in articles(lines(file)) for piece in pieced([article]))

    return Prose(read)


def articles(rows: Iterator[str]) -> Iterator[str]:
    """The articles, one after the other: each begins with a heading of the first level between two blank lines.

    A line that looks like one inside a table is none.
    """
    held: list[str] = []
    told = False
    before, line = "", next(rows, None)
    while line is not None:
        after = next(rows, None)
        if told and _HEADING.fullmatch(line) and not before.strip() and not (after or "").strip():
            yield "".join(held)
            held.clear()
        held.append(line)
        told = told or bool(line.strip())
        before, line = line, after
    if told:
        yield "".join(held)
