"""What is wrong with a table is told in one sentence that names file, row and remedy."""

import csv
import sys

import pytest

from regard.data.corpora.tables import from_lists, from_table
from regard.errors import Mistake

from .table_files import ROWS, everything, write_csv, write_parquet

GOOD = "".join(f"text {number},{'ab'[number % 2]}\n" for number in range(20))
TWICE = "".join(f"text {number // 2},{'ab'[number // 2 % 2]}\n" for number in range(20))
MISTAKES = {
    "missing column": ("a.csv", "text,label\n" + GOOD, {"label": "lable"}, r"no column 'lable'; did you mean 'label'"),
    "same column": ("a.csv", "text,label\n" + GOOD, {"text": "text", "label": "text"}, "cannot both be column 'text'"),
    "no telling names": ("a.csv", "a,b,c\n1,2,3\n", {}, r"which column .* --text; columns: a, b, c"),
    "no header": ("a.csv", GOOD, {}, "first line .* looks like data"),
    "empty": ("a.csv", "", {}, r"a\.csv is empty"),
    "blank": ("a.csv", "\n\n", {}, r"a\.csv is blank"),
    "header only": ("a.csv", "text,label\n", {}, "has column names but no rows"),
    "one class": ("a.csv", "text,label\nx,a\ny,a\n", {}, "only one class, 'a'"),
    "few examples": ("a.csv", "text,label\n" + GOOD + "z,c\n", {}, "class 'c' has 1 different texts and needs 4"),
    "repeated examples": ("a.csv", "text,label\n" + GOOD + "z,c\n" * 5, {}, "class 'c' has 1 different texts"),
    "too few to draw from": (
        "a.csv",
        "text,label\n" + TWICE,
        {},
        "too few different texts for a test part; add rows, or a column split",
    ),
    "too few to draw validation from": (
        "a.csv",
        "text,label,split\n" + TWICE.replace("\n", ",train\n") + "more,a,test\n",
        {},
        "too few different texts for a validation part; add rows, or a column split",
    ),
    "labels are texts": (
        "a.csv",
        "text,label\n" + "".join(f"a,text {n}\n" for n in range(9)),
        {},
        "9 different values in 9 rows, as a text has",
    ),
    "labels are numbers": (
        "a.csv",
        "text,label\n" + "".join(f"text {n},{n % 100 / 7:.3f}\n" for n in range(2000)),
        {},
        "100 different values in 2,000 rows, all numbers",
    ),
    "mostly empty": ("a.csv", "text,label\n" + GOOD + "x,\n" * 30, {}, "empty in 30 of 50 rows, first at line 22"),
    "ragged": ("a.csv", "text,label\nx,a\none, two,b\n", {}, "line 3 has 3 cells where the header has 2"),
    "open quote": ("a.csv", 'text,label\nx,a\n"y,b\nz,a\n', {}, "begins at line 3 opens a double quote that is not"),
    "open quote, long": (
        "a.csv",
        'text,label\nx,a\n"y,b\n' + "z,a\n" * 12_000,
        {},
        "line 3 opens a double quote that is not closed, not even 10,000 lines on",
    ),
    "stray quote": ("a.csv", 'text,label\n"x" y,a\n', {}, "line 2 has a single double quote"),
    "old line ends": ("a.csv", "text,label\rx,a\ry,b\r", {}, "carriage return outside double quotes"),
    "columns twice": ("a.csv", "text,label,text\n" + GOOD, {}, "more than one column called 'text'"),
    "NUL": ("a.csv", "text,label\nx\0,a\n", {}, r"line 2 holds a NUL byte \(at byte 12\)"),
    "latin-1": (
        "a.csv",
        b"text,label\nfine,a\ncaf\xe9,b\n",
        {},
        r"line 3 is not UTF-8 \(byte 0xe9 at byte 21\).*iconv",
    ),
    "utf-16": ("a.csv", "text,label\n".encode("utf-16"), {}, "written in UTF-16.*iconv -f UTF-16"),
    "bad split": ("a.csv", "text,label,split\nx,a,train\ny,b,7\n", {}, "line 3: the column 'split' says '7'"),
    "class not in train": (
        "a.csv",
        "text,label,split\n" + "".join(f"t{n},{'ab'[n % 2]},{('train', 'test')[n % 2]}\n" for n in range(20)),
        {},
        "no example of class 'b' left to learn from",
    ),
    "bad JSON": ("a.jsonl", '{"text": "x", "label": 1}\n{"text": \n', {}, "line 2 is not JSON"),
    "deep JSON": ("a.jsonl", '{"text": ' + "[" * 100_000, {}, "line 1 is not JSON"),
    "JSON array": ("a.jsonl", '[\n{"text": "x", "label": 1}]\n', {}, r"JSON array.*jq -c '\.\[\]'"),
    "JSON scalar": ("a.jsonl", "3\n", {}, "line 1 is not a JSON object"),
    "JSON list for text": ("a.jsonl", '{"text": ["x"], "label": 1}\n', {}, "line 1, 'text' holds a list"),
    "half a character": ("a.jsonl", '{"text": "\\ud800", "label": 1}\n', {}, "line 1, 'text' holds half a character"),
    "another kind": ("a.json", "[]", {}, "does not end in .*jq"),
    "a spreadsheet": ("a.xlsx", "PK", {}, "save the sheet as CSV"),
    "not gzip": ("a.csv.gz", "text,label\n", {}, "is cut short or not a gzip file"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_one_sentence_that_names_file_row_and_remedy(tmp_path, case):
    name, content, options, expected = MISTAKES[case]
    file = tmp_path / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(Mistake, match=expected) as caught:
        from_table(file, **options)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_and_a_folder_are_mistakes(tmp_path):
    write_csv(tmp_path / "reviews.tsv", ROWS)
    with pytest.raises(Mistake, match=r"no file .*reviews\.csv; beside it there is reviews\.tsv"):
        from_table(tmp_path / "reviews.csv")
    with pytest.raises(Mistake, match="is a folder"):
        from_table(tmp_path)


def test_long_cells_are_read_up_to_a_limit(tmp_path, monkeypatch):
    long = "word " * 100_000
    file = write_csv(tmp_path / "a.csv", [*ROWS, (long, "good")])
    assert long in {row.text for row in everything(from_table(file))}
    csv_limit = csv.field_size_limit(1000)
    monkeypatch.setattr("regard.data.corpora.tables.separated.LONGEST_CELL", 1000)
    try:
        with pytest.raises(Mistake, match="row at line 122 has a cell of over"):
            from_table(file)
    finally:
        csv.field_size_limit(csv_limit)
    monkeypatch.setattr("regard.data.corpora.tables.lines.LONGEST", 1000)
    with pytest.raises(Mistake, match="line 122 is longer than"):
        from_table(file)


def test_parquet_without_pyarrow_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    with pytest.raises(Mistake, match=r'pip install "regard\[data\]"'):
        from_table(tmp_path / "a.parquet")


def test_a_damaged_parquet_file_is_a_mistake(tmp_path):
    file = write_parquet(tmp_path / "a.parquet", ROWS)
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(Mistake, match=r"a\.parquet is cut short or not a parquet file"):
        from_table(file)


def test_lists_that_do_not_fit_are_mistakes():
    with pytest.raises(Mistake, match="3 texts but 2 labels"):
        from_lists(["a", "b", "c"], [0, 1])
    with pytest.raises(Mistake, match=r"texts\[1\] is a float, not a str"):
        from_lists(["a", float("nan")], [0, 1])
    with pytest.raises(Mistake, match="too few different texts for a test part; give more, or a share of 0"):
        from_lists([str(n // 2) for n in range(20)], [n // 2 % 2 for n in range(20)])
    with pytest.raises(Mistake, match="leave nothing to learn from"):
        from_lists([str(n) for n in range(20)], [n % 2 for n in range(20)], validation=0.5, test=0.5)
