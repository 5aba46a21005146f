"""Tables of texts, written to a file in each format."""

import csv
import json
from pathlib import Path

import pytest

from regard.data.examples import Corpus, Labelled

ROWS = [(f'text number {number}, "quoted"\nsecond line', "good" if number % 3 else "bad") for number in range(60)]


def write_csv(file: Path, rows, header=("text", "label"), **dialect) -> Path:
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, **dialect).writerows([header, *rows])
    return file


def write_jsonl(file: Path, rows, header=("text", "label")) -> Path:
    lines = [json.dumps(dict(zip(header, row, strict=True))) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def write_parquet(file: Path, rows, header=("text", "label")) -> Path:
    pyarrow = pytest.importorskip("pyarrow", reason="`pip install regard[data]` brings it")
    parquet = pytest.importorskip("pyarrow.parquet", reason="`pip install regard[data]` brings it")
    columns = dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(pyarrow.table(columns), file)
    return file


def write_tsv(file: Path, rows) -> Path:
    return write_csv(file, rows, delimiter="\t")


WRITERS = {"a.csv": write_csv, "a.tsv": write_tsv, "a.jsonl": write_jsonl, "a.parquet": write_parquet}


def everything(corpus: Corpus) -> list[Labelled]:
    """All examples of a corpus, part after part."""
    return [row for part in (corpus.train, corpus.validation, corpus.test) for row in part]
