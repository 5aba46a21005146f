"""Several runs beside each other: in the terminal, and as a file of any kind."""

import json
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from regard.errors import Mistake
from regard.findings.compared import ComparedRuns, ComparedText
from regard.views.facts import compared as facts
from regard.views.figures import compared as figures
from regard.views.figures.picture import save
from regard.views.saving import saved
from regard.views.tables import Fitted, as_csv
from regard.views.wording.words import clean, say

KINDS = (".svg", ".png", ".pdf", ".csv", ".json")
SHOWN = 20
"""Words that the terminal shows; the files have all."""
NEAR = 12
"""Pairs of runs up to which their distances are shown."""

Compared = ComparedRuns | ComparedText


def shown(found: Compared, lang: str) -> Iterator[RenderableType]:
    """All that the terminal shows."""
    if isinstance(found, ComparedRuns):
        yield from (Fitted(facts.runs(found, lang)), Fitted(facts.differences(found, lang)), Text())
        if found.recalled:
            yield Text(say(lang, "compared.sets.recalled"), style="dim")
        yield Text(say(lang, "compared.sets.not"), style="italic")
        return
    yield from (Fitted(facts.answers(found, lang)), Text(), Text(facts.agreement(found, lang)))
    yield from (Text(f"{clean(one.run)}: {clean(one.why)}", style="dim") for one in found.answers if one.why)
    if found.words:
        yield Fitted(facts.words(found, lang, SHOWN))
    if 0 < len(found.distances) <= NEAR:
        yield Fitted(facts.distances(found, lang))
    yield from (Text(), Text(say(lang, "compared.not"), style="italic"))


def check_file(path: Path) -> None:
    """Nothing, if a comparison can be written as a file of this kind, in a folder that there is."""
    if path.suffix.lower() not in KINDS:
        raise Mistake(f"{path} is no kind of file for a comparison; end it with one of {', '.join(KINDS)}.")
    if not path.parent.is_dir():
        raise Mistake(f"{path} cannot be written: there is no folder {path.parent}; choose another place with --out.")


def save_comparison(found: Compared, path: Path, lang: str) -> Path:
    """Write the comparison as the file's suffix says; whole or not at all."""
    check_file(path)
    of_runs = isinstance(found, ComparedRuns)
    match path.suffix.lower():
        case ".csv":
            return saved(path, as_csv(facts.runs(found, lang) if of_runs else facts.words(found, lang)))
        case ".json":
            return saved(path, json.dumps(found.as_json(), ensure_ascii=False, indent=1) + "\n")
        case _:
            draw = figures.compared_runs(found, lang) if of_runs else figures.compared_text(found, lang)
            return save(draw, path)
