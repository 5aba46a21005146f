import json
import lzma
import os
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from regard.errors import Mistake
from regard.text.vectors import Vectors, find_vectors, load_vectors
from regard.text.vectors import loading as module
from regard.text.words import learn_words

LINES = "the 0.5 -0.5\na 0.25 2\nunk 1 1\n[UNK] 9 9\n[PAD] 8 8\na 7 7\n"
VOCABULARY = ["[PAD]", "[UNK]", "a", "never", "the"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "vectors.txt"
    file.write_text(LINES, encoding="utf-8")
    return file


@pytest.fixture
def vectors(path: Path, tmp_path: Path) -> Vectors:
    return load_vectors(path, cache=tmp_path / "cache")


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were read, rather than taken from the cache."""
    seen: list[Path] = []
    read = module.read_vectors

    def counted(path: Path, *rest) -> object:
        seen.append(path)
        return read(path, *rest)

    monkeypatch.setattr(module, "read_vectors", counted)
    return seen


def test_known_words_get_their_vector_and_a_word_twice_its_first(vectors: Vectors) -> None:
    aligned = vectors.align(VOCABULARY, seed=0)
    assert aligned.matrix.dtype == np.float32
    assert aligned.matrix[2].tolist() == [0.25, 2]
    assert aligned.matrix[4].tolist() == [0.5, -0.5]
    assert aligned.coverage == pytest.approx(2 / 3)


def test_padding_is_zero_and_unknown_is_no_words_vector(vectors: Vectors) -> None:
    aligned = vectors.align(["a", "[UNK]", "the"], seed=0)
    assert aligned.matrix[0].tolist() == [0, 0]
    assert aligned.coverage == 0.5
    for word in np.asarray(vectors.matrix):
        assert not np.array_equal(aligned.matrix[1], word)


def test_words_without_a_vector_get_repeatable_ones_of_the_same_size() -> None:
    rows = np.random.default_rng(0).normal(0, 0.4, (2000, 10)).astype(np.float32)
    vectors = Vectors([f"w{row}" for row in range(2000)], rows)
    vocabulary = ["[PAD]", "[UNK]", *(f"w{row}" for row in range(100)), *(f"x{row}" for row in range(2000))]
    drawn = vectors.align(vocabulary, seed=1).matrix[102:]
    assert drawn.std() == pytest.approx(0.4, rel=0.05)
    assert abs(drawn.mean()) < 0.02
    np.testing.assert_array_equal(drawn, vectors.align(vocabulary, seed=1).matrix[102:])
    assert not np.array_equal(drawn, vectors.align(vocabulary, seed=2).matrix[102:])


def test_no_known_word_at_all(vectors: Vectors) -> None:
    aligned = vectors.align(["[PAD]", "[UNK]", "x"], seed=0)
    assert aligned.coverage == 0
    assert np.abs(aligned.matrix[1:]).min() > 0
    assert vectors.align([], seed=0).matrix.shape == (0, 2)


def test_coverage_of_running_words_leaves_padding_out_and_counts_unknown(vectors: Vectors) -> None:
    assert vectors.coverage(VOCABULARY, [1000, 2, 3, 1, 4]) == pytest.approx(7 / 10)
    assert vectors.coverage(VOCABULARY, np.zeros(5, dtype=np.int64)) == 0


def test_the_second_load_is_mapped_from_the_cache(path: Path, tmp_path: Path, reads: list[Path]) -> None:
    first = load_vectors(path, cache=tmp_path / "cache")
    second = load_vectors(path, cache=tmp_path / "cache")
    assert reads == [path]
    for loaded in (first, second):
        assert loaded.words == ["the", "a", "unk", "[UNK]", "[PAD]", "a"]
        assert isinstance(loaded.matrix, np.memmap)
        assert loaded.matrix[1].tolist() == [0.25, 2]


def test_the_default_cache_is_the_users(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "mine"))
    load_vectors(path)
    assert (tmp_path / "mine" / "vectors").is_dir()


def test_a_changed_file_is_read_again(path: Path, tmp_path: Path, reads: list[Path]) -> None:
    load_vectors(path, cache=tmp_path / "cache")
    os.utime(path, ns=(0, 0))
    load_vectors(path, cache=tmp_path / "cache")
    path.write_text("the 3 4\n", encoding="utf-8")
    assert load_vectors(path, cache=tmp_path / "cache").matrix.tolist() == [[3, 4]]
    assert len(reads) == 3
    assert len(list((tmp_path / "cache" / "vectors").iterdir())) == 1


def flip(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-3] ^= 1
    file.write_bytes(content)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-3])


def empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("name", ["matrix.npy", "words.txt", "made.json"])
@pytest.mark.parametrize("damage", [flip, cut, empty, Path.unlink])
def test_a_damaged_cache_is_made_again(
    name: str, damage: Callable[[Path], None], path: Path, tmp_path: Path, reads: list[Path]
) -> None:
    load_vectors(path, cache=tmp_path / "cache")
    (file,) = (tmp_path / "cache").rglob(name)
    damage(file)
    again = load_vectors(path, cache=tmp_path / "cache")
    assert (again.words[:2], again.matrix[1].tolist()) == (["the", "a"], [0.25, 2])
    load_vectors(path, cache=tmp_path / "cache")
    assert len(reads) == 2


def test_a_cache_that_cannot_be_written_is_done_without(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert load_vectors(path, cache=tmp_path / "cache").words[:2] == ["the", "a"]
    assert list((tmp_path / "cache" / "vectors").iterdir()) == []


def test_a_missing_file_is_a_mistake_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"none\.txt is not there.*regard data fetch glove"):
        load_vectors(tmp_path / "none.txt")


def test_a_complete_file_is_found_before_a_subset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGARD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path / "cache"))
    with pytest.raises(Mistake, match=r"no GloVe vectors of 50 numbers in .*regard data fetch glove"):
        find_vectors(50)
    names = ["data/glove/glove.6B.50d.subset.txt.gz", "cache/data/glove/glove.6B.zip"]
    names += ["cache/data/glove/glove.6B.50d.txt.xz", "data/glove/glove.6B.50d.txt"]
    for name in names:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
        assert find_vectors(50) == file
    with pytest.raises(Mistake, match="no vectors of 64 numbers; choose 50, 100, 200, 300"):
        find_vectors(64)
    assert find_vectors(300) == tmp_path / "cache/data/glove/glove.6B.zip"


@pytest.fixture(scope="module")
def glove(data_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Vectors, Path, Path]:
    """The complete vectors, their file and the cache they were put into."""
    file, cache = data_folder / "glove" / "glove.6B.50d.txt.xz", tmp_path_factory.mktemp("cache")
    if not file.is_file():
        pytest.skip(f"{file} is not there; `regard data list` names its home")
    return load_vectors(file, cache=cache), file, cache


@pytest.mark.corpus
@pytest.mark.slow
def test_the_complete_glove_is_loaded_again_in_a_second(glove: tuple[Vectors, Path, Path]) -> None:
    first, file, cache = glove
    seconds: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        second = load_vectors(file, cache=cache)
        seconds.append(time.perf_counter() - start)
    assert min(seconds) < 1
    assert second.matrix.shape == (400_000, 50)
    assert len(set(second.words)) == 400_000
    np.testing.assert_array_equal(first.matrix[:100], second.matrix[:100])
    assert second.matrix[second.rows["the"]][:3] == pytest.approx([0.418, 0.24968, -0.41242])


@pytest.mark.corpus
@pytest.mark.slow
def test_glove_knows_the_running_words_of_reviews(glove: tuple[Vectors, Path, Path], data_folder: Path) -> None:
    file = data_folder / "imdb" / "train.jsonl.xz"
    if not file.is_file():
        pytest.skip(f"{file} is not there; `regard data list` names its home")
    with lzma.open(file, "rt", encoding="utf-8", newline="\n") as lines:
        texts = [json.loads(line)["text"] for line in islice(lines, 1000)]
    tokenizer = learn_words(texts, size=1_000_000)
    counts = np.bincount(tokenizer.encode_many(texts)[0], minlength=tokenizer.size)
    assert glove[0].coverage(tokenizer.vocabulary(), counts) > 0.99
