"""`regard studio`: the web page."""

import logging
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Lang, Language
from regard.errors import Mistake

HOME = Path("runs")


def studio(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN", help="Runs, or folders of runs; default: those in --out.", show_default=False),
    ] = [],  # noqa: B006
    port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65535, help="Port on 127.0.0.1; 0 = the last one used, or any free port."),
    ] = 0,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for runs trained on the page.")] = HOME,
    lang: Language = Lang.en,
    log: Annotated[bool, typer.Option("--log", help="Log each request: path, status, time; never the texts.")] = False,
    opened: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
) -> None:
    """Open the web page: read texts with trained models, compare them, look inside, train new ones.

    regard studio

    regard studio runs/imdb-attention runs/imdb-lstm-attention

    regard studio labs/demo --port 8765 --no-open

    The page is only reachable from this machine, with the link that is printed. It needs no network, and no data leaves
    the machine. Without any run it offers to train a small one, which takes less than a minute.
    """
    for library in ("fastapi", "uvicorn"):
        if find_spec(library) is None:
            raise Mistake(f"the studio needs {library}; install both with `pip install fastapi uvicorn`.")
    for place in runs:
        if not place.is_dir():
            raise Mistake(f"there is no folder {place}; give runs, or folders that contain runs.")
    from regard.studio.app import create_app
    from regard.studio.server.serving import open_door, serve
    from regard.studio.shelf.jobs import Jobs
    from regard.studio.shelf.library import Library
    from regard.studio.studio import Studio

    places = [*runs, *([] if out in runs else [out])] if runs else [out]
    door = open_door(out, port)
    here = Studio(Library(places), Jobs(out))
    threading.Thread(target=here.warm, daemon=True).start()
    app = create_app(here, token=door.token, hosts=door.hosts)
    if log:
        logging.basicConfig(format="%(asctime)s %(message)s")
        logging.getLogger("regard.studio").setLevel(logging.INFO)
    link = door.link(lang)
    typer.echo(f"regard studio: {link}")
    if opened:
        import webbrowser

        webbrowser.open(link)
    serve(app, door)
