"""Tatoeba: short English sentences and their French translations, written by many people.

Sentences of tatoeba.org, selected by www.manythings.org/anki; CC BY 2.0. One sentence may have many translations
and be the translation of many: pairs that share a sentence of either language stand in one part.
"""

from pathlib import Path

from regard.data.corpora.line_files import present
from regard.data.corpora.pairs.parts import parted
from regard.data.corpora.splits import linked
from regard.data.corpora.tables.lines import lines
from regard.data.examples import Pairs
from regard.errors import Mistake

SHARE = 0.02
"""Of all pairs, for validation and for test each."""


def locate(base: Path) -> Path | None:
    """The file of pairs under `base`; None when there is none."""
    folders = (base / "tatoeba_fra_eng", base / "tatoeba", base)
    return next((file for folder in folders if (file := present(folder, "fra.txt"))), None)


def tatoeba(file: Path, *, seed: int = 0) -> Pairs:
    """The pairs in `fra.txt`: English, a tab, French, and in newer editions a tab and the source."""
    rows: list[tuple[str, str]] = []
    for number, line in enumerate(lines(file), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) < 2 or not all(cells[:2]):
            raise Mistake(f"{file}, line {number} has not two sentences with a tab between; copy the file again.")
        rows.append((cells[0], cells[1]))
    cluster = linked(rows)
    together = [cluster[english] for english, _ in rows]
    notes = ("no sentence, English or French, stands in two parts.",)
    return parted("tatoeba", ("en", "fr"), rows, together=together, notes=notes, seed=seed, share=SHARE)
