"""Anybody's table becomes a corpus, or a sentence that says what to change."""

import gzip
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regard.data.corpora.tables import from_lists, from_table, open_table
from regard.errors import Mistake

from .table_files import ROWS, WRITERS, everything, write_csv, write_jsonl


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


@pytest.mark.parametrize(
    ("spellings", "classes"),
    [
        (["10", "9", "1.50"], ("1.50", "9", "10")),
        (["true", "false"], ("false", "true")),
        (['"b"', '" a "', '"a"'], ("a", "b")),
    ],
)
def test_labels_are_ordered_by_value_and_keep_their_spelling(tmp_path, spellings, classes):
    file = tmp_path / "a.jsonl"
    lines = [f'{{"text": "text {n}", "label": {spellings[n % len(spellings)]}}}\n' for n in range(60)]
    file.write_text("".join(lines), encoding="utf-8")
    assert from_table(file).classes == classes


def test_a_number_too_long_to_count_with_is_only_a_spelling(tmp_path):
    file = tmp_path / "a.jsonl"
    lines = [f'{{"text": "text {n}", "label": {n % 2}, "id": {"1" * 5000}}}\n' for n in range(20)]
    file.write_text("".join(lines), encoding="utf-8")
    assert len(everything(from_table(file))) == 20


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
    try:
        corpus = from_lists(texts, labels, seed=seed)
    except Mistake:
        assert copies > 1
        return
    assert all(corpus.sizes().values())
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
