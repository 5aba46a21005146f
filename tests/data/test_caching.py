"""What is cached is made once, by one process at a time; what is damaged is made again."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from regard.data.caching import cache_name, cached, holding
from regard.errors import Mistake

CONTENT = b"what was made"


def made(calls: list[str] | None = None) -> bytes:
    if calls is not None:
        calls.append("made")
    return CONTENT


def forbidden() -> bytes:
    raise AssertionError("it was made again")


def test_it_is_made_once(tmp_path: Path):
    file = tmp_path / "below" / "it.said"
    assert cached(file, made) == CONTENT
    assert cached(file, forbidden) == CONTENT
    with pytest.raises(AssertionError, match="made again"):
        cached(tmp_path / "below" / "other.said", forbidden)


@pytest.mark.parametrize("harm", [lambda whole: whole[:-1], lambda whole: whole[:9], lambda whole: whole + b" ",
                                  lambda whole: b"", lambda whole: whole.replace(b"was", b"is ")])  # fmt: skip
def test_what_is_damaged_is_made_again(harm, tmp_path: Path):
    file = tmp_path / "it.said"
    cached(file, made)
    whole = file.read_bytes()
    file.write_bytes(harm(whole))
    assert cached(file, made) == CONTENT
    assert file.read_bytes() == whole


def test_nothing_can_be_cached_too(tmp_path: Path):
    assert cached(tmp_path / "it.said", lambda: b"") == b""
    assert cached(tmp_path / "it.said", forbidden) == b""


def test_who_comes_second_waits_and_makes_nothing(tmp_path: Path):
    file, begun, go, calls = tmp_path / "it.said", threading.Event(), threading.Event(), []

    def slowly() -> bytes:
        begun.set()
        assert go.wait(60)
        return made(calls)

    found: list[bytes] = []
    first = threading.Thread(target=lambda: found.append(cached(file, slowly)))
    first.start()
    assert begun.wait(60)
    second = threading.Thread(target=lambda: found.append(cached(file, lambda: made(calls))))
    second.start()
    second.join(0.2)
    assert second.is_alive()
    go.set()
    first.join(60)
    second.join(60)
    assert (found, calls) == ([CONTENT, CONTENT], ["made"])


HOLDER = """
import sys
import time
from pathlib import Path
from regard.data.caching import holding

with holding(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_process_that_is_killed_holds_no_lock(tmp_path: Path):
    lock = tmp_path / "it.lock"
    command = [sys.executable, "-c", HOLDER, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "held\n"
        finally:
            child.kill()
    with holding(lock):
        pass


@pytest.mark.parametrize("in_the_way", ["cache", "cache/it.lock/", "cache/it.said/"])
def test_a_place_that_cannot_be_written_is_named(in_the_way: str, tmp_path: Path):
    place = tmp_path / in_the_way
    place.mkdir(parents=True) if in_the_way.endswith("/") else place.write_text("")
    with pytest.raises(Mistake, match=r"cache/it.* cannot be written: .*set REGARD_CACHE to another folder"):
        cached(tmp_path / "cache" / "it.said", made)


def test_what_goes_wrong_while_it_is_made_is_no_fault_of_the_cache(tmp_path: Path):
    def unread() -> bytes:
        raise FileNotFoundError("reviews.csv")

    with pytest.raises(FileNotFoundError, match=r"reviews\.csv"):
        cached(tmp_path / "it.said", unread)
    assert cached(tmp_path / "it.said", made) == CONTENT


def test_a_name_is_of_all_parts():
    names = {cache_name(), cache_name(1), cache_name(1, "a"), cache_name("a", 1), cache_name(1, ["a"])}
    assert len(names) == 5
    assert cache_name(1, "a") in names
