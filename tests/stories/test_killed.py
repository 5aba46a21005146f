"""A training that is killed, stopped or interrupted goes on to the weights of one that was left alone."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .processes import MAIN, Started, quick, wait_for
from .tables import COLUMNS, SMALL, contents, weights, write_reviews

LONG = ("reviews.csv", *COLUMNS, *SMALL, "--set", "training.epochs=50", "--set", "training.patience=0")
KILLS = 2


@pytest.fixture(scope="module")
def place(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("killed") / "here"
    folder.mkdir()
    write_reviews(folder / "reviews.csv")
    return folder


@pytest.fixture(scope="module")
def whole(place) -> tuple[str, float]:
    """The weights of a run that nobody disturbed, and how many seconds it took."""
    quick("predict", "nothing", "x", cwd=place)
    start = time.monotonic()
    assert quick("train", *LONG, "--out", "whole", cwd=place).code == 0
    return weights(place / "whole"), time.monotonic() - start


def command(place: Path, out: str) -> list[str]:
    """What a user types next: go on if there is something to go on with, else begin."""
    begun = (place / out / "recipe.toml").exists()
    return ["train", "--resume", "--out", out] if begun else ["train", *LONG, "--out", out]


@pytest.mark.parametrize("number", range(5))
def test_killed_at_any_moment(place, whole, number):
    expected, seconds = whole
    dice, kills, out = random.Random(number), 0, f"run-{number}"
    while kills < KILLS:
        if (place / out / "manifest.json").exists():
            kills, out = 0, f"{out}-again"
        started = Started(command(place, out), place)
        time.sleep(dice.uniform(0, 0.5 * seconds))
        kills += started.running()
        started.kill()
        started.end()
    said = quick(*command(place, out), cwd=place)
    assert said.code == 0
    assert said.err.startswith("Notes on the data:\n  ")
    assert weights(place / out) == expected
    visible = {file.name for file in (place / out).iterdir() if file.name != ".lock"}
    assert visible == {file.name for file in (place / "whole").iterdir() if file.name != ".lock"}
    assert quick("evaluate", out, cwd=place).code == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(place, whole, number):
    out = f"interrupted-{number}"
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "train", *LONG, "--out", out, "--json"],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: (place / out / "state").is_dir())
    process.send_signal(number)
    said, complaint = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "")
    assert complaint == f"regard: stopped; continue with: regard train --resume --out {out}\n"
    refused = quick("predict", out, "x", cwd=place)
    assert refused.code == 2
    assert f"the run {out} is not finished; go on with `regard train --resume --out {out}`" in refused.err
    assert quick("train", "--resume", "--out", out, cwd=place).code == 0
    assert weights(place / out) == whole[0]


def test_the_same_command_with_resume_goes_on_too(place, whole):
    started = Started(["train", *LONG, "--out", "same"], place)
    wait_for(lambda: (place / "same" / "state").is_dir())
    started.kill(signal.SIGINT)
    assert started.end().code == 130
    other = quick("train", *LONG, "--set", "training.batch=8", "--out", "same", "--resume", cwd=place)
    assert other.code == 2
    assert "holds a run of another recipe" in other.err
    assert quick("train", *LONG, "--out", "same", "--resume", cwd=place).code == 0
    assert weights(place / "same") == whole[0]


def test_two_at_once_do_not_train_into_one_folder(place):
    first = Started(["train", *LONG, "--out", "shared"], place)
    wait_for(lambda: (place / "shared" / "state").is_dir())
    second = quick("train", "--resume", "--out", "shared", cwd=place)
    first.kill()
    first.end()
    assert second.code == 2
    assert second.err == "regard: another process is training into shared; wait for it, or choose another --out.\n"


def test_a_finished_run_is_not_trained_again(place, whole):
    before = contents(place / "whole")
    said = quick("train", "--resume", "--out", "whole", cwd=place)
    assert said.code == 0
    after = contents(place / "whole")
    assert {
        name: before[name] for name in ("model.safetensors", "metrics.jsonl", "recipe.toml")
    }.items() <= after.items()
