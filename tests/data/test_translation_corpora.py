"""Multi30k, Tatoeba and the Hansards: small copies made here, and the real ones where they are."""

import gzip
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from regard.data.corpora import CORPORA, fetch_corpus, named, open_pairs
from regard.data.corpora.hansards import hansards
from regard.data.corpora.inventory import check, holdings, show
from regard.data.corpora.multi30k import FILES, SIZES, multi30k
from regard.data.corpora.tatoeba import tatoeba
from regard.errors import Mistake


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an empty data folder and an empty cache."""
    monkeypatch.setenv("REGARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "cache"))
    return tmp_path


def captions(folder: Path, splits=tuple(SIZES)) -> Path:
    folder.mkdir(parents=True)
    for split in splits:
        for language in ("en", "fr", "de"):
            lines = "".join(f"{split} {language} {n} \n" for n in range(8))
            (folder / f"{split}.{language}.gz").write_bytes(gzip.compress(lines.encode()))
    return folder


def hand_aligned(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for part in ("test", "dev"):
        (folder / f"{part}.e").write_text("the blue house \nyes . \n", encoding="utf-8")
        (folder / f"{part}.f").write_text("la maison bleue \noui . \n", encoding="utf-8")
        links = "0001 1 1 S\n0001 2 3 S\n0001 3 2 P\n2 1 1 S\n"
        (folder / f"{part}.wa.nonullalign").write_text(links, encoding="utf-8")
    return folder


def sentences(folder: Path) -> Path:
    folder.mkdir(parents=True)
    rows = [f"sentence {n // 2}\tphrase {n // 3}\tsource {n}\n" for n in range(300)]
    (folder / "fra.txt").write_text("".join(rows), encoding="utf-8")
    return folder / "fra.txt"


def test_multi30k_in_every_direction(home):
    folder = captions(home / "data/multi30k")
    for source in ("en", "fr", "de"):
        for target in {"en", "fr", "de"} - {source}:
            pairs = open_pairs("multi30k", source=source, target=target)
            assert pairs.languages == (source, target)
            assert list(pairs.tests) == [split for split in SIZES if split.startswith("test")]
            assert pairs.train[3].source == f"train {source} 3"
            assert pairs.train[3].target == f"train {target} 3"
            assert pairs.test[0].source == f"test_2016_flickr {source} 0"
    assert open_pairs("multi30k").languages == ("en", "fr")
    assert open_pairs("multi30k", target="de").languages == ("en", "de")
    assert multi30k(folder, "fr").languages == ("fr", "en")
    assert any("8 pairs in train here, 29,000 in the original" in note for note in multi30k(folder).notes)


def test_multi30k_explains_what_is_wrong(home):
    with pytest.raises(Mistake, match=r"multi30k is not on this machine.*regard data fetch multi30k"):
        open_pairs("multi30k")
    folder = captions(home / "data/multi30k", ("train", "val", "test_2016_flickr"))
    assert list(multi30k(folder).tests) == ["test_2016_flickr"]
    with pytest.raises(Mistake, match=r"is not in 'es'; .* en, fr and de"):
        open_pairs("multi30k", target="es")
    with pytest.raises(Mistake, match="both 'fr'"):
        open_pairs("multi30k", source="fr", target="fr")
    (folder / "val.fr").write_text("one\n", encoding="utf-8")
    with pytest.raises(Mistake, match=r"val\.en\.gz has 8 lines but .*val\.fr has 1"):
        open_pairs("multi30k")
    (folder / "val.fr").unlink()
    (folder / "val.fr.gz").unlink()
    with pytest.raises(Mistake, match=r"no val\.fr"):
        open_pairs("multi30k")


def test_multi30k_is_fetched_file_by_file(home, monkeypatch):
    made = captions(home / "elsewhere")

    def placed(download, folder, progress):
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copy(made / download.name, folder / download.name))

    monkeypatch.setattr(named, "fetch", placed)
    assert fetch_corpus("multi30k") == home / "cache/data/multi30k"
    assert len(list((home / "cache/data/multi30k").iterdir())) == len(FILES) == 18
    assert open_pairs("multi30k").train == multi30k(made).train
    found = check("multi30k")
    assert len(found.checksums) == 18
    assert not found.right


def test_tatoeba_shares_no_sentence_between_parts(home):
    pairs = tatoeba(sentences(home / "data/tatoeba"), seed=1)
    assert sum(pairs.sizes().values()) == 300
    for side in ("source", "target"):
        parts = [{getattr(pair, side) for pair in part} for part in (pairs.train, pairs.validation, pairs.test)]
        assert sum(map(len, parts)) == len(set.union(*parts))
    assert open_pairs("tatoeba", seed=1) == pairs
    assert tatoeba(home / "data/tatoeba/fra.txt", seed=2).test != pairs.test


def test_tatoeba_explains_what_is_wrong(home):
    with pytest.raises(Mistake, match=r"tatoeba is not on this machine.*download it from https://www.manythings.org"):
        open_pairs("tatoeba")
    with pytest.raises(Mistake, match=r"no known checksum.*manythings"):
        fetch_corpus("tatoeba")
    file = sentences(home / "data/tatoeba")
    file.write_text("one\tun\ntwo\n", encoding="utf-8")
    with pytest.raises(Mistake, match=r"fra\.txt, line 2 has not two sentences"):
        open_pairs("tatoeba")


def test_hansards_count_links_from_0_and_sure_ones_as_possible(home):
    pairs = hansards(hand_aligned(home / "data/hansards"))
    assert pairs.sizes() == {"train": 0, "validation": 2, "test": 2}
    first, second = pairs.test
    assert (first.source, first.target) == ("the blue house", "la maison bleue")
    assert first.alignment == {(0, 0), (1, 2)}
    assert first.possible == {(0, 0), (1, 2), (2, 1)}
    assert second.alignment == second.possible == {(0, 0)}
    assert open_pairs("hansards") == pairs


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3 1 1 S", "line 1 links words that sentence 3 does not have"),
        ("1 4 1 S", "line 1 links words"),
        ("1 0 1 S", "line 1 links words"),
        ("1 1 1 X", r"line 1 is '1 1 1 X'; it must have"),
        ("1 1", "line 1 is '1 1'; it must have"),
        ("a b c S", "line 1 is 'a b c S'"),
    ],
)
def test_hansards_explain_what_is_wrong(home, line, message):
    folder = hand_aligned(home / "data/hansards")
    (folder / "test.wa.nonullalign").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(Mistake, match=message):
        open_pairs("hansards")
    (folder / "dev.f").unlink()
    with pytest.raises(Mistake, match=r"has no dev\.f"):
        open_pairs("hansards")


def test_data_shows_and_checks_pairs(home, monkeypatch):
    monkeypatch.setattr(named, "phrases", lambda seed: replace(PHRASES, name="probe-phrases"))
    (row,) = show("probe-phrases", 1)
    assert row.label == "en → fr"
    assert row.example in PHRASES.train
    found = check("probe-phrases")
    assert found.path is None
    assert found.counts == {"train": {"pairs": 30}, "validation": {"pairs": 10}, "test": {"pairs": 10}}
    assert set(found.shared.values()) == {0}
    hand_aligned(home / "data/hansards")
    assert show("hansards", 1)[0].part == "test"
    assert {held.entry.name: held.path for held in holdings()}["hansards"] == home / "data/hansards"
    (home / "a.tsv").write_text("x\ty\n" + "".join(f"a {n}\tb {n}\n" for n in range(20)), encoding="utf-8")
    assert check(str(home / "a.tsv"), source="x", target="y").counts["train"] == {"pairs": 16}


PHRASES = named.phrases(train=30, validation=10, test=10)


def real(data_folder: Path, name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("REGARD_DATA", str(data_folder))
    if CORPORA[name].locate(data_folder) is None:
        pytest.skip(f"no {name} under $REGARD_DATA; `regard data list` names its home")
    return open_pairs(name)


@pytest.mark.corpus
def test_the_real_multi30k_is_whole(data_folder, monkeypatch):
    pairs = real(data_folder, "multi30k", monkeypatch)
    assert pairs.sizes() == CORPORA["multi30k"].sizes
    assert pairs.notes == ()
    assert check("multi30k").right
    assert all(pair.source and pair.target for pair in pairs.train)


@pytest.mark.corpus
def test_the_real_hansards_are_whole(data_folder, monkeypatch):
    pairs = real(data_folder, "hansards", monkeypatch)
    assert pairs.sizes() == {"train": 0, **CORPORA["hansards"].sizes}
    assert sum(len(pair.alignment) for pair in pairs.test) == 4_038
    assert sum(len(pair.possible) for pair in pairs.test) == 17_438


@pytest.mark.corpus
def test_the_real_tatoeba_shares_no_sentence_between_parts(data_folder, monkeypatch):
    pairs = real(data_folder, "tatoeba", monkeypatch)
    learned = {side: {getattr(pair, side) for pair in pairs.train} for side in ("source", "target")}
    for pair in (*pairs.validation, *pairs.test):
        assert pair.source not in learned["source"]
        assert pair.target not in learned["target"]
