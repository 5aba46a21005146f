"""`regard data`: the corpora."""

from dataclasses import asdict
from typing import Annotated

import typer

from regard.cli.common import Json, LabelColumn, SourceSide, TargetSide, TextColumn, bars, emit
from regard.cli.helping import add

app = typer.Typer(help="List, download, check and show corpora.", rich_markup_mode=None)

Corpus = Annotated[
    str, typer.Argument(metavar="CORPUS", help="A name of `regard data list`, or a csv, tsv, jsonl or txt file.")
]


def list_(json: Json = False) -> None:
    """List the known corpora, and where each was found.

    regard data list

    regard data list --json

    regard looks for corpora in $REGARD_DATA, then in the user's cache folder.
    """
    from regard.data.corpora.inventory import holdings

    held = holdings()
    if json:
        emit(
            {
                "corpora": [
                    {
                        "name": one.entry.name,
                        "title": one.entry.title,
                        "licence": one.entry.licence,
                        "citation": one.entry.citation,
                        "home": one.entry.home,
                        "sizes": one.entry.sizes,
                        "available": one.available,
                        "path": None if one.path is None else str(one.path),
                    }
                    for one in held
                ]
            }
        )
        return
    for one in held:
        generated = "generated when used"
        remedy = f"regard data fetch {one.entry.name}" if one.entry.fetched else f"see {one.entry.home}"
        place = str(one.path) if one.path else generated if one.available else f"absent: {remedy}"
        typer.echo(f"{one.entry.name:18} {one.entry.title}\n{'':18} {place}\n{'':18} licence: {one.entry.licence}")


def fetch(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name of `regard data list`.")],
    unpack: Annotated[bool, typer.Option("--unpack", help="Also unpack the archive into a folder.")] = False,
) -> None:
    """Download a corpus from its original source into the user's cache folder, and check it.

    regard data fetch imdb

    If a download is interrupted, repeat the command to continue it.
    """
    from regard.data.corpora import fetch_corpus

    with bars() as progress:
        task = progress.add_task(name, total=None, figures="")
        path = fetch_corpus(name, lambda done, total: progress.update(task, completed=done, total=total), unpack=unpack)
    typer.echo(path)


def check(
    corpus: Corpus,
    text: TextColumn = "",
    label: LabelColumn = "",
    source: SourceSide = "",
    target: TargetSide = "",
    json: Json = False,
) -> None:
    """Check a corpus: checksums, counts per class, duplicate texts, texts that are in two splits.

    regard data check imdb

    regard data check novel.txt

    regard data check reviews.csv --text review --label stars

    regard data check news --source en --target fr
    """
    from regard.data.corpora.inventory import check as checked

    with bars() as progress:
        progress.add_task(f"reading {corpus}", total=None, figures="")
        found = checked(corpus, text=text or None, label=label or None, source=source or None, target=target or None)
    if json:
        emit({**asdict(found), "path": None if found.path is None else str(found.path), "right": found.right})
    else:
        for one in found.checksums:
            typer.echo(f"{'right' if one.right else 'WRONG':6} {one.what}  {one.found}")
        for part, counts in found.counts.items():
            shares = ", ".join(f"{name} {count:,}" for name, count in counts.items())
            typer.echo(f"{part:11} {sum(counts.values()):>7,}  ({shares}; {found.repeated[part]:,} repeated)")
        for where, count in found.shared.items():
            typer.echo(f"{where:22} {count:,}")
        for note in found.notes:
            typer.echo(f"note: {note}")
    if not found.right:
        raise typer.Exit(1)


def show(
    corpus: Corpus,
    rows: Annotated[int, typer.Option(metavar="N", min=1, help="Number of rows.")] = 5,
    text: TextColumn = "",
    label: LabelColumn = "",
    source: SourceSide = "",
    target: TargetSide = "",
    json: Json = False,
) -> None:
    """Show a few rows of a corpus, from each class in turn.

    regard data show probe-reviews --rows 3

    regard data show multi30k --source en --target de
    """
    from regard.data.corpora.inventory import show as shown

    found = shown(corpus, rows, text=text or None, label=label or None, source=source or None, target=target or None)
    if json:
        rows_ = [{"part": one.part, "label": one.label, **asdict(one.example)} for one in found]
        emit({"rows": [{key: _plain(value) for key, value in row.items()} for row in rows_]})
        return
    for one in found:
        said = [
            asdict(one.example).get(key, "") for key in ("text", "source", "target", "prompt", "chosen", "rejected")
        ]
        first, *others = [cell for cell in said if cell]
        typer.echo(f"[{one.label}] {first}")
        typer.echo("".join(f"{cell}\n" for cell in others))


def _plain(value: object) -> object:
    """Sets as sorted lists, because JSON has no sets."""
    return sorted(value) if isinstance(value, frozenset) else value


add(app, "list", list_)
add(app, "fetch", fetch, "Download a corpus from its original source, and check it.")
add(app, "check", check, "Check a corpus: checksums, counts, duplicate texts.")
add(app, "show", show)
