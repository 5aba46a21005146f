"""Corpora are found by name, or their absence explained; tables by path; what `regard data` tells is true."""

import csv
import hashlib
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from regard.data.corpora import CORPORA, fetch_corpus, find, named, open_corpus
from regard.data.corpora.fetching import Download
from regard.data.corpora.inventory import check, holdings, show
from regard.errors import Mistake

from .fabricated_imdb import as_archive, as_folder, as_lines, fabricated


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an empty data folder and an empty cache."""
    monkeypatch.setenv("REGARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "cache"))
    return tmp_path


def table(file: Path) -> str:
    rows = [("text", "label"), *((f"text {number % 45}", "ab"[number % 45 % 2]) for number in range(50))]
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return str(file)


@pytest.mark.parametrize("form", [as_archive, as_folder, as_lines])
@pytest.mark.parametrize("place", ["data", "data/imdb", "cache/data", "cache/data/imdb"])
def test_imdb_is_found_in_the_data_folder_and_in_the_cache(home, form, place):
    made = form(fabricated(), home / "elsewhere")
    expected = open_corpus(str(made))
    (home / place).mkdir(parents=True)
    made.rename(home / place / made.name)
    if form is as_lines and place.endswith("imdb"):
        shutil.move(home / place / "imdb", home / "moved")
        (home / place).rmdir()
        (home / "moved").rename(home / place)
    assert open_corpus("imdb") == expected


def test_the_data_folder_goes_before_the_cache(home):
    as_folder(fabricated(), home / "cache/data")
    assert find("imdb") == home / "cache/data/aclImdb"
    as_folder(fabricated(), home / "data")
    assert find("imdb") == home / "data/aclImdb"


def test_a_missing_corpus_names_the_folders_and_the_remedy(home):
    with pytest.raises(Mistake, match="regard data fetch imdb") as caught:
        open_corpus("imdb")
    assert str(home / "data") in str(caught.value)
    assert str(home / "cache/data") in str(caught.value)


def test_the_seed_reaches_every_corpus(home, monkeypatch):
    as_folder(fabricated(), home / "data")
    monkeypatch.setattr(named, "reviews", partial(named.reviews, train=20, validation=10, test=10))
    for name in ("probe-reviews", "imdb", table(home / "a.csv")):
        assert open_corpus(name, seed=1) == open_corpus(name, seed=1)
        assert open_corpus(name, seed=1).train != open_corpus(name, seed=2).train


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(Mistake, match="no corpus called 'imbd'; did you mean 'imdb'"):
        open_corpus("imbd")
    with pytest.raises(Mistake, match="known: eraser_movies, imdb, probe-reviews"):
        open_corpus("zzz")
    with pytest.raises(Mistake, match="did you mean 'glove'"):
        fetch_corpus("golve")


def test_what_looks_like_a_file_is_taken_for_one(home):
    for name in ("missing.csv", "folder/missing", "missing.jsonl.gz"):
        with pytest.raises(Mistake, match="there is no file"):
            open_corpus(name)
    assert open_corpus(table(home / "a.csv"), text="text", label="label").name == "a.csv"


def test_columns_go_with_tables_only():
    with pytest.raises(Mistake, match="go with a table file"):
        open_corpus("probe-reviews", text="text")


def test_word_vectors_are_not_labelled_texts():
    with pytest.raises(Mistake, match="holds no labelled texts"):
        open_corpus("glove")


def test_every_entry_says_where_it_comes_from():
    for entry in CORPORA.values():
        assert entry.title
        assert entry.licence
        assert entry.citation
        assert entry.home.startswith("https://") or entry.generated
        assert (entry.download is None) == (entry.limits is None)
        if entry.download:
            assert entry.download.url.startswith("https://")
            assert len(bytes.fromhex(entry.download.sha256)) == 32


def test_the_list_tells_what_is_here(home):
    assert {held.entry.name: held.available for held in holdings()} == {
        "probe-reviews": True,
        "imdb": False,
        "glove": False,
        "probe-phrases": True,
        "multi30k": False,
        "tatoeba": False,
        "hansards": False,
        "wikitext2": False,
        "tinyshakespeare": False,
        "probe-preferences": True,
        "probe-shortcuts": True,
        "eraser_movies": False,
        "preferences": False,
    }
    as_folder(fabricated(), home / "data")
    (home / "data/glove").mkdir()
    (home / "data/glove/glove.6B.50d.txt").write_bytes(b"the 1.0\n")
    assert {held.entry.name: held.path for held in holdings() if held.path} == {
        "imdb": home / "data/aclImdb",
        "glove": home / "data/glove",
    }


def test_check_counts_and_finds_duplicates(home):
    found = check(table(home / "a.csv"))
    assert sum(sum(part.values()) for part in found.counts.values()) == 50
    assert sum(found.repeated.values()) == 5
    assert found.shared == {"validation in train": 0, "test in train": 0, "test in validation": 0}
    assert found.right


def test_check_recognises_other_reviews_and_another_archive(home):
    as_archive(fabricated(), home / "data")
    found = check("imdb")
    assert [checksum.what for checksum in found.checksums] == [
        "aclImdb_v1.tar.gz",
        "contents of train",
        "contents of test",
    ]
    assert not any(checksum.right for checksum in found.checksums)
    assert not found.right
    assert found.shared["test in train"] + found.shared["test in validation"] == 1


def test_an_unfinished_download_is_not_there(home):
    folder = home / "cache/data/glove"
    folder.mkdir(parents=True)
    (folder / "glove.6B.zip.part").write_bytes(b"PK")
    (home / "cache/data/glove.6B.50d.txt").write_bytes(b"the 1.0\n")
    with pytest.raises(Mistake, match="glove is not on this machine"):
        find("glove")
    (folder / "glove.6B.zip.part").rename(folder / "glove.6B.zip")
    assert find("glove") == folder


def test_check_says_when_it_could_compare_nothing(home):
    folder = home / "data/glove"
    folder.mkdir(parents=True)
    (folder / "glove.6B.50d.subset.txt.xz").write_bytes(b"anything")
    found = check("glove")
    assert found.right
    assert found.notes == (f"the copy in {folder} is not the published archive and could not be verified.",)
    (folder / "glove.6B.zip").write_bytes(b"PK")
    assert check("glove").notes == ()
    assert not check("glove").right


def test_check_of_a_generated_corpus(home):
    found = check("probe-reviews")
    assert found.path is None
    assert found.counts["test"] == {"negative": 1000, "positive": 1000}
    assert {part: sum(counts.values()) for part, counts in found.counts.items()} == CORPORA["probe-reviews"].sizes


def test_show_takes_the_classes_in_turn(home):
    rows = show(table(home / "a.csv"), 4)
    assert [row.label for row in rows] == ["a", "b", "a", "b"]
    assert all(row.example.text.startswith("text") for row in rows)
    with pytest.raises(Mistake, match="0 rows"):
        show("probe-reviews", 0)


def test_fetching_puts_the_archive_where_it_is_found(home, monkeypatch):
    archive = as_archive(fabricated(), home / "elsewhere")
    content = archive.read_bytes()
    pinned = Download(CORPORA["imdb"].download.url, len(content), hashlib.sha256(content).hexdigest())
    monkeypatch.setitem(CORPORA, "imdb", replace(CORPORA["imdb"], download=pinned))

    def placed(download, folder, progress):
        folder.mkdir(parents=True)
        return Path(shutil.copy(archive, folder / download.name))

    monkeypatch.setattr(named, "fetch", placed)
    file = fetch_corpus("imdb")
    assert file == home / "cache/data/imdb/aclImdb_v1.tar.gz"
    assert open_corpus("imdb") == open_corpus(str(archive))
    shutil.rmtree(home / "cache")
    unpacked = fetch_corpus("imdb", unpack=True)
    file.unlink()
    assert find("imdb") == unpacked / "aclImdb"
    assert open_corpus("imdb") == open_corpus(str(archive))


def test_what_is_generated_cannot_be_fetched():
    with pytest.raises(Mistake, match="nothing to fetch"):
        fetch_corpus("probe-reviews")


@pytest.mark.corpus
def test_the_real_reviews_are_whole(data_folder, monkeypatch):
    if not (data_folder / "imdb").is_dir():
        pytest.skip("no imdb under $REGARD_DATA; `regard data fetch imdb` gets it")
    monkeypatch.setenv("REGARD_DATA", str(data_folder))
    found = check("imdb")
    assert found.checksums
    assert found.right
    assert {part: sum(counts.values()) for part, counts in found.counts.items()} == CORPORA["imdb"].sizes
    assert found.repeated["train"] + found.repeated["validation"] == 96
    assert found.repeated["test"] == 199
    assert found.shared["validation in train"] == 0
    assert found.shared["test in train"] + found.shared["test in validation"] == 123
