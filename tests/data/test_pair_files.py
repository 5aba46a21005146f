"""Anybody's sentence pairs: read from tables and from two files, and refused in one sentence that names the remedy."""

import csv
import gzip
import json
from pathlib import Path

import pytest

from regard.data.corpora import open_corpus, open_pairs
from regard.data.examples import Pair, Pairs
from regard.data.lengths import by_length
from regard.errors import Mistake

ROWS = [(f"the house number {n} .", f"la maison numéro {n} .") for n in range(40)]


def write(file: Path, rows, header=("source", "target"), delimiter="\t") -> Path:
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=delimiter, lineterminator="\n").writerows([*([header] if header else []), *rows])
    return file


def write_jsonl(file: Path, rows, header=("source", "target")) -> Path:
    lines = [json.dumps(dict(zip(header, row, strict=True))) for row in rows]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def write_lines(folder: Path, rows, names=("news.en", "news.fr")) -> list[Path]:
    files = [folder / name for name in names]
    for file, side in zip(files, zip(*rows, strict=True), strict=True):
        file.write_text("".join(f"{text}\n" for text in side), encoding="utf-8")
    return files


def everything(pairs: Pairs) -> list[Pair]:
    return [*pairs.train, *pairs.validation, *(pair for own in pairs.tests.values() for pair in own)]


def contents(pairs: Pairs) -> list[tuple[str, str]]:
    return sorted((pair.source, pair.target) for pair in everything(pairs))


def test_every_form_gives_the_same_pairs(tmp_path):
    write_lines(tmp_path, ROWS)
    with gzip.open(tmp_path / "packed.en.gz", "wt", encoding="utf-8") as stream:
        stream.write((tmp_path / "news.en").read_text(encoding="utf-8"))
    (tmp_path / "packed.fr").write_bytes((tmp_path / "news.fr").read_bytes())
    opened = [
        open_pairs(str(write(tmp_path / "a.tsv", ROWS))),
        open_pairs(str(write(tmp_path / "a.csv", ROWS, delimiter=","))),
        open_pairs(str(write_jsonl(tmp_path / "a.jsonl", ROWS))),
        open_pairs(str(tmp_path / "news"), source="en", target="fr"),
        open_pairs(str(tmp_path / "packed"), source="en", target="fr"),
        open_pairs(str(tmp_path / "news.en"), target="news.fr"),
        open_pairs(str(tmp_path / "news.en"), target=str(tmp_path / "news.fr")),
        open_pairs(str(tmp_path / "news.en"), source="en", target="fr"),
    ]
    assert all(contents(pairs) == sorted(ROWS) for pairs in opened)
    assert [pair.sizes() for pair in opened] == [{"train": 32, "validation": 4, "test": 4}] * len(opened)
    assert opened[3].languages == opened[4].languages == ("en", "fr")
    assert opened[3].train[0].slices == (by_length(ROWS[0][0]),)


@pytest.mark.parametrize(
    ("header", "options", "guessed"),
    [
        (("en", "fr"), {}, 2),
        (("English", "French"), {}, 2),
        (("links", "rechts"), {}, 2),
        (("source", "rechts"), {"source": "source"}, 1),
        (("x", "y"), {"source": "x", "target": "y"}, 0),
        (("target", "source"), {"source": "target", "target": "source"}, 0),
    ],
)
def test_columns_are_named_or_guessed(tmp_path, header, options, guessed):
    pairs = open_pairs(str(write(tmp_path / "a.tsv", ROWS, header)), **options)
    assert contents(pairs) == sorted(ROWS)
    assert pairs.languages == header
    assert sum("guessed" in note for note in pairs.notes) == guessed


def test_columns_may_stand_the_other_way_round(tmp_path):
    turned = [(target, source) for source, target in ROWS]
    assert contents(open_pairs(str(write(tmp_path / "a.tsv", turned, ("fr", "source"))))) == sorted(ROWS)


