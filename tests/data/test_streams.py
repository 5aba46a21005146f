"""Texts become tokens on disk: the same in chunks, in processes, after a kill and after damage."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from regard.data import documents, streams
from regard.data.documents import Prose, prose
from regard.data.ledger import CHUNKS, ENDS, TOKENS, Ledger
from regard.data.streams import tokenised
from regard.data.tokenising import Borders, chunked, shared_out
from regard.errors import Mistake
from regard.text.language import learn_language

TEXTS = [f"Film {n}: it was good, and I saw it {n} times.\nThe end.\n" * (1 + n % 5) for n in range(40)]
TOKENIZER = learn_language(TEXTS, kind="pieces", size=300)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces shorter than most documents."""
    monkeypatch.setattr(documents, "PIECE", 60)


def whole(borders: Borders) -> list[list[int]]:
    ids = [TOKENIZER.encode(text).ids for text in TEXTS]
    begin, end = [TOKENIZER.begin_id] * borders.begin, [TOKENIZER.end_id] * borders.end
    return [[*begin, *row, *end] for row in ids]


def rows(texts) -> list[list[int]]:
    return [texts.ids[a:b].tolist() for a, b in zip(texts.offsets[:-1], texts.offsets[1:], strict=True)]


@pytest.mark.parametrize("borders", [Borders(), Borders(begin=True), Borders(end=False)])
@pytest.mark.parametrize("chunk", [100, 1000, 10**9])
def test_in_chunks_is_as_a_whole(tmp_path: Path, borders: Borders, chunk: int) -> None:
    found = tokenised(prose(TEXTS), TOKENIZER, folder=tmp_path, borders=borders, chunk=chunk, processes=1)
    assert rows(found) == whole(borders)
    assert isinstance(found.ids, np.memmap)
    assert found.ids.dtype == np.uint16


def test_several_processes_make_the_same(tmp_path: Path) -> None:
    shares: list[float] = []
    found = tokenised(prose(TEXTS), TOKENIZER, folder=tmp_path, chunk=500, processes=2, progress=shares.append)
    assert rows(found) == whole(Borders())
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) > 5


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Notes the characters of every chunk that is made into tokens."""
    made: list[int] = []

    def noting(chunks, *rest):
        for chunk, numbered in shared_out(chunks, *rest):
            made.append(chunk.characters)
            yield chunk, numbered

    monkeypatch.setattr(streams, "shared_out", noting)
    return made


def again(folder: Path, texts=TEXTS):
    return tokenised(prose(texts), TOKENIZER, folder=folder, chunk=500, processes=1)


def place(folder: Path) -> Path:
    (only,) = folder.iterdir()
    return only


def test_what_is_there_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(monkeypatch)
    again(tmp_path)
    chunks = len(made)
    assert chunks > 5
    assert rows(again(tmp_path)) == whole(Borders())
    assert len(made) == chunks
    again(tmp_path, [*TEXTS[:-1], "another end"])
    assert len(list(tmp_path.iterdir())) == 2


def test_what_broke_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(Exception):
        pass

    def stop(share: float) -> None:
        if share > 0.4:
            raise Killed

    with pytest.raises(Killed):
        tokenised(prose(TEXTS), TOKENIZER, folder=tmp_path, chunk=500, processes=1, progress=stop)
    before = (place(tmp_path) / TOKENS).read_bytes()
    made = counted(monkeypatch)
    assert rows(again(tmp_path)) == whole(Borders())
    assert (place(tmp_path) / TOKENS).read_bytes().startswith(before)
    assert 0 < sum(made) < 0.7 * sum(map(len, TEXTS))


@pytest.mark.parametrize("torn", [b"", b'{"tokens": 1', b'{"tokens": 9, "documents": 1, "sha256": "0"}'])
def test_a_torn_line_is_no_line(tmp_path: Path, torn: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    again(tmp_path)
    notes = place(tmp_path) / CHUNKS
    kept = b"".join(notes.read_bytes().splitlines(keepends=True)[:3])
    notes.write_bytes(kept + torn)
    with (place(tmp_path) / TOKENS).open("ab") as stream:
        stream.write(b"half a chunk")
    made = counted(monkeypatch)
    assert rows(again(tmp_path)) == whole(Borders())
    count = len(made)
    assert count
    assert notes.read_bytes().startswith(kept)
    assert rows(again(tmp_path)) == whole(Borders())
    assert len(made) == count


@pytest.mark.parametrize("name", [TOKENS, ENDS])
@pytest.mark.parametrize("where", [0, 40, -1])
def test_a_damaged_chunk_is_made_again_and_no_other(
    tmp_path: Path, name: str, where: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    again(tmp_path)
    file = place(tmp_path) / name
    right = file.read_bytes()
    wrong = bytearray(right)
    wrong[where] ^= 4
    file.write_bytes(wrong)
    made = counted(monkeypatch)
    assert rows(again(tmp_path)) == whole(Borders())
    assert len(made) == 1
    assert file.read_bytes() == right


def test_a_file_that_was_cut_or_lost_is_made_again(tmp_path: Path) -> None:
    again(tmp_path)
    file = place(tmp_path) / TOKENS
    file.write_bytes(file.read_bytes()[:1000])
    assert rows(again(tmp_path)) == whole(Borders())
    file.unlink()
    assert rows(again(tmp_path)) == whole(Borders())


def test_a_wrong_note_is_not_believed(tmp_path: Path) -> None:
    again(tmp_path)
    notes = place(tmp_path) / CHUNKS
    lines = [json.loads(line) for line in notes.read_text(encoding="utf-8").splitlines()]
    lines[1]["tokens"] += 1
    notes.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert rows(again(tmp_path)) == whole(Borders())


def test_nothing_gives_nothing(tmp_path: Path) -> None:
    assert len(tokenised(Prose(), TOKENIZER, folder=tmp_path)) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(Mistake, match=r"file.* cannot be written: .*set REGARD_CACHE"):
        tokenised(prose(TEXTS), TOKENIZER, folder=tmp_path / "file")


def test_chunks_hold_a_few_pieces_at_once() -> None:
    """Memory does not grow with the text: of an endless one, as much is read as is asked for."""

    def endless():
        while True:
            yield from prose(TEXTS).read()

    chunks = chunked(endless(), 300)
    sizes = [next(chunks).characters for _ in range(50)]
    assert max(sizes) < 300 + 60
    assert Borders()(TOKENIZER, next(chunks)).numbers.size


def test_a_worker_that_fails_says_why(tmp_path: Path) -> None:
    plain = learn_language(TEXTS, kind="characters", size=99)
    broken = type(plain).from_json(plain.to_json().replace("[BEGIN]", "[BEGINS]"))
    with pytest.raises(ValueError, match="without ids for the beginning"):
        tokenised(prose(TEXTS), broken, folder=tmp_path, chunk=500, processes=2)


PROGRAM = """
import sys
from itertools import count
from pathlib import Path

