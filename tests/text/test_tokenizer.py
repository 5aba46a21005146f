import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from regard.errors import Mistake
from regard.text import tokenizer as module
from regard.text.pieces import learn_pieces
from regard.text.tokenizer import Tokenizer
from regard.text.words import learn_words

TEXTS = ["I did not like it", "", "did you? I did.", "unheard of"]


@pytest.fixture(params=["words", "pieces"])
def learned(request: pytest.FixtureRequest) -> Tokenizer:
    return learn_words(TEXTS[:3], size=100) if request.param == "words" else learn_pieces(TEXTS[:3], size=270)


def test_many_texts_are_the_texts_one_by_one(learned: Tokenizer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_CHUNK", 20)
    told: list[int] = []
    ids, offsets = learned.encode_many(TEXTS, told.append)
    assert (ids.dtype, offsets.dtype) == (np.int32, np.int64)
    assert [ids[a:b].tolist() for a, b in pairwise(offsets)] == [learned.encode(text).ids for text in TEXTS]
    assert told == [3, 4]


def test_no_texts_are_no_tokens(learned: Tokenizer) -> None:
    ids, offsets = learned.encode_many([])
    assert (ids.tolist(), offsets.tolist()) == ([], [0])


def test_saved_and_loaded_is_the_same(learned: Tokenizer, tmp_path: Path) -> None:
    learned.save(tmp_path / "tokenizer.json")
    again = Tokenizer.load(tmp_path / "tokenizer.json")
    again.save(tmp_path / "again.json")
    assert (tmp_path / "tokenizer.json").read_bytes() == (tmp_path / "again.json").read_bytes()
    assert (again.kind, again.size, again.unknown_id) == (learned.kind, learned.size, learned.unknown_id)
    assert again.vocabulary() == learned.vocabulary()
    assert again.encode("I did not know") == learned.encode("I did not know")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.json", "tokenizer.json"]


def test_a_failed_save_leaves_the_old_file(learned: Tokenizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("old", encoding="utf-8")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        learned.save(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


LEARN = """
import sys
from itertools import pairwise
from regard.text.pieces import learn_pieces
from regard.text.words import learn_words
texts = [f"{a}{b} film {b}{a}" for a in "abcdefgh" for b in "stuvwxyz"]
learned = learn_words(texts, size=40) if sys.argv[1] == "words" else learn_pieces(texts, size=300)
from pathlib import Path
learned.save(Path(sys.argv[2]))
assert "torch" not in sys.modules
"""


@pytest.mark.parametrize("kind", ["words", "pieces"])
def test_the_same_texts_give_the_same_bytes(kind: str, tmp_path: Path) -> None:
    files = [tmp_path / str(number) for number in range(3)]
    for seed, file in enumerate(files):
        environment = {**os.environ, "PYTHONHASHSEED": str(seed), "RAYON_NUM_THREADS": str(seed + 1)}
        subprocess.run([sys.executable, "-c", LEARN, kind, str(file)], check=True, env=environment)
    assert len({file.read_bytes() for file in files}) == 1


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match=r"tokenizer\.json is not there"):
        Tokenizer.load(tmp_path / "tokenizer.json")


def test_a_folder_is_not_a_tokenizer(tmp_path: Path) -> None:
    with pytest.raises(Mistake, match="cannot be read"):
        Tokenizer.load(tmp_path)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"{}", b'{"model": 3}', b"[1, 2"])
def test_a_damaged_file_is_named(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_bytes(content)
    with pytest.raises(Mistake, match=r"tokenizer\.json is damaged"):
        Tokenizer.load(path)


def test_a_cut_file_is_named(learned: Tokenizer, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    learned.save(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(Mistake, match=r"tokenizer\.json is damaged"):
        Tokenizer.load(path)


@pytest.mark.parametrize("missing", ["[PAD]", "[UNK]"])
def test_somebody_elses_tokenizer_is_refused(missing: str, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    learn_words(TEXTS, size=100).save(path)
    parts = json.loads(path.read_text(encoding="utf-8"))
    vocabulary = parts["model"]["vocab"]
    vocabulary["other"] = vocabulary.pop(missing)
    path.write_text(json.dumps(parts), encoding="utf-8")
    with pytest.raises(Mistake, match="nothing that the library tokenizers reads"):
        Tokenizer.load(path)
