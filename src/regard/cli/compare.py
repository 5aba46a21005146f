"""`regard compare`: several runs on the same text, or on the same test set."""

from pathlib import Path
from typing import Annotated

import typer

from regard.cli.common import Json, Lang, Language, bars, emit, preparing, texts_from
from regard.cli.explain import Method
from regard.errors import Mistake


def compare(
    given: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN RUN… [TEXT]", help="Folders of runs, and a text if there is one.", show_default=False
        ),
    ],
    method: Annotated[Method, typer.Option(help="With a text: how its words are weighed.")] = Method.attention,
    target: Annotated[
        str, typer.Option(metavar="LABEL", help="With a text: the label to explain, not the first run's own.")
    ] = "",
    corpus: Annotated[
        str, typer.Option(metavar="CORPUS", help="Without a text: another corpus than the runs' own.")
    ] = "",
    split: Annotated[
        str,
        typer.Option(
            metavar="PART", help="Without a text: which part; the test part unless given.", show_default=False
        ),
    ] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A picture or a table: .svg .png .pdf .csv .json")
    ] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Show the same text through several runs, word by word; or measure them on the same test set, with paired tests.

    regard compare runs/imdb-attention runs/imdb-lstm-attention "I did not like it"

    regard compare runs/a runs/b runs/c "Long, but never dull." --method leave-one-out --out compared.svg

    regard compare runs/imdb-mean runs/imdb-attention runs/imdb-transformer

    regard compare runs/a runs/b --corpus new.csv --json

    Arguments that are folders are runs; one that is none is the text. With a text, each run says its answer, and words
    are sorted by how far apart the runs weigh them. Without one, what runs said of their own test texts is read from
    their folders where it was kept; else they are measured. The first run is the one that others are held against: by
    McNemar's test for labels, by paired bootstrap for BLEU and perplexity. Runs with other tokens are compared by bits
    per character.

    --json: {"text", "method", "target", "signed", "answers": [{"run", "model", "label", "probability",
    "probabilities", "why"}], "words": [{"word", "start", "end", "weights", "apart"}], "distances": [{"run", "other",
    "distance"}]}, or {"corpus", "split", "n", "metric", "runs": [{"run", "model", "seed", "value", "interval",
    "parameters", "seconds"}], "differences": [{"run", "baseline", "difference", "interval", "p", "changes"}],
    "recalled"}.
    """
    folders, text = _sorted(given)
    if text is None and (target or method is not Method.attention):
        raise Mistake("--method and --target are for a text; give one behind the runs, or leave them out.")
    if text is not None and (corpus or split):
        raise Mistake("--corpus and --split are for test sets; leave them out, or leave the text out.")
    from regard.runs.comparing.same import names_of, several
    from regard.runs.comparing.sets import compared_runs
    from regard.runs.comparing.texts import compared_text
    from regard.runs.run import open_run
    from regard.views.compared import check_file, save_comparison, shown

    if out is not None:
        check_file(out)
    several(folders)
    runs = [open_run(folder) for folder in folders]
    if text is None:
        with bars() as progress:
            found = compared_runs(runs, corpus, split, preparing(progress))
    else:
        named = zip(names_of(runs), runs, strict=True)
        found = compared_text(named, text, method=method.value, target=target)
    if out is not None:
        save_comparison(found, out, lang)
    if json:
        emit(found.as_json())
        return
    from rich.console import Console

    console = Console()
    for each in shown(found, lang):
        console.print(each)


def _sorted(given: list[str]) -> tuple[list[Path], str | None]:
    """The folders, and the one argument that is none: the text."""
    folders = [Path(word) for word in given if _is_folder(word)]
    texts = [word for word in given if not _is_folder(word)]
    if len(texts) > 1:
        raise Mistake(
            f"{texts[0][:60]!r} and {texts[1][:60]!r} are no folders of runs, and compare takes one text; put it "
            "between quotation marks, or correct the folder."
        )
    if texts and ("/" in texts[0] and " " not in texts[0].strip()):
        raise Mistake(f"there is no run folder {texts[0]}; `regard train` makes one.")
    return folders, texts_from(texts, None)[0] if texts else None


def _is_folder(word: str) -> bool:
    try:
        return bool(word.strip()) and Path(word).is_dir()
    except (OSError, ValueError):
        return False
