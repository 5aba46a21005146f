"""A lab of several processes is stopped: no process stays, and the same command completes it to the same weights."""

import os
import signal
from pathlib import Path

import pytest

from .processes import Said, Started, alive, children, quick, wait_for
from .tables import SMALL, contents, weights, write_reviews

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")

LAB = ("lab", "pooling", "--corpus", "reviews.csv", "--models", "mean,attention", "--seeds", "1", *SMALL)
LAB = (*LAB, "--set", "training.epochs=40", "--set", "training.patience=0")


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("lab") / "here"
    folder.mkdir()
    write_reviews(folder / "reviews.csv", 160)
    return folder


@pytest.fixture(scope="module")
def whole(place) -> dict[str, str]:
    """The weights of a lab that nobody disturbed."""
    assert quick(*LAB, "--out", "whole", "--jobs", "1", cwd=place).code == 0
    return runs(place / "whole")


def runs(lab: Path) -> dict[str, str]:
    return {str(file.parent.relative_to(lab)): weights(file.parent) for file in lab.rglob("model.safetensors")}


def workers(lab: Started) -> list[int]:
    """The processes of a lab that train; Python starts one more, which tracks what they share."""
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children(lab.pid)}
    return [pid for pid, command in commands.items() if b"spawn_main" in command]


def begun(place: Path, out: str) -> tuple[Started, list[int]]:
    """A lab with two workers that have both saved a state, and those workers."""
    lab = Started([*LAB, "--out", out, "--jobs", "2"], place)
    wait_for(lambda: len(list((place / out).glob("runs/*/0/state/*[0-9]"))) >= 2 or not lab.running())
    found = workers(lab)
    assert len(found) == 2, lab.read("err")
    return lab, found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_process_stays_and_the_same_command_completes_it(place, whole, number):
    out = f"stopped-{number.name}"
    lab, crew = begun(place, out)
    if number == signal.SIGINT:
        lab.press_ctrl_c()
    else:
        lab.kill(number)
    said = lab.end()
    if number == signal.SIGKILL:
        wait_for(lambda: not any(map(alive, crew)))
    else:
        assert not any(map(alive, crew)), "a worker outlived the lab"
        assert said.code == 130
        assert said.err == "regard: stopped; repeat the command to continue.\n"
    left = contents(place / out)
    assert not [name for name in left if "draft" in name]
    assert len([name for name in left if name.endswith("/state")]) >= 1, "states were saved"
    assert "report.html" not in left
    assert quick(*LAB, "--out", out, "--jobs", "1", cwd=place).code == 0
    assert runs(place / out) == whole
    assert (place / out / "report.html").is_file()


def test_ctrl_c_while_the_workers_are_still_starting(place):
    lab = Started([*LAB, "--out", "early", "--jobs", "2"], place)
    wait_for(lambda: len(workers(lab)) == 2)
    crew = workers(lab)
    lab.press_ctrl_c()
    assert lab.end() == Said(130, "", "regard: stopped; repeat the command to continue.\n")
    assert not any(map(alive, crew))


def test_workers_that_are_killed_end_the_lab_with_a_sentence(place, whole):
    lab, crew = begun(place, "robbed")
    for pid in crew:
        os.kill(pid, signal.SIGKILL)
    said = lab.end()
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "was killed, probably out of memory" in said.err
    assert not any(map(alive, crew))
    assert quick(*LAB, "--out", "robbed", "--jobs", "1", cwd=place).code == 0
    assert runs(place / "robbed") == whole
