"""The paper that figures are drawn on: one style, sizes in inches, the same bytes each time, any letter.

Letters are drawn as outlines of the font that comes with matplotlib, so that a figure looks the same everywhere and
without a network. Where that font lacks a letter (Chinese, some emoji), words stay text for the reader's own fonts.
"""

import threading
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from regard.views.figures.colours import INK, MUTED, PAPER, RULE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

FONT = "DejaVu Sans"
WIDTH = 7.4
"""Inches: as wide as a page's column, so that 9-point letters stay 9 points."""
SIZE = 9.0

STYLE: dict[Any, Any] = {
    "font.family": [FONT],
    "font.size": SIZE,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": RULE,
    "axes.labelcolor": MUTED,
    "axes.labelsize": SIZE,
    "axes.titlesize": SIZE,
    "axes.titlelocation": "left",
    "axes.titlepad": 5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "xtick.color": RULE,
    "ytick.color": RULE,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "xtick.labelsize": SIZE,
    "ytick.labelsize": SIZE,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "legend.fontsize": SIZE,
    "legend.labelcolor": MUTED,
    "figure.facecolor": PAPER,
    "axes.facecolor": "none",
    "svg.hashsalt": "regard",
    "pdf.fonttype": 42,
}

_one_at_a_time = threading.RLock()


@contextmanager
def drawing(**more: Any) -> Generator[None]:
    """Our style and nobody else's, for the time of one drawing."""
    import matplotlib as mpl

    with _one_at_a_time, mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from font")
        mpl.rcdefaults()
        settings: dict[Any, Any] = {**STYLE, **more}
        with mpl.rc_context(settings):
            yield


def sheet_of_paper(width: float, height: float) -> "Figure":
    """An empty figure of that many inches."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def panel(figure: "Figure", left: float, top: float, width: float, height: float) -> "Axes":
    """Axes at that place, in inches from the upper left corner."""
    across, down = figure.get_size_inches()
    return figure.add_axes((left / across, 1 - (top + height) / down, width / across, height / down))


def width_of(text: str, size: float = SIZE) -> float:
    """How wide the text is when drawn, in inches."""
    return measured(text, size) / 72


@lru_cache(maxsize=4096)
def measured(text: str, size: float) -> float:
    """How wide the text is when drawn, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    with drawing():
        return text_to_path.get_text_width_height_descent(text, FontProperties(family=FONT, size=size), False)[0]


def artists(figure: "Figure") -> "list[Text]":
    """Everything written in the figure, as matplotlib holds it."""
    from matplotlib.text import Text

    return figure.findobj(Text)


def letters(figure: "Figure") -> str:
    """All letters that the figure uses."""
    return "".join(artist.get_text() for artist in artists(figure))


def covered(text: str) -> bool:
    """Whether the font that comes with matplotlib has all letters of the text."""
    from matplotlib.font_manager import findfont

    return not missing(text, findfont(FONT))


def missing(text: str, font_file: str) -> set[str]:
    """The letters that the font lacks."""
    from matplotlib.font_manager import get_font

    font = get_font(font_file)
    return {c for c in set(text) if not c.isspace() and font.get_char_index(ord(c)) == 0}


def families(text: str) -> list[str]:
    """Our font, and those of this machine that have the letters it lacks: for pictures that cannot stay text."""
    from matplotlib.font_manager import findfont, fontManager

    found, lacking = [FONT], missing(text, findfont(FONT))
    for entry in fontManager.ttflist:
        if not lacking:
            break
        if entry.style == "normal" and entry.weight == 400 and not entry.name.startswith("Last Resort"):
            try:
                still = missing("".join(lacking), entry.fname)
            except (RuntimeError, OSError):
                continue
            if still < lacking:
                found.append(entry.name)
                lacking = still
    return found
