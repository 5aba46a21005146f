"""Gold word alignments of sentences from the Canadian Hansards, English and French: to measure on, not to learn from.

Franz Josef Och and Hermann Ney aligned the 447 test sentences by hand, with sure and possible links. Rada Mihalcea
and Ted Pedersen: An Evaluation Exercise for Word Alignment, HLT-NAACL 2003 workshop on parallel texts.
"""

from collections import defaultdict
from pathlib import Path

from regard.data.corpora.line_files import aligned, present
from regard.data.corpora.tables.lines import lines
from regard.data.examples import Link, Pair, Pairs
from regard.data.lengths import by_length
from regard.errors import Mistake

SIZES = {"validation": 37, "test": 447}
"""Sentences of the trial set, whose files begin with `dev`, and of the test set."""


def locate(base: Path) -> Path | None:
    """The folder under `base` with the sentences and their links; None when there is none."""
    folders = (base / "hansards_alignment", base / "hansards", base)
    return next((folder for folder in folders if present(folder, "test.wa.nonullalign")), None)


def hansards(folder: Path) -> Pairs:
    """The aligned sentences: 447 to test on, and the trial set of 37 to choose a read-out with."""
    parts = {"validation": _part(folder, "dev"), "test": _part(folder, "test")}
    return Pairs(
        name="hansards",
        languages=("en", "fr"),
        train=(),
        validation=parts["validation"],
        tests={"test": parts["test"]},
        notes=(
            "there is nothing to train on: these sentences measure the alignments of a model trained elsewhere.",
            "the French is written without elisions and contractions (de le, ne empiète).",
            *(
                f"incomplete: {len(pairs):,} sentences in {name} here, {SIZES[name]:,} in the original."
                for name, pairs in parts.items()
                if len(pairs) != SIZES[name]
            ),
        ),
    )


def _part(folder: Path, prefix: str) -> list[Pair]:
    files = {end: present(folder, f"{prefix}.{end}") for end in ("e", "f", "wa.nonullalign")}
    if missing := [end for end, file in files.items() if file is None]:
        raise Mistake(f"{folder} has no {prefix}.{missing[0]}, plain or with .gz; copy it there.")
    english, french, links = (file for file in files.values() if file)
    sentences = aligned(english, french)
    sure, possible = _links(links, sentences)
    return [
        Pair(said, meant, (by_length(said),), frozenset(sure[place]), frozenset(possible[place]))
        for place, (said, meant) in enumerate(sentences)
    ]


def _links(
    file: Path, sentences: list[tuple[str, str]]
) -> tuple[defaultdict[int, set[Link]], defaultdict[int, set[Link]]]:
    """The sure links and the possible ones, the sure ones among them, by sentence; all counted from 0."""
    sure: defaultdict[int, set[Link]] = defaultdict(set)
    possible: defaultdict[int, set[Link]] = defaultdict(set)
    for number, line in enumerate(lines(file), 1):
        sentence, *ends, kind = line.split()[:4] if len(line.split()) >= 4 else ("", "", "", "")
        if kind not in ("S", "P") or not all(cell.isdecimal() for cell in (sentence, *ends)):
            raise Mistake(
                f"{file}, line {number} is {line.strip()[:40]!r}; it must have a sentence, an English and a French "
                "position, and S or P: copy the file again."
            )
        place, english, french = (int(cell) - 1 for cell in (sentence, *ends))
        inside = 0 <= place < len(sentences)
        lengths = [len(text.split()) for text in sentences[place]] if inside else [0, 0]
        if not (0 <= english < lengths[0] and 0 <= french < lengths[1]):
            raise Mistake(f"{file}, line {number} links words that sentence {sentence} does not have; copy it again.")
        possible[place].add((english, french))
        if kind == "S":
            sure[place].add((english, french))
    return sure, possible
