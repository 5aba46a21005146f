"""A drawn figure with all that is said beside it, and as a file."""

import io
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from regard.views.facts.cells import Sheet
from regard.views.figures import svg
from regard.views.figures.canvas import artists, covered, drawing, families, letters
from regard.views.saving import saved
from regard.views.wording.words import clean, varied

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RESOLUTION = 200
LONGEST = 16_000
"""Pixels: beyond it a picture of dots is made coarser."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A drawn figure with all that a reader needs beside it."""

    name: str
    """What its file is called, without a suffix."""
    title: str
    description: str
    """What a screen reader says in its place."""
    caption: str
    warning: str
    """What it does not show."""
    figure: "Figure"
    sheet: Sheet
    """The numbers drawn."""

    @cached_property
    def svg(self) -> str:
        """The figure as SVG text."""
        outlined = covered(letters(self.figure))
        with drawing(**{"svg.fonttype": "path" if outlined else "none"}):
            raw = io.StringIO()
            self.figure.savefig(raw, format="svg", metadata={"Date": None})
        return svg.finish(raw.getvalue(), clean(self.title), clean(self.description), self.name)


def told(
    lang: str,
    name: str,
    figure: "Figure",
    sheet: Sheet,
    *,
    more: str = "",
    warning: str = "",
    variant: str = "",
    **blanks: str,
) -> Picture:
    """The figure with the sentences of its name beside it, in their `variant`; `more` goes on after its caption."""
    return Picture(
        name=name,
        title=varied(lang, f"{name}.title", variant, **blanks),
        description=varied(lang, f"{name}.description", variant, **blanks),
        caption=varied(lang, f"{name}.caption", variant, **blanks) + more,
        warning=warning or varied(lang, f"{name}.not", variant, **blanks),
        figure=figure,
        sheet=sheet,
    )


def save(picture: Picture, path: Path) -> Path:
    """Write the picture as SVG, PNG or PDF, as the suffix says; whole or not at all."""
    kind = path.suffix.lower().removeprefix(".")
    if kind == "svg":
        return saved(path, '<?xml version="1.0" encoding="utf-8"?>\n' + picture.svg)
    figure, held = picture.figure, io.BytesIO()
    across, down = figure.get_size_inches()
    dates = {"CreationDate": None} if kind == "pdf" else {"Software": None}
    fonts = families(letters(figure))
    with drawing():
        for artist in artists(figure):
            artist.set_fontfamily(fonts)
        figure.savefig(held, format=kind, dpi=min(RESOLUTION, LONGEST / max(across, down)), metadata=dates)
    return saved(path, held.getvalue())
