"""An explanation in its checked exchange form, and as a file of any kind."""

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from regard.errors import Mistake
from regard.explain.explanation import Explanation, Map
from regard.views.alignments import aligned_picture, alignment_page
from regard.views.figures.explained import explained
from regard.views.figures.picture import Picture, save
from regard.views.maps.facts import MANY, are_many, grids_of
from regard.views.maps.overview import maps_picture, refuse_unreadable
from regard.views.maps.page import maps_page
from regard.views.maps.written import DIGITS, is_large, json_rows, sheet_rows
from regard.views.page import explanation_page
from regard.views.saving import saved
from regard.views.tables import harmless

SUFFIXES = (".html", ".svg", ".png", ".pdf", ".csv", ".json")


def record(explanation: Explanation) -> dict[str, Any]:
    """The explanation as what JSON takes: all numbers finite, weights with six digits."""
    probability, faithfulness = explanation.probability, explanation.faithfulness
    refuse_nan(explanation.method, [probability])
    return explanation.as_json() | {
        "probability": round(probability, DIGITS),
        "maps": [rounded(one) for one in explanation.maps],
        "spans": [list(span) for span in explanation.spans],
        "faithfulness": figures(explanation.method, faithfulness),
    }


def figures(name: str, value: Any) -> Any:
    """Figures of any shape, all of them numbers to be written down, rounded."""
    if isinstance(value, dict):
        return {key: figures(name, inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [figures(name, inner) for inner in value]
    if isinstance(value, float):
        refuse_nan(name, [value])
        return round(value, DIGITS)
    return value


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
    return b"".join(json_parts(explanation)).decode("utf-8")


def json_parts(explanation: Explanation) -> Iterator[bytes]:
    """The same, part by part: all maps of a large model are hundreds of megabytes."""
    told = record(replace(explanation, maps=[]))
    names = list(told)
    before = {name: told[name] for name in names[: names.index("maps")]}
    after = {name: told[name] for name in names[names.index("maps") + 1 :]}
    yield _text(before)[:-1] + b', "maps": ['
    for number, one in enumerate(explanation.maps):
        yield b", " if number else b""
        if is_large(one):
            yield _text({"name": one.name, "rows": one.rows, "columns": one.columns})[:-1] + b', "weights": '
            yield from json_rows(one)
            yield b"}"
        else:
            yield _text(rounded(one))
    yield b"], " + _text(after)[1:] + b"\n"


def _text(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8")


def as_csv(explanation: Explanation) -> str:
    """A line per weight: map, who looks, what is looked at, the characters it stands on, weight.

    Words are also counted, from 1: a sentence may have the same one twice.
    """
    return b"".join(csv_parts(explanation)).decode("utf-8")


def csv_parts(explanation: Explanation) -> Iterator[bytes]:
    """The same, part by part."""
    record(replace(explanation, maps=[]))
    yield _line("map", "row_number", "row", "column_number", "column", "start", "end", "weight")[:-1] + b"\n"
    for one in explanation.maps:
        spans = explanation.spans if len(explanation.spans) == len(one.columns) else [("", "")] * len(one.columns)
        name, rows = _line(harmless(one.name)), [_line(i, harmless(word)) for i, word in enumerate(one.rows, start=1)]
        columns = [
            _line(i, harmless(word), *span)
            for i, (word, span) in enumerate(zip(one.columns, spans, strict=True), start=1)
        ]
        if is_large(one):
            yield from sheet_rows(one, name, rows, columns)
            continue
        for row, weights in zip(rows, rounded(one)["weights"], strict=True):
            for column, weight in zip(columns, weights, strict=True):
                yield name + row + column + f"{weight}\n".encode("ascii")


def _line(*cells: Any) -> bytes:
    """Cells as a sheet has them, each with a comma behind it."""
    kept = io.StringIO()
    csv.writer(kept, lineterminator=",").writerow(cells)
    return kept.getvalue().encode("utf-8")


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
            return saved(path, page_of(explanation, lang))
        case ".svg" | ".png" | ".pdf":
            return save(picture_of(explanation, lang), path)
        case ".csv":
            return saved(path, csv_parts(explanation))
        case _:
            return saved(path, json_parts(explanation))


def page_of(explanation: Explanation, lang: str) -> str:
    """The page that suits the answer, and how many maps led to it."""
    if are_many(explanation):
        return maps_page(explanation, lang)
    return (alignment_page if explanation.kind == "translation" else explanation_page)(explanation, lang)


def picture_of(explanation: Explanation, lang: str) -> Picture:
    """The drawing that suits the answer, and how many maps led to it."""
    if len(grids_of(explanation)) >= MANY:
        return maps_picture(explanation, lang)
    refuse_unreadable(explanation)
    return (aligned_picture if explanation.kind == "translation" else explained)(explanation, lang)
