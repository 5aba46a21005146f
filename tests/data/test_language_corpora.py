"""Texts for language models: anybody's files, the published parts of known ones, and never what is to be tested on."""

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from regard.data import documents
from regard.data.corpora import CORPORA, find, open_corpus, open_language
from regard.data.corpora.inventory import check, show
from regard.data.corpora.language import files
from regard.data.corpora.wikitext import articles
from regard.data.documents import Documents
from regard.errors import Mistake

from .fabricated_imdb import as_archive, as_folder, as_lines, fabricated


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an empty data folder and an empty cache; documents come in many pieces."""
    monkeypatch.setenv("REGARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(documents, "PIECE", 30)
    return tmp_path


def told(corpus: Documents) -> list[list[str]]:
    return [list(part) for part in corpus.parts().values()]


def flat(corpus: Documents) -> list[str]:
    return [document for part in told(corpus) for document in part]


def write(file: Path, text: str) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".gz":
        with gzip.open(file, "wt", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    else:
        file.write_bytes(text.encode())
    return str(file)


LINES = [f"line {n:02} of it, which is not very long\n" for n in range(100)]


@pytest.mark.parametrize("name", ["a.txt", "a.txt.gz", "a.md", "plain", "dump.gz"])
def test_a_file_is_one_document_whose_last_lines_are_held_out(home, name):
    corpus = open_language(write(home / name, "".join(LINES)))
    train, validation, test = told(corpus)
    assert [len(part) for part in (train, validation, test)] == [1, 1, 1]
    assert train[0] + validation[0] + test[0] == "".join(LINES)
    assert test[0] == "".join(LINES[95:])
    assert validation[0] == "".join(LINES[90:95])
    assert corpus.name == name
    assert any("90 to learn from, 5 to choose on, the last 5 to test" in note for note in corpus.notes)


def test_blank_lines_of_a_document_are_kept(home):
    text = "\n \n" + "\n\n".join(LINES) + "\n\n"
    assert "".join(flat(open_language(write(home / "a.txt", text)))) == text


def test_paragraphs_and_lines_are_documents_where_asked_for(home):
    file = write(home / "a.txt", "".join(f"{line}more\n\n \n" for line in LINES))
    paragraphs = told(open_language(file, boundary="paragraph"))
    assert [len(part) for part in paragraphs] == [90, 5, 5]
    assert flat(open_language(file, boundary="paragraph")) == [f"{line}more" for line in LINES]
    lines = told(open_language(file, boundary="line"))
    assert [len(part) for part in lines] == [180, 10, 10]
    assert flat(open_language(file, boundary="line"))[:2] == [LINES[0].strip(), "more"]
    without_end = write(home / "b.txt", "\n\n".join(line.strip() for line in LINES) + "\n")
    assert flat(open_language(without_end, boundary="paragraph")) == [line.strip() for line in LINES]


@pytest.mark.parametrize("between", [" ", ""])
def test_a_text_without_line_feeds_is_cut_anywhere(home, monkeypatch, between):
    monkeypatch.setattr(files, "CUT", 40)
    text = between.join(f"{n}-çé€😀" for n in range(200))
    file = write(home / "a.txt", text)
    corpus = open_language(file)
    train, validation, test = (part for (part,) in told(corpus))
    assert train + validation + test == text
    assert len(text) * 0.04 < len(test) < len(text) * 0.08
    if between:
        assert (validation[0], test[0]) == (" ", " "), "words stay whole"
    assert "".join(flat(open_language(file, boundary="paragraph"))) == text
    lines = "".join(f"{n} {text}\n\n" for n in range(12)).removesuffix("\n\n")
    several = write(home / "b.txt", lines)
    for boundary in ("line", "paragraph"):
        assert flat(open_language(several, boundary=boundary)) == lines.split("\n\n")


def test_a_folder_of_files_and_tables(home):
    for n in range(12):
        write(home / f"texts/{n:02}.txt", f"file {n}\n")
    write(
        home / "texts/sub/z.jsonl", "".join(json.dumps({"text": f"row {n}\nof it", "id": n}) + "\n" for n in range(8))
    )
    write(home / "texts/sub/zz.csv.gz", "text\nlast\n")
    write(home / "texts/image.png", "no text")
    write(home / "texts/.hidden.txt", "no text")
    write(home / "texts/empty.txt", " \n")
    corpus = open_language(str(home / "texts"))
    assert flat(corpus) == [
        *(f"file {n}\n" for n in range(12)),
        *(f"row {n}\nof it" for n in range(8)),
        "last",
    ]
    assert list(corpus.test) == ["last"]
    assert corpus.notes[:2] == ("a document is a file.", "a document is a row of column 'text'.")


def test_a_column_is_named_or_found(home):
    rows = "".join(json.dumps({"said": f"row {n}", "by": "x"}) + "\n" for n in range(20))
    file = write(home / "a.jsonl", rows)
    assert flat(open_language(file, text="said")) == [f"row {n}" for n in range(20)]
    with pytest.raises(Mistake, match=r"which column of .*a\.jsonl holds the texts\? Name it with --text"):
        open_language(file)
    with pytest.raises(Mistake, match="no column 'sad'; did you mean 'said'"):
        open_language(file, text="sad")
    only = write(home / "b.jsonl", "".join(json.dumps({"said": f"row {n}"}) + "\n\n" for n in range(20)))
    assert len(flat(open_language(only))) == 20


def test_no_more_than_enough_is_held_out(home, monkeypatch):
    from regard.data.corpora.language import parts

    monkeypatch.setattr(parts, "LARGEST", 50)
    file = write(home / "a.txt", "".join(LINES))
    assert [len(part) for part in told(open_language(file, boundary="line"))] == [98, 1, 1]


@pytest.mark.parametrize("count", [3, 4, 10, 11, 25])
def test_every_part_has_something(home, count):
    file = write(home / "a.txt", "".join(LINES[:count]))
    for boundary in ("file", "line"):
        parts = told(open_language(file, boundary=boundary))
        assert all(parts)
        assert "".join("".join(part).replace("\n", "") for part in parts) == "".join(LINES[:count]).replace("\n", "")


MISTAKES = {
    "empty": ("a.txt", b"", r"a\.txt holds no text"),
    "blank": ("a.txt", b" \n\n", r"a\.txt holds no text"),
    "too few": ("a.txt", b"one\ntwo\n", r"a\.txt holds 2 lines only"),
    "binary": ("a.txt", b"x\n\0\n", "line 2 holds a NUL byte"),
    "latin-1": ("a.txt", b"x\ncaf\xe9\n", r"line 2 is not UTF-8 \(byte 0xe9"),
    "utf-16": ("a.txt", "x\ny".encode("utf-16"), "is written in UTF-16"),
    "gzip by another name": ("a.txt", gzip.compress(b"one\ntwo\n"), r"compressed by gzip; end its name in \.gz"),
    "no gzip": ("a.txt.gz", b"plain", "cut short or not a gzip file"),
    "bad JSON": ("a.jsonl", b'{"text": "x"}\n{"text": \n', "line 2 is not JSON"),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_named(home, case):
    name, content, message = MISTAKES[case]
    (home / name).write_bytes(content)
    with pytest.raises(Mistake, match=message):
        open_language(str(home / name))


def test_names_that_mean_nothing(home):
    with pytest.raises(Mistake, match="no corpus of texts called 'wikitext'; did you mean 'wikitext2'"):
        open_language("wikitext")
    with pytest.raises(Mistake, match="there is no file missing"):
        open_language("missing.txt")
    write(home / "novel.txt", "x")
    with pytest.raises(Mistake, match=r"beside it there is novel\.txt"):
        open_language(str(home / "novel.text"))
    with pytest.raises(Mistake, match="probe-phrases holds no texts to model"):
        open_language("probe-phrases")
    with pytest.raises(Mistake, match="has its own documents"):
        open_language("probe-reviews", boundary="line")
    with pytest.raises(Mistake, match="no way to tell documents apart called 'lines'; did you mean 'line'"):
        open_language(write(home / "a.txt", "x"), boundary="lines")
    with pytest.raises(Mistake, match="is no table and has no column 'text'"):
        open_language(write(home / "a.txt", "x"), text="text")
    (home / "folder").mkdir()
    with pytest.raises(Mistake, match="holds no file that ends in"):
        open_language(str(home / "folder"))
    with pytest.raises(Mistake, match="wikitext2 holds no labelled texts"):
        open_corpus("wikitext2")


HEADINGS = [
    f" {line}\n" for line in ("", "= One = ", "", "it ", "= = Part = = ", "", "= 2 = ", "y = ", "= 3 = ", "", "z ")
]
SECOND = [" \n", " = Two = \n", " \n", " end \n"]


def test_articles_begin_at_headings_that_stand_alone():
    found = list(articles(iter(HEADINGS + SECOND)))
    assert found == ["".join([*HEADINGS, " \n"]), "".join(SECOND[1:])]
    assert list(articles(iter([" \n"]))) == []
    assert list(articles(iter([]))) == []


def test_wikitext_keeps_its_parts(home):
    for name in ("train", "valid", "test"):
        write(home / f"data/wikitext2/{name}.txt.gz", "".join([*HEADINGS, *SECOND, f" {name} \n"]))
    corpus = open_language("wikitext2")
    assert [len(part) for part in told(corpus)] == [2, 2, 2]
    assert [part[1].split()[-1] for part in told(corpus)] == ["train", "valid", "test"]
    assert corpus.notes[0] == "incomplete: 2 articles in train here, 600 in the original."
    (home / "data/wikitext2/test.txt.gz").unlink()
    with pytest.raises(Mistake, match="regard data fetch wikitext2"):
        find("wikitext2")


def test_shakespeare_is_cut_at_nine_tenths(home):
    write(home / "data/tinyshakespeare/input.txt", "First Citizen:\nSpeak\n")
    corpus = open_language("tinyshakespeare")
    assert told(corpus) == [["First Citizen:\nSpe"], ["ak\n"], []]
    assert any("no test part" in note for note in corpus.notes)
    found = check("tinyshakespeare")
    assert [one.what for one in found.checksums] == ["input.txt"]
    assert not found.right


@pytest.mark.parametrize("form", [as_archive, as_folder, as_lines])
def test_pretraining_never_reads_a_review_that_is_chosen_or_tested_on(home, form):
    place = form(fabricated(), home / "made")
    labelled, corpus = open_corpus(str(place)), open_language(str(place))
    train, validation, test = told(corpus)
    assert test == []
    assert validation == [row.text for row in labelled.validation]
    held = {row.text for row in (*labelled.test, *labelled.validation)}
    assert held & {row.text for row in labelled.train}, "the fabricated reviews have texts in two parts"
    assert not held & set(train)
    assert {row.text for row in labelled.train} - held < set(train)
    assert any("without a label" in note for note in corpus.notes)


def test_check_and_show_tell_of_documents(home):
    file = write(home / "a.txt", "".join(LINES))
    found = check(file)
    assert found.counts == {part: {"documents": 1} for part in ("train", "validation", "test")}
    assert found.shared == {"validation in train": 0, "test in train": 0, "test in validation": 0}
    assert any("characters: " in note for note in found.notes)
    (row,) = show(file, 1)
    assert row.example.text.startswith("line 00 of it")
    assert row.example.text.endswith(" …")
    assert len(row.example.text) == 502


def test_a_packed_copy_is_checked_by_what_it_holds(home, monkeypatch):
    from dataclasses import replace

    content = b"First Citizen:\nSpeak\n"
    pinned = replace(CORPORA["tinyshakespeare"].files[0], sha256=hashlib.sha256(content).hexdigest())
    monkeypatch.setitem(CORPORA, "tinyshakespeare", replace(CORPORA["tinyshakespeare"], files=(pinned,)))
    file = Path(write(home / "data/tinyshakespeare/input.txt.gz", content.decode()))
    assert check("tinyshakespeare").right
    file.write_bytes(gzip.compress(content + b"x"))
    assert not check("tinyshakespeare").right


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "characters"),
    [("wikitext2", (10_780_437, 1_120_192, 1_255_018)), ("tinyshakespeare", (1_003_854, 111_540, 0))],
)
def test_the_real_texts_are_whole(data_folder, monkeypatch, name, characters):
    if not (data_folder / name).is_dir():
        pytest.skip(f"no {name} under $REGARD_DATA; `regard data fetch {name}` gets it")
    monkeypatch.setenv("REGARD_DATA", str(data_folder))
    monkeypatch.setattr(documents, "PIECE", 1 << 16)
    found = check(name)
    assert len(found.checksums) == len(CORPORA[name].files)
    assert found.right
    sizes = {part: sum(counts.values()) for part, counts in found.counts.items()}
    assert {part: size for part, size in sizes.items() if size} == CORPORA[name].sizes
    corpus = open_language(name)
    assert tuple(part.size().characters for part in corpus.parts().values()) == characters
    assert not any("incomplete" in note for note in corpus.notes)
