"""A studio over runs that take a moment to train, on a port of its own, and a browser before it."""

import logging
import threading
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from regard.studio.app import create_app
from regard.studio.server.limits import Limits
from regard.studio.server.serving import Door, _listen
from regard.studio.shelf.jobs import Jobs
from regard.studio.shelf.library import Library
from regard.studio.studio import Studio
from runs import small, small_language, small_pairs

TOKEN = "the-token-of-tests"
LINKS = "() => [...document.querySelectorAll('#views a, #foot a')].map((link) => link.getAttribute('href'))"
"""What the page evaluates to the links of its views."""


class Served:
    """A running studio."""

    def __init__(self, places: list[Path], home: Path, limits: Limits, port: int = 0) -> None:
        listening = _listen(port)
        self.door = Door(listening, TOKEN, listening.getsockname()[1])
        self.studio = Studio(Library([*places, home]), Jobs(home), limits)
        self.app = create_app(self.studio, token=TOKEN, hosts=self.door.hosts)
        settings = uvicorn.Config(self.app, log_config=None, access_log=False, server_header=False)
        self.server = uvicorn.Server(settings)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.door.listening]}, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.door.port}"

    @property
    def link(self) -> str:
        return f"{self.address}/#token={TOKEN}"

    def client(self, **more: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=30, **more)

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="session")
def trained_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of every task, hardly trained: never to change."""
    folder = tmp_path_factory.mktemp("studio")
    small.trained(
        folder / "attention", "attention", "training.epochs=60", "training.patience=0", "training.learning_rate=0.02"
    )
    small.trained(folder / "mean", "mean")
    small.trained(folder / "transformer", "transformer", "model.heads=2", "vectors.width=8", "model.hidden=12")
    small_pairs.trained(folder / "bahdanau")
    small_pairs.trained(folder / "translator", "transformer")
    small_language.trained(folder / "gpt")
    small_language.trained(folder / "bert", "bert")
    return folder


@pytest.fixture(scope="session")
def server(trained_runs: Path, tmp_path_factory: pytest.TempPathFactory) -> Generator[Served]:
    """A studio that all tests may ask; its limits on how often are those of a patient machine."""
    logging.getLogger("regard.studio").setLevel(logging.CRITICAL)
    served = Served([trained_runs], tmp_path_factory.mktemp("home"), Limits(rate=10_000, burst=100_000))
    yield served
    served.close()


@pytest.fixture(scope="session")
def client(server: Served) -> Generator[httpx.Client]:
    with server.client() as client:
        yield client


def settled(page: Any) -> None:
    """Wait until the view has drawn."""
    page.wait_for_timeout(300)
    page.wait_for_selector("html[data-busy='0']", timeout=30_000)
    page.wait_for_timeout(100)


def _matters(said: Any) -> bool:
    """An error of the page itself; that a question was refused is shown to the person, and may be."""
    return said.type == "error" and not said.text.startswith("Failed to load resource")


@pytest.fixture
def page_of(browser: Any, server: Served) -> Generator[Callable[..., Any]]:
    """Open the studio as a person would: `page_of("read?lang=fr", width=360)`; what the page complains of fails."""
    opened: list[Any] = []
    complaints: list[str] = []

    def open_page(fragment: str = "", *, width: int = 1280, height: int = 900, at: Served | None = None, **more: Any):
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _matters(said) else None)
        page.goto((at or server).link)
        page.wait_for_selector("main h1")
        if fragment:
            page.goto(f"{(at or server).address}/#/{fragment}")
        return page

    open_page.complaints = complaints  # type: ignore[attr-defined]
    yield open_page
    for context in opened:
        context.close()
    assert complaints == []
