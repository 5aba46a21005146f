"""Several runs beside each other, in the form that the page draws."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from regard.studio.answers.offsets import units
from regard.studio.shelf.library import Library

if TYPE_CHECKING:
    from regard.runs.run import Run


def one_text(library: Library, runs: Sequence[str], text: str, method: str, target: str) -> dict[str, Any]:
    """The text through these runs, each of which is held only while it reads."""
    from regard.runs.comparing.texts import compared_text

    def in_turn() -> "Iterator[tuple[str, Run]]":
        for id in runs:
            with library.using(id) as opened:
                yield id, opened

    found = compared_text(in_turn(), text, method=method, target=target).as_json()
    at = units(text)
    words = [word | {"start": at(word["start"]), "end": at(word["end"])} for word in found["words"]]
    return {name: value for name, value in found.items() if name != "text"} | {"words": words}


def one_test(library: Library, runs: Sequence[str], corpus: str, split: str) -> dict[str, Any]:
    """These runs on the same test texts; they are opened once more, so that nobody waits for them meanwhile."""
    from dataclasses import replace

    from regard.runs.comparing.sets import compared_runs
    from regard.runs.run import open_run
    from regard.views.facts.compared import judged

    found = compared_runs([open_run(library.known(id).folder) for id in runs], corpus, split)
    named = [replace(one, run=id) for one, id in zip(found.runs, runs, strict=True)]
    others = [replace(one, run=id, baseline=runs[0]) for one, id in zip(found.differences, runs[1:], strict=True)]
    found = replace(found, runs=named, differences=others)
    verdicts = [judged(found, one) for one in found.differences]
    return found.as_json() | {"verdicts": verdicts, "less": found.less}
