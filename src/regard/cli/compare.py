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
        typer.Argument(metavar="RUN RUN… [TEXT]", help="Folders of runs, then a text if you want.", show_default=False),
    ],
    method: Annotated[Method, typer.Option(help="With a text: the explanation method.")] = Method.attention,
    target: Annotated[
        str,
        typer.Option(metavar="LABEL", help="With a text: the label to explain; default: the first run's prediction."),
    ] = "",
    corpus: Annotated[
        str, typer.Option(metavar="CORPUS", help="Without a text: use this corpus, not the runs' own.")
    ] = "",
    split: Annotated[
        str,
        typer.Option(metavar="PART", help="Without a text: which split; default: test.", show_default=False),
    ] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture or a table: .svg .png .pdf .csv .json")
    ] = None,
    lang: Language = Lang.en,
    json: Json = False,
) -> None:
    """Compare several runs on one text, word by word, or on one test set, with paired tests.

    regard compare runs/imdb-attention runs/imdb-lstm-attention "I did not like it"

    regard compare runs/a runs/b runs/c "Long, but never dull." --method leave-one-out --out compared.svg

    regard compare runs/imdb-mean runs/imdb-attention runs/imdb-transformer

    regard compare runs/a runs/b --corpus new.csv --json

    An argument that is a folder is a run; an argument that is not a folder is the text. With a text, each run gives its
    prediction, and the words are sorted by how much the runs disagree on their weights. Without a text,
    predictions stored in the runs are used where possible; otherwise the runs are evaluated. The first run is the
    baseline: McNemar's test for labels, a paired bootstrap for BLEU and perplexity. Language models with different
    tokenizers are compared in bits per character.

    --json: {"text", "method", "target", "signed", "answers": [{"run", "model", "label", "probability",
    "probabilities", "why"}], "words": [{"word", "start", "end", "weights", "apart"}], "distances": [{"run", "other",
    "distance"}]}, or {"corpus", "split", "n", "metric", "runs": [{"run", "model", "seed", "value", "interval",
    "parameters", "seconds"}], "differences": [{"run", "baseline", "difference", "interval", "p", "changes"}],
    "recalled"}.
    """
    folders, text = _sorted(given)
    if text is None and (target or method is not Method.attention):
        raise Mistake("--method and --target need a text; give one after the runs, or leave them out.")
    if text is not None and (corpus or split):
        raise Mistake("--corpus and --split cannot be used with a text; leave them out, or leave out the text.")
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
    """The folders, and the one argument that is not a folder: the text."""
    folders = [Path(word) for word in given if _is_folder(word)]
    texts = [word for word in given if not _is_folder(word)]
    if len(texts) > 1:
        raise Mistake(
            f"{texts[0][:60]!r} and {texts[1][:60]!r} are not folders, and compare takes only one text; put the text "
            "in quotation marks, or correct the folder name."
        )
    if texts and ("/" in texts[0] and " " not in texts[0].strip()):
        raise Mistake(f"there is no run folder {texts[0]}; `regard train` creates one.")
    return folders, texts_from(texts, None)[0] if texts else None


def _is_folder(word: str) -> bool:
    try:
        return bool(word.strip()) and Path(word).is_dir()
    except (OSError, ValueError):
        return False
