import gzip
import lzma
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regard.errors import Mistake
from regard.text.vectors import files
from regard.text.vectors.files import read_vectors
from regard.text.vectors.lines import Table

LINES = b"the 0.1 -0.2 3e-05\nn't 1 2 3\n\xc2\x85 4 5 6\nno\xc2\xa0break 7 8 9\n. . . 1 1 1\n"
WORDS = ["the", "n't", "\x85", "no\u00a0break", ". . ."]
NUMBERS = [[0.1, -0.2, 3e-05], [1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 1, 1]]


def packed(folder: Path, suffix: str, content: bytes = LINES) -> Path:
    path = folder / f"vectors{suffix}"
    if suffix == ".zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("vectors.txt", content)
        return path
    pack = {".txt": bytes, ".txt.gz": gzip.compress, ".txt.xz": lzma.compress}[suffix]
    path.write_bytes(pack(content))
    return path


def many(rows: int) -> bytes:
    numbers = np.random.default_rng(0).standard_normal((rows, 3)).round(4)
    return b"".join(b"w%d %g %g %g\n" % (row, *numbers[row]) for row in range(rows))


@pytest.mark.parametrize("suffix", [".txt", ".txt.gz", ".txt.xz", ".zip"])
def test_every_packing_gives_the_same(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_CHUNK", 40)
    told: list[float] = []
    words, matrix = read_vectors(packed(tmp_path, suffix), None, told.append)
    assert words == WORDS
    assert matrix.dtype == np.float32
    np.testing.assert_array_equal(matrix, np.array(NUMBERS, dtype=np.float32))
    assert len(told) > 1
    assert told == sorted(told)
    assert told[-1] == 1.0


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\r\0 "), min_size=1), min_size=1),
    st.integers(2, 5),
    st.data(),
)
def test_what_is_written_is_read(words: list[str], dimension: int, data: st.DataObject) -> None:
    number = st.floats(width=32, allow_nan=False, allow_infinity=False)
    rows = [data.draw(st.lists(number, min_size=dimension, max_size=dimension)) for _ in words]
    lines = [f"{word} {' '.join(map(repr, row))}".encode() for word, row in zip(words, rows, strict=True)]
    read, matrix = Table("file").parse(lines)
    assert read == words
    np.testing.assert_array_equal(matrix, np.array(rows, dtype=np.float32))


def test_windows_line_ends_a_missing_last_one_and_a_header_are_taken(tmp_path: Path) -> None:
    words, matrix = read_vectors(packed(tmp_path, ".txt", b"2 3\r\nthe 1 2 3 \r\na 4 5 6"), None, None)
    assert words == ["the", "a"]
    assert matrix.tolist() == [[1, 2, 3], [4, 5, 6]]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is empty"),
        (b"3 2\n", "is empty"),
        (b"the 1 2\na 1\n", "line 2 has 1 numbers where the first line has 2"),
        (b"the 1 2\na 1 2 3\n", "line 2 has 3 numbers where the first line has 2"),
        (b"the 1 2\na 1 2 3 4\n", "line 2 has 4 numbers where the first line has 2"),
        (b"the 1 2\na 1 x\n", "line 2 has 'x' where a number should be"),
        (b"the 1 2\na 1 nan\n", "line 2 has 'nan' where a number should be"),
        (b"the 1 2\na 1 1e39\n", "line 2 has '1e39' where a number should be"),
        (b"the 1 2\na 1 1_0\n", "line 2 has '1_0' where a number should be"),
        (b"the 1 2\na 1  2\n", "line 2 has '' where a number should be"),
        (b"the 1 2\n\na 1 2\n", "line 2 is empty"),
        (b"the 1 2\n 1 2\n", "line 2 has no word before its numbers"),
        (b"the 1 2\n\xff 1 2\n", "line 2 has a word that is not UTF-8"),
        (b"the 1 2\na 1 \xff\n", "line 2 has '\ufffd' where a number should be"),
        (b"5 2\nthe 1 2\na 1\n", "line 3 has 1 numbers"),
        (b"the\t1\t2\n", "line 1 has no numbers after its word"),
        (b"Once upon a time\n", "line 1 has 'upon' where a number should be"),
        (b"\x89PNG\x00\x01\x02", "is binary"),
    ],
)
def test_what_is_wrong_is_named(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = packed(tmp_path, ".txt", content)
    with pytest.raises(Mistake) as error:
        read_vectors(path, None, None)
    assert complaint in str(error.value)
    assert str(path) in str(error.value)


def test_line_numbers_count_over_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_CHUNK", 100)
    path = packed(tmp_path, ".txt", many(50) + b"bad 1 2 oops\n")
    with pytest.raises(Mistake, match="line 51 has 'oops'"):
        read_vectors(path, None, None)


def test_an_endless_line_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_CHUNK", 100)
    with pytest.raises(Mistake, match="is binary"):
        read_vectors(packed(tmp_path, ".txt", b"x" * 1000), None, None)


@pytest.mark.parametrize("suffix", [".txt.gz", ".txt.xz", ".zip"])
@pytest.mark.parametrize("keep", [0, 30, 0.5, 0.98])
def test_a_cut_file_is_named(suffix: str, keep: float, tmp_path: Path) -> None:
    path = packed(tmp_path, suffix, many(3000))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(keep * len(whole)) if keep < 1 else int(keep)])
    with pytest.raises(Mistake, match=r"is cut short or damaged|is empty") as error:
        read_vectors(path, None, None)
    assert str(path) in str(error.value)


@pytest.mark.parametrize("suffix", [".txt.gz", ".txt.xz", ".zip"])
def test_a_file_packed_otherwise_than_it_says_is_named(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"vectors{suffix}"
    path.write_bytes(LINES)
    with pytest.raises(Mistake, match="is cut short or damaged"):
        read_vectors(path, None, None)


@pytest.fixture
def original(tmp_path: Path) -> Path:
    path = tmp_path / "glove.6B.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("glove.6B.2d.txt", "the 1 2\na 3 4\n")
        archive.writestr("glove.6B.3d.txt", "the 1 2 3\na 4 5 6\n")
        archive.writestr("__MACOSX/._glove.6B.3d.txt", b"\0\1\2")
        archive.writestr("README", "two files")
    return path


def test_a_zip_of_several_dimensions_needs_a_choice(original: Path) -> None:
    with pytest.raises(Mistake, match=r"glove\.6B\.2d\.txt \(2\), glove\.6B\.3d\.txt \(3\); say which"):
        read_vectors(original, None, None)
    assert read_vectors(original, 3, None)[1].tolist() == [[1, 2, 3], [4, 5, 6]]


def test_a_dimension_that_is_not_there_is_a_mistake(original: Path, tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"no vectors of 50 numbers, only glove\.6B\.2d\.txt \(2\)"):
        read_vectors(original, 50, None)
    with pytest.raises(Mistake, match="holds vectors of 3 numbers, not 50"):
        read_vectors(packed(tmp_path, ".txt"), 50, None)


def test_a_zip_without_vectors_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("picture.png", b"")
    with pytest.raises(Mistake, match="holds no vectors"):
        read_vectors(path, None, None)