def test_a_split_column_is_kept_to(tmp_path):
    rows = [(*row, ("train", "dev", "test")[n % 3]) for n, row in enumerate(ROWS)]
    pairs = open_pairs(str(write(tmp_path / "a.tsv", rows, ("source", "target", "split"))))
    assert pairs.sizes() == {"train": 14, "validation": 13, "test": 13}
    assert [pair.source for pair in pairs.test] == [source for source, _, part in rows if part == "test"]


def test_equal_sources_stay_together_and_repetitions_are_told(tmp_path):
    rows = [(f"sentence {n // 3}", f"phrase {n}") for n in range(90)] + [("sentence 0", "phrase 0")]
    pairs = open_pairs(str(write(tmp_path / "a.tsv", rows)), seed=3)
    parts = [{pair.source for pair in part} for part in (pairs.train, pairs.validation, pairs.test)]
    assert sum(map(len, parts)) == len(set.union(*parts)) == 30
    assert "pairs that repeat another, word for word: 1." in pairs.notes
    assert "further translations of a source that has one already: 60." in pairs.notes


def test_the_seed_draws_the_parts(tmp_path):
    file = str(write(tmp_path / "a.tsv", ROWS))
    assert open_pairs(file, seed=1) == open_pairs(file, seed=1)
    assert open_pairs(file, seed=1).test != open_pairs(file, seed=2).test


def test_empty_sides_are_left_out_and_told(tmp_path):
    rows = [*ROWS, ("only english", " "), ("", "seulement")]
    for pairs, where in (
        (open_pairs(str(write(tmp_path / "a.tsv", rows))), "line 42"),
        (open_pairs(str(write_lines(tmp_path, rows)[0]), target="news.fr"), "line 41"),
    ):
        assert contents(pairs) == sorted(ROWS)
        assert any(f"empty: 2, the first at {where}" in note for note in pairs.notes)


