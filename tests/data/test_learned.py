"""Tokenizers are learned once from a text, and learning can be stopped."""

import signal
import subprocess
import sys

import pytest

from regard.data import learned as module
from regard.data.documents import prose
from regard.data.learned import learned
from regard.errors import Mistake
from regard.text.language import learn_language

TEXTS = prose([f"The film number {n} was good." for n in range(30)])
HOW = {"kind": "pieces", "most": 300}


def forbidden(*asked, **named):
    raise AssertionError("it was learned again")


def test_it_is_learned_once(tmp_path, monkeypatch):
    shares: list[float] = []
    first = learned(TEXTS, TEXTS.size(), **HOW, folder=tmp_path, progress=shares.append)
    assert first.to_json() == learn_language(list(TEXTS), kind="pieces", size=300).to_json()
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert shares == sorted(shares)
    monkeypatch.setattr(module, "learn_language", forbidden)
    assert learned(TEXTS, TEXTS.size(), **HOW, folder=tmp_path).to_json() == first.to_json()
    others = prose(["another text"])
    for texts, how in ((others, HOW), (TEXTS, {**HOW, "most": 301}), (TEXTS, {**HOW, "kind": "words"})):
        with pytest.raises(AssertionError, match="learned again"):
            learned(texts, texts.size(), **how, folder=tmp_path)


@pytest.mark.parametrize("harm", ["cut", "changed"])
def test_a_damaged_file_is_made_anew(harm, tmp_path):
    first = learned(TEXTS, TEXTS.size(), **HOW, folder=tmp_path)
    (file,) = tmp_path.glob("*.tokenizer")
    whole = file.read_bytes()
    file.write_bytes(whole[:-9] if harm == "cut" else whole.replace(b"film", b"fim"))
    assert learned(TEXTS, TEXTS.size(), **HOW, folder=tmp_path).to_json() == first.to_json()
    assert file.read_bytes() == whole


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Mistake, match="cannot be written"):
        learned(TEXTS, TEXTS.size(), **HOW, folder=tmp_path / "file")


ENDLESS = """
import signal
import sys
from itertools import count
from pathlib import Path
from regard.data.documents import Piece, Prose, Size
from regard.data.learned import learned

signal.signal(signal.SIGINT, signal.default_int_handler)  # which what runs in the background ignores
texts = Prose(lambda: (Piece(f"the film number {n}", True) for n in count()))
say = lambda share: share and print("reading", flush=True)
learned(texts, Size("", 1, 10**12), kind=sys.argv[2], most=300, folder=Path(sys.argv[1]), progress=say)
"""


@pytest.mark.parametrize("kind", ["pieces", "words"])
def test_learning_can_be_interrupted(kind, tmp_path):
    command = [sys.executable, "-c", ENDLESS, str(tmp_path), kind]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "reading\n"
            child.send_signal(signal.SIGINT)
            said = child.communicate(timeout=60)[1]
        finally:
            child.kill()
    assert said.rstrip().endswith("KeyboardInterrupt")
    assert [file.suffix for file in tmp_path.iterdir()] == [".lock"]
