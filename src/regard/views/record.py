"""An explanation in its checked exchange form, and as a file of any kind."""

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

from regard.errors import Mistake
from regard.explain.explanation import Explanation, Map
from regard.views.alignments import aligned_picture, alignment_page
from regard.views.figures.explained import explained
from regard.views.figures.picture import save
from regard.views.page import explanation_page
from regard.views.saving import saved
from regard.views.tables import harmless

DIGITS = 6
SUFFIXES = (".html", ".svg", ".png", ".pdf", ".csv", ".json")


def record(explanation: Explanation) -> dict[str, Any]:
    """The explanation as what JSON takes: all numbers finite, weights with six digits."""
    probability, faithfulness = explanation.probability, explanation.faithfulness
    refuse_nan(explanation.method, [probability, *faithfulness.values()])
    return explanation.as_json() | {
        "probability": round(probability, DIGITS),
        "maps": [rounded(one) for one in explanation.maps],
        "spans": [list(span) for span in explanation.spans],
        "faithfulness": {name: round(value, DIGITS) for name, value in faithfulness.items()},
    }


def rounded(one: Map) -> dict[str, Any]:
    """One map with its weights checked and rounded."""
    for row in one.weights:
        refuse_nan(one.name, row)
    weights = [[round(weight, DIGITS) for weight in row] for row in one.weights]
    return {"name": one.name, "rows": one.rows, "columns": one.columns, "weights": weights}


def refuse_nan(name: str, values: list[float]) -> None:
    """Nothing, if all values are numbers to be written down."""
    for place, value in enumerate(values):
        if not math.isfinite(value):
            raise ValueError(f"{name}: value {place} is {value}, which is no number to write down")


def as_json(explanation: Explanation) -> str:
    """The record as JSON text."""
    return json.dumps(record(explanation), ensure_ascii=False, allow_nan=False) + "\n"


def as_csv(explanation: Explanation) -> str:
    """A line per weight: map, who looks, what is looked at, the characters it stands on, weight.

    Words are also counted, from 1: a sentence may have the same one twice.
    """
    kept = io.StringIO()
    sheet = csv.writer(kept, lineterminator="\n")
    sheet.writerow(["map", "row_number", "row", "column_number", "column", "start", "end", "weight"])
    for one in record(explanation)["maps"]:
        spans = explanation.spans if len(explanation.spans) == len(one["columns"]) else []
        for row, (name, weights) in enumerate(zip(one["rows"], one["weights"], strict=True), start=1):
            for column, (word, weight) in enumerate(zip(one["columns"], weights, strict=True), start=1):
                start, end = spans[column - 1] if spans else ("", "")
                who, what = [row, harmless(name)], [column, harmless(word)]
                sheet.writerow([harmless(one["name"]), *who, *what, start, end, weight])
    return kept.getvalue()


def check_suffix(path: Path) -> None:
    """Nothing, if an explanation can be written as a file of this kind, in a folder that there is."""
    if (suffix := path.suffix.lower()) not in SUFFIXES:
        given = f"{suffix!r} is not a kind of file" if suffix else "the name has no ending, so no kind of file"
        raise Mistake(f"{path}: {given} for an explanation; end it with one of {', '.join(SUFFIXES)}.")
    if not path.parent.is_dir():
        raise Mistake(f"{path} cannot be written: there is no folder {path.parent}; choose another place with --out.")


def save_explanation(explanation: Explanation, path: Path, lang: str) -> Path:
    """Write the explanation as the file's suffix says; whole or not at all."""
    check_suffix(path)
    match path.suffix.lower():
        case ".html":
            page = alignment_page if explanation.kind == "translation" else explanation_page
            return saved(path, page(explanation, lang))
        case ".svg" | ".png" | ".pdf":
            picture = aligned_picture if explanation.kind == "translation" else explained
            return save(picture(explanation, lang), path)
        case ".csv":
            return saved(path, as_csv(explanation))
        case _:
            return saved(path, as_json(explanation))