GOOD = "".join(f"{source}\t{target}\n" for source, target in ROWS)
MISTAKES = {
    "missing column": ("a.tsv", "source\ttarget\n" + GOOD, {"target": "tagret"}, "no column 'tagret'; did you mean"),
    "same column": ("a.tsv", "a\tb\n" + GOOD, {"source": "a", "target": "a"}, "cannot both be column 'a'"),
    "no telling names": ("a.tsv", "a\tb\tc\n1\t2\t3\n", {}, r"which column .* holds the sources\? .* columns: a, b, c"),
    "no target": ("a.tsv", "source\tb\tc\n1\t2\t3\n", {}, r"holds the targets\? Name it with --target"),
    "no header": ("a.tsv", GOOD, {}, r"first line of .*a\.tsv looks like a sentence pair.*'the house number 0 \.'"),
    "no header for names": ("a.tsv", GOOD, {"source": "en"}, r"no column 'en': its first line .* names of the columns"),
    "one column": ("a.tsv", "source\nx\n", {}, "holds the targets"),
    "empty": ("a.tsv", "", {}, r"a\.tsv is empty"),
    "header only": ("a.tsv", "source\ttarget\n", {}, "has column names but no rows"),
    "mostly empty": ("a.tsv", "source\ttarget\n" + GOOD + "x\t\n" * 50, {}, "empty in 50 of 90 rows, first at line 42"),
    "too few": ("a.tsv", "source\ttarget\n" + "x\ty\n" * 9, {}, r"a\.tsv has 1 different source sentences and needs 4"),
    "too few to draw": (
        "a.tsv",
        "source\ttarget\n" + "".join(f"s{n // 9}\tt{n}\n" for n in range(36)),
        {},
        "too few different source sentences for a test part",
    ),
    "nothing to learn": (
        "a.tsv",
        "source\ttarget\tsplit\n" + "".join(f"s{n}\tt{n}\ttest\n" for n in range(9)),
        {},
        "no pair left to learn from",
    ),
    "bad split": ("a.tsv", "source\ttarget\tsplit\nx\ty\t7\n", {}, "line 2: the column 'split' says '7'"),
    "ragged": ("a.tsv", "source\ttarget\nx\ty\nx\ty\tz\n", {}, "line 3 has 3 cells where the header has 2"),
    "NUL": ("a.tsv", "source\ttarget\nx\0\ty\n", {}, "line 2 holds a NUL byte"),
    "latin-1": ("a.tsv", b"source\ttarget\nfine\tcaf\xe9\n", {}, r"line 2 is not UTF-8 \(byte 0xe9"),
    "bad JSON": ("a.jsonl", '{"source": "x", "target": \n', {}, "line 1 is not JSON"),
    "JSON list in a cell": ("a.jsonl", '{"source": ["x"], "target": "y"}\n', {}, "'source' holds a list"),
    "one side only": ("news.en", "x\ny\n", {}, r"news\.en holds one side; name the other file with --target"),
    "one file twice": ("news.fr", "x\ny\n", {"target": "news.fr"}, r"news\.fr cannot be both sides"),
    "absent other side": ("news.en", "x\ny\n", {"target": "news.fr"}, r"there is no file .*news\.fr"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_named(tmp_path, case):
    name, content, options, message = MISTAKES[case]
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(Mistake, match=message) as caught:
        open_pairs(str(tmp_path / name), **options)
    assert str(tmp_path / name) in str(caught.value) or name in str(caught.value)


LINE_MISTAKES = {
    "unequal": ("a\nb\nc\n", "a\nb\n", r"news\.en has 3 lines but .*news\.fr has 2"),
    "no last line end": ("a\nb\nc", "a\nb", r"news\.en has 3 lines but .*news\.fr has 2"),
    "NUL": ("a\nb\n", "a\nb\0\n", r"news\.fr, line 2 holds a NUL byte"),
    "latin-1": (b"a\ncaf\xe9\n", "a\nb\n", r"news\.en, line 2 is not UTF-8"),
    "utf-16": ("a\nb\n".encode("utf-16"), "a\nb\n", r"news\.en is written in UTF-16"),
    "empty file": ("", "a\nb\n", r"news\.en is empty"),
    "mostly empty": ("a\n\n\n\n", "a\nb\nc\nd\n", r"empty in 3 of 4 lines, first at line 2"),
    "too few": ("a\nb\n", "a\nb\n", r"news\.en\+news\.fr has 2 different source sentences and needs 4"),
}


@pytest.mark.parametrize("case", LINE_MISTAKES)
def test_mistakes_in_two_files_are_named(tmp_path, case):
    *contents, message = LINE_MISTAKES[case]
    for name, content in zip(("news.en", "news.fr"), contents, strict=True):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(Mistake, match=message):
        open_pairs(str(tmp_path / "news"), source="en", target="fr")


def test_unicode_line_separators_do_not_end_lines(tmp_path):
    rows = [(f"a\u2028b\x85c {n}", f"d {n}") for n in range(9)]
    assert contents(open_pairs(str(write_lines(tmp_path, rows)[0]), target="news.fr")) == sorted(rows)


def test_a_half_of_two_files_says_what_is_missing(tmp_path):
    write_lines(tmp_path, ROWS)
    with pytest.raises(Mistake, match=r"there is no .*news\.de"):
        open_pairs(str(tmp_path / "news"), source="en", target="de")


def test_a_corpus_of_the_other_kind_is_explained():
    with pytest.raises(Mistake, match=r"probe-phrases holds sentence pairs.*open_pairs"):
        open_corpus("probe-phrases")
    with pytest.raises(Mistake, match="probe-reviews holds labelled texts, not sentence pairs"):
        open_pairs("probe-reviews")
    with pytest.raises(Mistake, match="glove holds neither texts nor pairs"):
        open_pairs("glove")
    with pytest.raises(Mistake, match="did you mean 'multi30k'"):
        open_pairs("multi30")


def test_languages_that_a_corpus_has_not():
    with pytest.raises(Mistake, match="probe-phrases goes from en to fr, not from fr to en"):
        open_pairs("probe-phrases", source="fr", target="en")


@pytest.mark.parametrize(
    ("words", "band"), [(1, "1-4 words"), (4, "1-4 words"), (5, "5-9 words"), (39, "30-39 words"), (40, "40+ words")]
)
def test_bands_of_length(words, band):
    assert by_length("w " * words) == band