if __name__ == "__main__":
    import numpy as np
    from regard.data.documents import Piece
    from regard.data.ledger import Ledger
    from regard.data.tokenising import Borders, chunked, shared_out
    from regard.text.tokenizer import Tokenizer

    ledger = Ledger(Path(sys.argv[2]), np.dtype(np.uint16))
    chunks = chunked((Piece(f"the film number {n}", True) for n in count()), 20_000)
    made = shared_out(chunks, Tokenizer.load(Path(sys.argv[1])), Borders(), 2)
    for number, (_, numbered) in enumerate(made):
        ledger.write(number, numbered)
"""


def test_killed_it_leaves_no_worker_and_whole_chunks(tmp_path: Path) -> None:
    TOKENIZER.save(tmp_path / "tokenizer.json")
    script = tmp_path / "script.py"
    script.write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, str(script), str(tmp_path / "tokenizer.json"), str(tmp_path / "kept")]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 60
    notes = tmp_path / "kept" / CHUNKS
    try:
        while not (notes.exists() and notes.read_bytes().count(b"\n") > 2) and time.monotonic() < deadline:
            time.sleep(0.01)
        child.kill()
        child.wait()
        while _alive(child.pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert not _alive(child.pid)
    finally:
        if _alive(child.pid):
            os.killpg(child.pid, signal.SIGKILL)
    ledger = Ledger(tmp_path / "kept", np.dtype(np.uint16))
    assert len(ledger.lines) > 2
    assert not ledger.damaged
    ids, offsets = ledger.numbers()
    assert TOKENIZER.decode(ids[offsets[-2] : offsets[-1]]) == f"the film number {len(offsets) - 2}"


SCRIPT = """
import sys
from pathlib import Path
from regard.data.documents import Piece, Prose
from regard.data.streams import tokenised
from regard.text.tokenizer import Tokenizer

print("begun", flush=True)
texts = Prose(lambda: (Piece(f"the film number {n}", True) for n in range(200)))
tokens = tokenised(texts, Tokenizer.load(Path(sys.argv[1])), folder=Path(sys.argv[2]), chunk=500, processes=2)
print("done", flush=True)
"""


def test_a_script_without_a_guard_is_not_run_again_by_its_workers(tmp_path: Path) -> None:
    TOKENIZER.save(tmp_path / "tokenizer.json")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, str(script), str(tmp_path / "tokenizer.json"), str(tmp_path / "kept")]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert said.stdout.split() == ["begun", "done"], said.stderr


def _alive(group: int) -> bool:
    """Whether a process of this group is left."""
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True
