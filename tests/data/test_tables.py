"""Anybody's table becomes a corpus, or a sentence that says what to change."""

import csv
import gzip
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regard.data.corpora.tables import from_lists, from_table, open_table
from regard.errors import Mistake

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
    pyarrow = pytest.importorskip("pyarrow", reason="the extra regard[data] is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(pyarrow.table(columns), file)
    return file


def write_tsv(file: Path, rows) -> Path:
    return write_csv(file, rows, delimiter="\t")


WRITERS = {"a.csv": write_csv, "a.tsv": write_tsv, "a.jsonl": write_jsonl, "a.parquet": write_parquet}


def everything(corpus):
    return [row for part in (corpus.train, corpus.validation, corpus.test) for row in part]


@pytest.mark.parametrize("name", WRITERS)
def test_every_format_gives_the_same_rows(tmp_path, name):
    file = WRITERS[name](tmp_path / name, ROWS)
    corpus = from_table(file)
    read = {(row.text, corpus.classes[row.label]) for row in everything(corpus)}
    assert read == set(ROWS)
    assert corpus.classes == ("bad", "good")
    assert corpus == from_table(file)


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl"])
def test_gzip_changes_nothing(tmp_path, name):
    file = WRITERS[name](tmp_path / name, ROWS)
    packed = tmp_path / f"{name}.gz"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    assert everything(from_table(packed)) == everything(from_table(file))
    packed.write_bytes(packed.read_bytes()[:60])
    with pytest.raises(Mistake, match=rf"{name}\.gz is cut short"):
        from_table(packed)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")) | st.text('a"\t\n\r,; ')


@settings(max_examples=150, deadline=None)
@given(rows=st.lists(st.tuples(texts, texts), max_size=6), name=st.sampled_from(["a.csv", "a.tsv"]))
def test_what_csv_writes_is_read_back_exactly(rows, name):
    with tempfile.TemporaryDirectory() as folder:
        file = WRITERS[name](Path(folder) / name, rows)
        assert [cells for _, cells in open_table(file).rows(["text", "label"])] == rows


@given(rows=st.lists(st.tuples(texts, texts), max_size=6, min_size=1))
@settings(max_examples=50, deadline=None)
def test_what_json_writes_is_read_back_exactly(rows):
    with tempfile.TemporaryDirectory() as folder:
        file = write_jsonl(Path(folder) / "a.jsonl", rows)
        assert [cells for _, cells in open_table(file).rows(["text", "label"])] == rows


def test_row_numbers_are_line_numbers(tmp_path):
    file = write_csv(tmp_path / "a.csv", [("a\nb\nc", "x"), ("d", "y"), ("e\n", "z"), ("f", "w")])
    assert [line for line, _ in open_table(file).rows(["text"])] == [2, 5, 6, 8]


def test_quotes_are_plain_characters_in_a_tsv_that_means_them_so(tmp_path):
    file = tmp_path / "a.tsv"
    rows = [(f'"quoted start {number}', "a" if number % 2 else "b") for number in range(20)]
    file.write_text("text\tlabel\n" + "".join(f"{text}\t{label}\n" for text, label in rows), encoding="utf-8")
    assert {row.text for row in everything(from_table(file))} == {text for text, _ in rows}


def test_semicolons_and_a_byte_order_mark_are_understood(tmp_path):
    file = write_csv(tmp_path / "a.csv", ROWS, delimiter=";")
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert {row.text for row in everything(from_table(file, text="text"))} == {text for text, _ in ROWS}


@pytest.mark.parametrize(
    ("header", "options", "expected"),
    [
        (("id", "Review", "stars"), {}, ("Review", "stars")),
        (("id", "one", "two"), {"text": "one", "label": "two"}, ("one", "two")),
        (("id", "one", "label"), {"text": "one"}, ("one", "label")),
        (("label", "text", "sentiment"), {"label": "sentiment"}, ("text", "sentiment")),
    ],
)
def test_columns_are_named_or_guessed(tmp_path, header, options, expected):
    rows = [(str(number % 5), f"text {number}", "ab"[number % 2]) for number in range(40)]
    corpus = from_table(write_csv(tmp_path / "a.csv", rows, header), **options)
    assert corpus.classes == ("a", "b")
    assert all(row.text.startswith("text") for row in corpus.train)
    guessed = [note for note in corpus.notes if "guessed" in note]
    assert len(guessed) == 2 - len(options)
    assert all(any(repr(name) in note for name in expected) for note in guessed)


def test_of_two_columns_the_longer_is_the_text(tmp_path):
    file = write_csv(tmp_path / "a.csv", [(label, text) for text, label in ROWS], header=("p", "q"))
    assert {row.text for row in everything(from_table(file))} == {text for text, _ in ROWS}


def test_labels_are_ordered_by_value_and_keep_their_spelling(tmp_path):
    rows = [{"text": f"text {number}", "label": [10, 9, 1.50][number % 3]} for number in range(60)]
    file = tmp_path / "a.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert from_table(file).classes == ("1.5", "9", "10")
    booleans = [{"text": f"text {number}", "label": bool(number % 2)} for number in range(60)]
    file.write_text("".join(json.dumps(row) + "\n" for row in booleans), encoding="utf-8")
    assert from_table(file).classes == ("false", "true")


def test_many_classes_are_welcome_if_each_has_examples(tmp_path):
    rows = [(f"text {number}", f"intent-{number % 77}") for number in range(77 * 12)]
    corpus = from_table(write_csv(tmp_path / "a.csv", rows))
    assert len(corpus.classes) == 77
    assert {row.label for row in corpus.train} == {row.label for row in corpus.test} == set(range(77))


@settings(max_examples=40, deadline=None)
@given(
    labels=st.lists(st.sampled_from("abc"), min_size=30, max_size=120),
    copies=st.integers(1, 3),
    seed=st.integers(0, 5),
)
def test_drawn_parts_are_stratified_and_share_no_text(labels, copies, seed):
    labels = [*labels, *"aabbccaabbcc"]
    texts = [f"text {number // copies}" for number in range(len(labels))]
    distinct = Counter(label for label, _ in set(zip(labels, texts, strict=True)))
    if len(distinct) < 2 or min(distinct.values()) < 4:
        return
    corpus = from_lists(texts, labels, seed=seed)
    parts = [{row.text for row in part} for part in (corpus.train, corpus.validation, corpus.test)]
    assert not parts[0] & parts[1]
    assert not parts[0] & parts[2]
    assert not parts[1] & parts[2]
    assert Counter((row.text, corpus.classes[row.label]) for row in everything(corpus)) == Counter(
        zip(texts, labels, strict=True)
    )
    for part in (corpus.validation, corpus.test):
        for label, count in Counter(row.label for row in part).items():
            assert count <= max(1, round(0.1 * labels.count(corpus.classes[label])) + 1)


def test_drawn_parts_have_their_size():
    corpus = from_lists([f"text {number}" for number in range(1000)], [number % 4 for number in range(1000)])
    assert corpus.sizes() == {"train": 800, "validation": 100, "test": 100}
    assert Counter(row.label for row in corpus.test) == dict.fromkeys(range(4), 25)
    none = from_lists([f"text {number}" for number in range(100)], ["a", "b"] * 50, test=0)
    assert none.sizes() == {"train": 90, "validation": 10, "test": 0}


def test_a_split_column_is_followed(tmp_path):
    rows = [(f"text {number}", "ab"[number % 2], ["train", "Dev", "TEST"][number // 20]) for number in range(60)]
    corpus = from_table(write_csv(tmp_path / "a.csv", rows, header=("text", "label", "split")))
    assert [row.text for row in corpus.validation] == [f"text {number}" for number in range(20, 40)]
    assert [row.text for row in corpus.test] == [f"text {number}" for number in range(40, 60)]
    partly = [(text, label, "train" if split == "Dev" else split) for text, label, split in rows]
    corpus = from_table(write_csv(tmp_path / "b.csv", partly, header=("text", "label", "split")))
    assert corpus.sizes() == {"train": 36, "validation": 4, "test": 20}
    assert any(note.startswith("validation: 4 rows drawn from the 40 of train") for note in corpus.notes)


def test_repetitions_are_told(tmp_path):
    rows = [(f"text {number % 20}", "ab"[number % 2], "train" if number < 20 else "test") for number in range(30)]
    rows += [("text 0", "b", "train")]
    corpus = from_table(write_csv(tmp_path / "a.csv", rows, header=("text", "label", "split")))
    assert "rows that repeat the text of another row, word for word: 11." in corpus.notes
    assert "texts with more than one label: 1." in corpus.notes
    assert any("test rows whose text also stands in train" in note for note in corpus.notes)


def test_rows_without_text_or_label_are_left_out_and_counted(tmp_path):
    corpus = from_table(write_csv(tmp_path / "a.csv", [*ROWS, ("", "good"), ("text", " ")]))
    assert len(everything(corpus)) == 60
    assert "rows left out because their text or label is empty: 2, the first at line 122." in corpus.notes


GOOD = "".join(f"text {number},{'ab'[number % 2]}\n" for number in range(20))
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
    "open quote, long": ("a.csv", 'text,label\nx,a\n"y,b\n' + "z,a\n" * 12_000, {}, "begins at line 3 opens"),
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
    monkeypatch.setattr("regard.data.corpora.separated.LONGEST_CELL", 1000)
    try:
        with pytest.raises(Mistake, match="row at line 122 has a cell of over"):
            from_table(file)
    finally:
        csv.field_size_limit(csv_limit)
    monkeypatch.setattr("regard.data.corpora.lines.LONGEST", 1000)
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
    with pytest.raises(Mistake, match="leave nothing to learn from"):
        from_lists([str(n) for n in range(20)], [n % 2 for n in range(20)], validation=0.5, test=0.5)
