"""IMDB reads the same from each of its forms, splits by film, and refuses what is damaged."""

import gzip
import io
import lzma
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from regard.data.corpora.imdb import CLASSES, imdb, unlabelled, words
from regard.errors import Mistake

from .fabricated_imdb import as_archive, as_folder, as_lines, fabricated

FORMS = {"folder": as_folder, "archive": as_archive, "lines": as_lines}


@pytest.fixture(params=FORMS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return FORMS[request.param](fabricated(), tmp_path)


def test_all_forms_give_the_same_corpus(tmp_path):
    corpora = [imdb(form(fabricated(), tmp_path / name)) for name, form in FORMS.items()]
    assert corpora[0] == corpora[1] == corpora[2]
    assert corpora[0].classes == CLASSES
    assert [(row.group, row.text) for row in corpora[0].test] == [
        pair for id, pair in fabricated().items() if id.startswith("test")
    ]
    assert Counter(row.label for row in corpora[0].test) == {0: 20, 1: 20}


def test_the_folder_around_a_form_is_enough(place):
    assert imdb(place.parent) == imdb(place)


def test_unlabelled_reviews_come_in_order(place):
    assert list(unlabelled(place)) == [f"unsup {number}\u0085" for number in range(12)]


@pytest.mark.parametrize("seed", range(5))
def test_no_film_and_no_text_on_both_sides_of_the_split(place, seed):
    corpus = imdb(place, seed=seed, validation=0.3)
    for side in ("group", "text"):
        train, validation = ({getattr(row, side) for row in part} for part in (corpus.train, corpus.validation))
        assert validation
        assert not train & validation
    assert len(corpus.train) + len(corpus.validation) == 40


def test_the_seed_decides_the_split(place):
    assert imdb(place, seed=3) == imdb(place, seed=3)
    assert len({tuple(row.text for row in imdb(place, seed=seed).validation) for seed in range(6)}) > 1


def test_texts_of_test_that_stand_in_train_are_told(place):
    corpus = imdb(place)
    leaked = [row for row in corpus.test if "in-train" in row.slices]
    assert [row.text for row in leaked] == [fabricated()["train/pos/5_9"][1]]
    assert sum("fresh" in row.slices for row in corpus.test) == 39
    assert any("official train part: 1 (slice in-train: 1 of 40 reviews)" in note for note in corpus.notes)
    assert "films with reviews in both train and test: 1 (tt0000012)." in corpus.notes
    assert any("incomplete" in note for note in corpus.notes)


def test_length_slices_count_words_not_tags(place):
    for row in imdb(place).test:
        expected = "short" if words(row.text) < 150 else "medium" if words(row.text) <= 400 else "long"
        assert row.slices[1] == expected
    assert words("one<br /><br />two\u00a0three") == 3
    assert {row.slices[1] for row in imdb(place).test} == {"short", "medium", "long"}


def test_a_truncated_file_is_named(tmp_path):
    folder = as_lines(fabricated(), tmp_path)
    whole = (folder / "test.jsonl.xz").read_bytes()
    (folder / "test.jsonl.xz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(Mistake, match=r"test\.jsonl\.xz is cut short or damaged"):
        imdb(folder)
    (folder / "test.jsonl.xz").write_bytes(b"plain text")
    with pytest.raises(Mistake, match=r"test\.jsonl\.xz is cut short or damaged"):
        imdb(folder)
    (folder / "test.jsonl.xz").unlink()
    with pytest.raises(Mistake, match=r"test\.jsonl\.xz is missing"):
        imdb(folder)


def test_an_archive_truncated_anywhere_is_named(tmp_path):
    archive = as_archive(fabricated(), tmp_path)
    whole = archive.read_bytes()
    for length in range(0, len(whole) - 200, 97):
        archive.write_bytes(whole[:length])
        with pytest.raises(Mistake, match=r"aclImdb_v1\.tar\.gz is cut short or damaged"):
            imdb(archive)


@pytest.mark.parametrize(
    "line",
    ["{", "[]", "3", '{"id": "train/neg/0_1"}', '{"id": "train/pos/0_9", "label": 0, "movie": "tt1", "text": "a"}'],
)
def test_a_wrong_line_is_named(tmp_path, line):
    folder = as_lines(fabricated(), tmp_path)
    with lzma.open(folder / "train.jsonl.xz", "at", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(Mistake, match=r"train\.jsonl\.xz, line 41 "):
        imdb(folder)


def test_half_of_the_labels_missing_is_a_mistake(tmp_path):
    for name, form in FORMS.items():
        half = {id: review for id, review in fabricated().items() if not id.startswith("train/pos")}
        with pytest.raises(Mistake, match="no positive reviews for train"):
            imdb(form(half, tmp_path / name))


def test_a_folder_without_films_is_a_mistake(tmp_path):
    folder = as_folder(fabricated(), tmp_path)
    (folder / "train" / "urls_pos.txt").write_text("http://www.imdb.com/title/tt0000000/\n", encoding="utf-8")
    with pytest.raises(Mistake, match=r"train/urls_pos\.txt is missing or names no film for review 1"):
        imdb(folder)


def test_a_review_that_is_not_utf8_is_named(tmp_path):
    folder = as_folder(fabricated(), tmp_path)
    (folder / "test/neg/4_2.txt").write_bytes(b"caf\xe9")
    with pytest.raises(Mistake, match=r"test/neg/4_2\.txt is not UTF-8 at byte 3"):
        imdb(folder)


def test_links_in_an_archive_are_not_followed(tmp_path):
    archive = as_archive(fabricated(), tmp_path)
    with gzip.open(archive) as plain:
        content = io.BytesIO(plain.read())
    with tarfile.open(fileobj=content, mode="a") as tar:
        link = tarfile.TarInfo("aclImdb/test/pos/20_9.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    archive.write_bytes(gzip.compress(content.getvalue()))
    assert len(imdb(archive).test) == 40


def test_a_place_without_reviews_is_a_mistake(tmp_path):
    with pytest.raises(Mistake, match="regard data fetch imdb"):
        imdb(tmp_path)
    with pytest.raises(Mistake, match="share"):
        imdb(tmp_path, validation=1.5)


@pytest.mark.corpus
def test_the_real_reviews(data_folder):
    if not (data_folder / "imdb").is_dir():
        pytest.skip("no imdb under $REGARD_DATA; `regard data fetch imdb` gets it")
    corpus = imdb(data_folder)
    assert corpus.sizes() == {"train": 21_750, "validation": 3_250, "test": 25_000}
    for part in (corpus.train, corpus.validation, corpus.test):
        assert 0.45 < sum(row.label for row in part) / len(part) < 0.55
    assert not {row.group for row in corpus.train} & {row.group for row in corpus.validation}
    leaked = [row.text for row in corpus.test if "in-train" in row.slices]
    assert len(leaked) == len(set(leaked)) == 123
    assert "films with reviews in both train and test: 1 (tt0406816)." in corpus.notes
    assert not any("incomplete" in note for note in corpus.notes)
