"""Tiny Shakespeare: 40,000 lines of several plays, the usual text for models of single characters.

Andrej Karpathy: The Unreasonable Effectiveness of Recurrent Neural Networks, 2015.
"""

from pathlib import Path

from regard.data.corpora.fetching import Download
from regard.data.corpora.line_files import present
from regard.data.corpora.tables.lines import lines
from regard.data.documents import Documents, Prose, prose

CHARACTERS = 1_115_394
_RAW = "https://raw.githubusercontent.com/karpathy/char-rnn/master/data/tinyshakespeare"
FILES = (Download(f"{_RAW}/input.txt", CHARACTERS, "86c4e6aa9db7c042ec79f339dcb96d42b0075e16b8fc2e86bf0ca57e2dc565ed"),)


def locate(base: Path) -> Path | None:
    """The file under `base`; None when there is none."""
    return next(
        (file for name in ("tinyshakespeare", "shakespeare") if (file := present(base / name, "input.txt"))), None
    )


def shakespeare(file: Path) -> Documents:
    """The first nine tenths of the characters to learn from, the rest to choose on, as is the habit; two documents."""
    text = "".join(lines(file))
    cut = int(len(text) * 0.9)
    incomplete = f"incomplete: {len(text):,} characters here, {CHARACTERS:,} in the original."
    return Documents(
        name="tinyshakespeare",
        train=prose([text[:cut]]),
        validation=prose([text[cut:]]),
        test=Prose(),
        notes=(
            *([incomplete] if len(text) != CHARACTERS else []),
            "there is no test part: figures for this text are losses on its last tenth, the validation part.",
        ),
    )
