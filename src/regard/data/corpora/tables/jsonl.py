"""Tables in jsonl: one JSON object a line.

Cells become strings. A number keeps its spelling, true and false are written as in JSON, and null, NaN or a key
that a row lacks is an empty cell.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from regard.data.corpora.tables.lines import lines
from regard.data.corpora.tables.rows import Row, Table, as_cell
from regard.errors import Mistake


def jsonl(file: Path) -> Table:
    """The table in a file of JSON objects, one a line; its columns are the keys of the first hundred."""
    columns: dict[str, None] = {}
    for count, (_, row) in enumerate(_parsed(file)):
        columns.update(dict.fromkeys(row))
        if count == 100:
            break
    if not columns:
        raise Mistake(f"{file} is blank; it needs one JSON object a line.")

    def rows(names: Sequence[str]) -> Iterator[Row]:
        for line, row in _parsed(file):
            yield line, tuple(as_cell(row.get(name), f"{file}, line {line}, {name!r}") for name in names)

    return Table(file, tuple(columns), rows)


def _parsed(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines(file), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, parse_int=str, parse_float=str, parse_constant=lambda _: None)
        except (json.JSONDecodeError, RecursionError) as error:
            if line.lstrip().startswith("["):
                raise _array(file) from error
            raise Mistake(f"{file}, line {number} is not JSON ({error}); write one object a line.") from error
        if isinstance(row, list):
            raise _array(file)
        if not isinstance(row, dict):
            raise Mistake(f'{file}, line {number} is not a JSON object; write {{"text": …, "label": …}} on each line.')
        yield number, row


def _array(file: Path) -> Mistake:
    return Mistake(
        f"{file} holds a JSON array, not one object a line; convert it: `jq -c '.[]' {file.name} > new.jsonl`."
    )
