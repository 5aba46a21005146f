"""`regard studio` as it is typed."""

import importlib.util
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from typer.testing import CliRunner

from regard.cli import studio as command
from regard.cli.main import app
from regard.errors import Mistake
from regard.studio.server.serving import _listen, open_door


def test_the_printed_link_opens_and_stays_the_same(trained_runs: Path, tmp_path: Path):
    words = [sys.executable, "-m", "regard", "studio", str(trained_runs), "--no-open", "--log", "--out", str(tmp_path)]
    links = []
    for _ in range(2):
        environment = {**os.environ, "REGARD_CACHE": str(tmp_path / "cache")}
        server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
        try:
            found = re.fullmatch(
                r"regard studio: (http://127\.0\.0\.1:\d+)/#token=([\w-]{32})&lang=en\n", server.stdout.readline()
            )
            assert found is not None
            said = httpx.get(f"{found[1]}/api/v1/runs", headers={"Authorization": f"Bearer {found[2]}"}, timeout=60)
            assert {run["id"] for run in said.json()["runs"]} >= {"attention", "mean", "bahdanau", "gpt"}
        finally:
            server.send_signal(signal.SIGINT)
            _, told = server.communicate(timeout=30)
        assert "GET '/api/v1/runs' 200" in told
        assert "Traceback" not in told
        links.append(found[0])
    assert links[0] == links[1]


def test_what_is_no_folder_is_named():
    said = CliRunner().invoke(app, ["studio", "nowhere/at/all"])
    assert isinstance(said.exception, Mistake)
    assert "nowhere/at/all" in str(said.exception)


def test_a_missing_library_is_named_with_the_way_to_get_it(monkeypatch):
    monkeypatch.setattr(
        command, "find_spec", lambda name: None if name == "uvicorn" else importlib.util.find_spec(name)
    )
    with pytest.raises(Mistake, match="pip install fastapi uvicorn"):
        command.studio([])


def test_a_port_that_is_taken_is_named(tmp_path: Path, monkeypatch):
    monkeypatch.setenv("REGARD_CACHE", str(tmp_path))
    taken = _listen(0)
    port = taken.getsockname()[1]
    with pytest.raises(Mistake, match=str(port)):
        open_door(tmp_path, port)
    other = open_door(tmp_path)
    other.listening.close()
    squatter = _listen(other.port)
    elsewhere = open_door(tmp_path)
    assert elsewhere.token == other.token
    assert elsewhere.port != other.port
    for line in (SimpleNamespace(listening=taken), SimpleNamespace(listening=squatter), elsewhere):
        line.listening.close()
    kept = next((tmp_path / "studio").iterdir())
    assert kept.stat().st_mode & 0o077 == 0
    kept.write_text('{"token": 3}')
    fresh = open_door(tmp_path)
    assert fresh.token != other.token
    fresh.listening.close()
