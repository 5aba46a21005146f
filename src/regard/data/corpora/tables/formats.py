"""The kinds of table files, told apart by the ends of their names."""

from collections import Counter
from pathlib import Path

from regard.data.corpora.tables.jsonl import jsonl
from regard.data.corpora.tables.lines import plain_file
from regard.data.corpora.tables.parquet import parquet
from regard.data.corpora.tables.rows import Table
from regard.data.corpora.tables.separated import separated
from regard.errors import Mistake

READERS = {
    ".csv": separated,
    ".tsv": separated,
    ".jsonl": jsonl,
    ".ndjson": jsonl,
    ".parquet": parquet,
}


def open_table(file: Path) -> Table:
    """The table in a file, its kind told by the end of its name."""
    suffix = Path(file.stem if file.suffix.lower() == ".gz" else file.name).suffix.lower()
    plain_file(file)
    if suffix not in READERS:
        remedy = {
            ".json": f"write one object a line: `jq -c '.[]' {file.name} > {file.stem}.jsonl`",
            ".xlsx": "save the sheet as CSV in UTF-8",
            ".xls": "save the sheet as CSV in UTF-8",
        }.get(suffix, "rename or convert it")
        raise Mistake(f"{file} does not end in .csv, .tsv, .jsonl, .parquet or one of these with .gz; {remedy}.")
    table = READERS[suffix](file)
    if twice := [name for name, count in Counter(table.columns).items() if name and count > 1]:
        raise Mistake(f"{file} has more than one column called {twice[0]!r}; rename one of them.")
    return table
