"""Film reviews with the words by which people decided: the movies of ERASER.

Bo Pang and Lillian Lee, polarity data 2.0, 2004; rationales of Zaidan, Eisner and Piatko, "Using annotator rationales
to improve machine learning for text categorization", NAACL 2007; in the form of DeYoung et al., "ERASER: A Benchmark to
Evaluate Rationalized NLP Models", ACL 2020. People marked enough to decide in the parts to learn from and to choose on,
and all that speaks for the label in the test part.
"""

import json
from pathlib import Path
from typing import Any

from regard.data.corpora.line_files import present
from regard.data.corpora.tables.lines import lines
from regard.data.examples import Corpus, Labelled, Span
from regard.errors import Mistake
from regard.text.spans import unbroken

CLASSES = ("negative", "positive")
SIZES = {"train": 1_600, "validation": 200, "test": 199}
FILES = {"train": "train.jsonl", "validation": "val.jsonl", "test": "test.jsonl"}
LABELS = {"NEG": 0, "POS": 1}


def locate(base: Path) -> Path | None:
    """The folder under `base` with the reviews and their annotations; None when there is none."""
    folders = (base / "eraser_movies", base / "movies", base)
    return next((at for at in folders if present(at, "docs.jsonl") and present(at, "test.jsonl")), None)


def eraser_movies(folder: Path) -> Corpus:
    """The reviews with their labels, and as rationales the words that people marked."""
    texts = {row["docid"]: row["text"] for row in _rows(folder, "docs.jsonl")}
    parts = {part: _part(folder, name, texts) for part, name in FILES.items()}
    return Corpus(
        name="eraser_movies",
        classes=CLASSES,
        train=parts["train"],
        validation=parts["validation"],
        test=parts["test"],
        notes=(
            "people marked enough words to decide in train and validation, and all that they found in test.",
            *(
                f"incomplete: {len(found):,} reviews in {name} here, {SIZES[name]:,} in the original."
                for name, found in parts.items()
                if len(found) != SIZES[name]
            ),
        ),
    )


def _part(folder: Path, name: str, texts: dict[str, str]) -> list[Labelled]:
    return [_example(folder, name, row, texts) for row in _rows(folder, name)]


def _example(folder: Path, name: str, row: dict[str, Any], texts: dict[str, str]) -> Labelled:
    try:
        text, label = texts[row["annotation_id"]], LABELS[row["classification"]]
        marked = {(one["start_token"], one["end_token"]) for group in row["evidences"] for one in group}
        words = unbroken(text)
        spans = tuple(sorted((words[first][0], words[last - 1][1]) for first, last in marked))
    except (LookupError, TypeError) as error:
        raise Mistake(f"{folder / name} has a row that is no annotation of ERASER ({error}); copy it again.") from error
    return Labelled(text, label, rationale=_joined(spans))


def _joined(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Spans of all these characters; those that overlap have become one."""
    found: list[Span] = []
    for start, end in spans:
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return tuple(found)


def _rows(folder: Path, name: str) -> list[dict[str, Any]]:
    file = present(folder, name)
    if file is None:
        raise Mistake(f"{folder} has no {name}, plain or with .gz; copy it there.")
    try:
        return [json.loads(line) for line in lines(file) if line.strip()]
    except ValueError as error:
        raise Mistake(f"{file} is damaged ({error}); copy it again.") from error
